// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// That a record was made, changed or deleted which a query finds: what a ``CKQuerySubscription`` tells.
public final class CKQueryNotification: CKNotification, @unchecked Sendable {
  // Unchecked as its superclass; the fields are values.

  /// What happened to the record.
  public enum Reason: Int, Sendable {
    /// It was made.
    case recordCreated = 1
    /// It was changed.
    case recordUpdated = 2
    /// It was deleted.
    case recordDeleted = 3
  }

  /// What happened to the record.
  public let queryNotificationReason: Reason
  /// The fields that the subscription's ``CKNotificationInfo/desiredKeys`` name; nil if it names none.
  ///
  /// Notifications don't say the types of numbers: those without a fraction are `Int64`, others `Double`, and dates
  /// are milliseconds since 1970.
  public let recordFields: [String: any CKRecordValue]?
  /// Which record.
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

  /// The plain values of a JSON object.
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
