// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// A notification of a subscription.
///
/// ```swift
/// for try await notification in try await container.notifications() {
///   switch notification {
///   case let change as CKRecordZoneNotification: fetch(change.recordZoneID)
///   case let change as CKQueryNotification: show(change.queryNotificationReason)
///   default: try await fetchChanges()
///   }
/// }
/// ```
///
/// ``CKContainer/notifications()`` returns them; a notification can also be created from a push
/// notification's dictionary. It is a ``CKQueryNotification``, a ``CKRecordZoneNotification`` or a
/// ``CKDatabaseNotification``. A notification reports that data changed, but not all changes: fetch
/// them.
public class CKNotification: NSObject, _CKNotificationFactory, @unchecked Sendable {
  // Unchecked because the class is not final; all properties are immutable.

  /// The kind of the subscription.
  public enum NotificationType: Int, Sendable {
    /// A ``CKQueryNotification``.
    case query = 1
    /// A ``CKRecordZoneNotification``.
    case recordZone = 2
    /// Notifications were read on another device; not used on Linux.
    case readNotification = 3
    /// A ``CKDatabaseNotification``.
    case database = 4
  }

  let payload: PushNotification
  /// The kind of the subscription.
  public let notificationType: NotificationType
  /// The badge number for the program's icon; nil for none.
  public let badge: NSNumber?

  init(_ payload: PushNotification, _ type: NotificationType, badge: Int?) {
    self.payload = payload
    notificationType = type
    self.badge = badge.map { NSNumber(value: $0) }
  }

  // MARK: Source

  /// The notification's unique ID, which a repeated notification shares.
  public var notificationID: ID? { ID(payload.notificationID) }
  /// The container of the records.
  public var containerIdentifier: String? { payload.container }
  /// The subscription; nil if it was omitted because of the size limit.
  public var subscriptionID: CKSubscription.ID? {
    switch payload.event {
    case .query(let event): event.subscriptionID
    case .zone(_, _, let id), .database(_, let id): id
    case nil: nil
    }
  }
  /// The subscription's owner.
  public var subscriptionOwnerUserRecordID: CKRecord.ID? {
    payload.userRecordName.map { CKRecord.ID(recordName: $0) }
  }
  /// Whether values were omitted because of the size limit: fetch the record to get them.
  public var isPruned: Bool { payload.isPruned }

  // MARK: Alert

  /// The alert text.
  public var alertBody: String? { payload.info?.alertBody }
  /// The key of the alert text in the program's string tables.
  public var alertLocalizationKey: String? { payload.info?.alertLocalizationKey }
  /// The arguments of the localized text, in order.
  public var alertLocalizationArgs: [String]? { payload.info?.alertLocalizationArgs }
  /// The title.
  public var title: String? { payload.info?.title }
  /// The key of the title in the program's string tables.
  public var titleLocalizationKey: String? { payload.info?.titleLocalizationKey }
  /// The arguments of the localized title, in order.
  public var titleLocalizationArgs: [String]? { payload.info?.titleLocalizationArgs }
  /// The subtitle.
  public var subtitle: String? { payload.info?.subtitle }
  /// The key of the subtitle in the program's string tables.
  public var subtitleLocalizationKey: String? { payload.info?.subtitleLocalizationKey }
  /// The arguments of the localized subtitle, in order.
  public var subtitleLocalizationArgs: [String]? { payload.info?.subtitleLocalizationArgs }
  /// The key of the button title in the program's string tables.
  public var alertActionLocalizationKey: String? { payload.info?.alertActionLocalizationKey }
  /// The name of the launch image.
  public var alertLaunchImage: String? { payload.info?.alertLaunchImage }
  /// The name of the alert sound.
  public var soundName: String? { payload.info?.soundName }
  /// The identifier of the category of actions.
  public var category: String? { payload.info?.category }

  public override var description: String {
    "<\(Self.self) \(payload.notificationID)\(subscriptionID.map { " of \($0)" } ?? "")>"
  }
}

/// A created, changed or deleted record that matches a query, reported by a
/// ``CKQuerySubscription``.
///
/// ```swift
/// for try await notification in try await container.notifications() {
///   guard let change = notification as? CKQueryNotification, let id = change.recordID else {
///     continue
///   }
///   if change.queryNotificationReason == .recordDeleted { remove(id) }
/// }
/// ```
public final class CKQueryNotification: CKNotification, @unchecked Sendable {
  // Unchecked like the superclass; all properties are immutable.

  /// The kind of change.
  public enum Reason: Int, Sendable {
    /// The record was created.
    case recordCreated = 1
    /// The record was changed.
    case recordUpdated = 2
    /// The record was deleted.
    case recordDeleted = 3
  }

  /// The kind of change.
  public let queryNotificationReason: Reason
  /// The fields in the subscription's ``CKNotificationInfo/desiredKeys``; nil if there are none.
  ///
  /// Notifications do not contain the types of numbers: whole numbers are `Int64`, others `Double`,
  /// and dates are milliseconds since 1970.
  public let recordFields: [String: any CKRecordValue]?
  /// The record's ID.
  public let recordID: CKRecord.ID?
  /// The record's database.
  public let databaseScope: CKDatabase.Scope

  init(_ payload: PushNotification, _ event: PushNotification.QueryEvent, badge: Int?) {
    let scope = CKDatabase.Scope(event.database)
    databaseScope = scope
    queryNotificationReason =
      switch event.reason {
      case .create: .recordCreated
      case .update: .recordUpdated
      case .delete: .recordDeleted
      }
    recordID = event.recordName.map {
      CKRecord.ID(
        recordName: $0, zoneID: event.zoneID.map { CKRecordZone.ID($0, in: scope) } ?? .default)
    }
    recordFields = event.fields.flatMap { Self.fields($0) }
    super.init(payload, .query, badge: badge)
  }

  /// The scalar values of a JSON object.
  private static func fields(_ json: [UInt8]) -> [String: any CKRecordValue]? {
    guard let document = try? JSONDocument(json, from: .server),
      let object = try? document.root.object()
    else { return nil }
    var fields: [String: any CKRecordValue] = [:]
    for (name, node) in object.members {
      if let text = try? node.string() {
        fields[name] = text
      } else if let whole = try? node.int64() {
        fields[name] = whole
      } else if let number = try? node.number() {
        fields[name] = number
      }
    }
    return fields
  }
}

/// A change in a zone, reported by a ``CKRecordZoneSubscription``.
public final class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
  // Unchecked like the superclass.

  /// The zone that changed.
  public let recordZoneID: CKRecordZone.ID?
  /// The zone's database.
  public let databaseScope: CKDatabase.Scope

  init(_ payload: PushNotification, _ zone: ZoneID, _ database: DatabaseScope, badge: Int?) {
    databaseScope = CKDatabase.Scope(database)
    recordZoneID = CKRecordZone.ID(zone, in: databaseScope)
    super.init(payload, .recordZone, badge: badge)
  }
}

/// A change in a database, reported by a ``CKDatabaseSubscription``.
public final class CKDatabaseNotification: CKNotification, @unchecked Sendable {
  // Unchecked like the superclass.

  /// The database that changed.
  public let databaseScope: CKDatabase.Scope

  init(_ payload: PushNotification, _ database: DatabaseScope, badge: Int?) {
    databaseScope = CKDatabase.Scope(database)
    super.init(payload, .database, badge: badge)
  }
}

extension CKDatabase.Scope {
  init(_ wire: DatabaseScope) {
    self =
      switch wire {
      case .public: .public
      case .private: .private
      case .shared: .shared
      }
  }
}
