// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation
import Synchronization

/// A persistent request for notifications about changes on the server.
///
/// Save a ``CKQuerySubscription``, ``CKRecordZoneSubscription`` or ``CKDatabaseSubscription``; then
/// ``CKContainer/notifications()`` returns its notifications until it is deleted.
///
/// ```swift
/// let subscription = CKDatabaseSubscription(subscriptionID: "all-changes")
/// subscription.notificationInfo = CKSubscription.NotificationInfo(
///   shouldSendContentAvailable: true)
/// try await container.privateCloudDatabase.save(subscription)
/// ```
public class CKSubscription: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because the class is not final; a lock protects all state.

  /// The ID of a subscription: 1 to 255 ASCII characters.
  public typealias ID = String

  /// The kind of a subscription.
  public enum SubscriptionType: Int, Sendable {
    /// The records that match a query.
    case query = 1
    /// All records of a zone.
    case recordZone = 2
    /// All zones of a database.
    case database = 3
  }

  /// The mutable properties.
  struct State: Sendable {
    var zoneID: CKRecordZone.ID?
    var recordType: CKRecord.RecordType?
    var info: NotificationInfo?
  }

  /// The subscription's ID, unique for the user and database.
  public let subscriptionID: ID
  /// The kind of the subscription.
  public let subscriptionType: SubscriptionType
  private let storage: Mutex<State>

  init(_ id: ID, _ type: SubscriptionType, _ state: State = State()) {
    subscriptionID = id
    subscriptionType = type
    storage = Mutex(state)
  }

  var state: State { storage.withLock { $0 } }

  func change(_ body: (inout State) -> Void) {
    storage.withLock { state in body(&state) }
  }

  /// The content and behavior of notifications; nil for silent ones.
  ///
  /// The value is copied when set.
  public var notificationInfo: NotificationInfo? {
    get { state.info }
    set {
      let info = newValue?.duplicate
      change { $0.info = info }
    }
  }

  // MARK: The wire

  /// Returns the subscription in wire format.
  ///
  /// - Throws: ``CKError/invalidArguments`` for a predicate that servers do not support.
  func wire() throws -> Subscription {
    let state = state
    return Subscription(
      subscriptionID: subscriptionID, zoneID: state.zoneID?.wire, recordType: state.recordType,
      notificationInfo: state.info?.wire)
  }

  /// Creates a subscription from the server's response.
  static func make(_ subscription: Subscription, in scope: CKDatabase.Scope) throws
    -> CKSubscription
  {
    guard let id = subscription.subscriptionID else {
      throw CKError(.internalError, "The server returned a subscription without an ID.")
    }
    let state = State(
      zoneID: subscription.zoneID.map { CKRecordZone.ID($0, in: scope) },
      recordType: subscription.recordType,
      info: subscription.notificationInfo.map { NotificationInfo($0) })
    switch subscription.subscriptionType {
    case .database: return CKDatabaseSubscription(id, .database, state)
    case .zone:
      guard let zone = state.zoneID else { break }
      return CKRecordZoneSubscription(id, zone, state)
    case .query:
      guard let query = subscription.query else { break }
      return CKQuerySubscription(id, query, subscription, state, in: scope)
    case nil: break
    }
    throw CKError(
      .internalError, "The server returned the subscription \(id) without its zone or query.")
  }

  // MARK: Copying and coding

  /// Returns an independent copy with the same ID.
  public func copy(with zone: NSZone? = nil) -> Any {
    CKSubscription(subscriptionID, subscriptionType, copiedState)
  }

  /// The state of a copy.
  var copiedState: State {
    var state = state
    state.info = state.info?.duplicate
    return state
  }

  /// Always true: decoding accepts only the expected classes.
  public class var supportsSecureCoding: Bool { true }

  private static let idKey = "SubscriptionID"
  private static let typeKey = "SubscriptionType"
  private static let zoneKey = "ZoneID"
  private static let recordTypeKey = "RecordType"
  private static let infoKey = "NotificationInfo"

  /// Decodes a subscription; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard let id = coder.object(of: NSString.self, forKey: Self.idKey),
      let type = SubscriptionType(rawValue: Int(coder.decodeInt64(forKey: Self.typeKey)))
    else { return nil }
    subscriptionID = "\(id)"
    subscriptionType = type
    storage = Mutex(
      State(
        zoneID: coder.object(of: CKRecordZone.ID.self, forKey: Self.zoneKey),
        recordType: coder.object(of: NSString.self, forKey: Self.recordTypeKey).map { "\($0)" },
        info: coder.object(of: NotificationInfo.self, forKey: Self.infoKey)))
  }

  /// Encodes the object.
  public func encode(with coder: NSCoder) {
    let state = state
    coder.encode(subscriptionID as NSString, forKey: Self.idKey)
    coder.encode(Int64(subscriptionType.rawValue), forKey: Self.typeKey)
    if let zone = state.zoneID { coder.encode(zone, forKey: Self.zoneKey) }
    if let type = state.recordType { coder.encode(type as NSString, forKey: Self.recordTypeKey) }
    if let info = state.info { coder.encode(info, forKey: Self.infoKey) }
  }

  public override var description: String {
    "<\(Self.self) \(subscriptionID)\(state.zoneID.map { " of \($0)" } ?? "")>"
  }
}
