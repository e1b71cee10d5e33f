// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The factory behind `CKNotification(fromRemoteNotificationDictionary:)`, which returns an
/// instance of the matching subclass; a class initializer cannot do that.
///
/// Other types cannot conform.
public protocol _CKNotificationFactory {}

extension _CKNotificationFactory where Self: CKNotification {
  /// Creates a notification of the matching subclass from a push notification's dictionary; nil if
  /// the dictionary is not from CloudKit or has another class.
  ///
  /// ```swift
  /// if let notification = CKNotification(fromRemoteNotificationDictionary: userInfo) {
  ///   if let changed = notification as? CKRecordZoneNotification { fetch(changed.recordZoneID) }
  /// }
  /// ```
  public init?(fromRemoteNotificationDictionary notificationDictionary: [AnyHashable: Any]) {
    var object: [String: Any] = [:]
    for key in ["aps", "ck"] { object[key] = notificationDictionary[key] }
    guard object["ck"] != nil, JSONSerialization.isValidJSONObject(object),
      let data = try? JSONSerialization.data(withJSONObject: object),
      let made = CKNotification.make([UInt8](data)) as? Self
    else { return nil }
    self = made
  }
}

extension CKNotification {
  /// Decodes the server's JSON into a notification; nil if it is invalid.
  static func make(_ body: [UInt8]) -> CKNotification? {
    guard let document = try? JSONDocument(body, from: .server),
      let payload = try? PushNotification(json: document.root)
    else { return nil }
    let aps = (try? document.root.object())?.value("aps")
    let badge = (try? aps?.object().optional("badge", as: Int.self)) ?? nil
    switch payload.event {
    case .query(let event): return CKQueryNotification(payload, event, badge: badge)
    case .zone(let zone, let database, _):
      return CKRecordZoneNotification(payload, zone, database, badge: badge)
    case .database(let database, _):
      return CKDatabaseNotification(payload, database, badge: badge)
    case nil: return nil
    }
  }
}
