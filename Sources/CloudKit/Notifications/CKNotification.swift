// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// What the server tells of a subscription.
///
/// ``CKContainer/notifications()`` gives them; one can also be made of a push notification's dictionary.
/// It is a ``CKQueryNotification``, a ``CKRecordZoneNotification`` or a ``CKDatabaseNotification``. A
/// notification says that something has changed, not what all: fetch it.
public class CKNotification: NSObject, _CKNotificationFactory, @unchecked Sendable {
  // Unchecked, since the class is not final; nothing of it changes.

  /// What kind of subscription it is of.
  public enum NotificationType: Int, Sendable {
    /// A ``CKQueryNotification``.
    case query = 1
    /// A ``CKRecordZoneNotification``.
    case recordZone = 2
    /// That notifications were read on another device; never here.
    case readNotification = 3
    /// A ``CKDatabaseNotification``.
    case database = 4
  }

  let payload: PushNotification
  /// What kind of subscription it is of.
  public let notificationType: NotificationType
  /// The number that the program is to show; nil if it is to show none.
  public let badge: NSNumber?

  init(_ payload: PushNotification, _ type: NotificationType, badge: Int?) {
    self.payload = payload
    notificationType = type
    self.badge = badge.map { NSNumber(value: $0) }
  }

  // MARK: Where it comes from

  /// Another one for each notification: what is told twice has the same.
  public var notificationID: ID? { ID(payload.notificationID) }
  /// The container of the records.
  public var containerIdentifier: String? { payload.container }
  /// The subscription; nil if it is left out for lack of room.
  public var subscriptionID: CKSubscription.ID? {
    switch payload.event {
    case .query(let event): event.subscriptionID
    case .zone(_, _, let id), .database(_, let id): id
    case nil: nil
    }
  }
  /// The user whose subscription it is.
  public var subscriptionOwnerUserRecordID: CKRecord.ID? {
    payload.userRecordName.map { CKRecord.ID(recordName: $0) }
  }
  /// True if something was left out for lack of room: fetch the record to have it.
  public var isPruned: Bool { payload.isPruned }

  // MARK: What is to be shown

  /// The text.
  public var alertBody: String? { payload.info?.alertBody }
  /// The name of the text in the program's own tables of texts.
  public var alertLocalizationKey: String? { payload.info?.alertLocalizationKey }
  /// The values that stand in the text, in order.
  public var alertLocalizationArgs: [String]? { payload.info?.alertLocalizationArgs }
  /// The title.
  public var title: String? { payload.info?.title }
  /// The name of the title in the program's own tables of texts.
  public var titleLocalizationKey: String? { payload.info?.titleLocalizationKey }
  /// The values that stand in the title, in order.
  public var titleLocalizationArgs: [String]? { payload.info?.titleLocalizationArgs }
  /// The line below the title.
  public var subtitle: String? { payload.info?.subtitle }
  /// The name of the subtitle in the program's own tables of texts.
  public var subtitleLocalizationKey: String? { payload.info?.subtitleLocalizationKey }
  /// The values that stand in the subtitle, in order.
  public var subtitleLocalizationArgs: [String]? { payload.info?.subtitleLocalizationArgs }
  /// The name of the button's text in the program's own tables of texts.
  public var alertActionLocalizationKey: String? { payload.info?.alertActionLocalizationKey }
  /// The name of the picture to begin with.
  public var alertLaunchImage: String? { payload.info?.alertLaunchImage }
  /// The name of the sound.
  public var soundName: String? { payload.info?.soundName }
  /// The name of the actions that are offered.
  public var category: String? { payload.info?.category }

  public override var description: String {
    "<\(Self.self) \(payload.notificationID)\(subscriptionID.map { " of \($0)" } ?? "")>"
  }
}
