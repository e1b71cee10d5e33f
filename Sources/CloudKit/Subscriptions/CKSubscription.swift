// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation
import Synchronization

/// What the server is to tell a user's programs of, as long as it is not deleted.
///
/// Save a ``CKQuerySubscription``, ``CKRecordZoneSubscription`` or ``CKDatabaseSubscription``; then
/// ``CKContainer/notifications()`` gives what is told.
///
/// ```swift
/// let subscription = CKDatabaseSubscription(subscriptionID: "all-changes")
/// subscription.notificationInfo = CKSubscription.NotificationInfo(shouldSendContentAvailable: true)
/// try await container.privateCloudDatabase.save(subscription)
/// ```
public class CKSubscription: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked, since the class is not final. All its state is behind one lock.

  /// The name of a subscription: 1 to 255 ASCII characters.
  public typealias ID = String

  /// What a subscription is about.
  public enum SubscriptionType: Int, Sendable {
    /// The records that a query finds.
    case query = 1
    /// All records of a zone.
    case recordZone = 2
    /// All zones of a database.
    case database = 3
  }

  /// What can be set once it is made.
  struct State: Sendable {
    var zoneID: CKRecordZone.ID?
    var recordType: CKRecord.RecordType?
    var info: NotificationInfo?
  }

  /// The subscription's name, which no other of the user's has in the database.
  public let subscriptionID: ID
  /// What it is about.
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

  /// What the notifications show and do; nil for those that only programs see.
  ///
  /// It is copied where it is set.
  public var notificationInfo: NotificationInfo? {
    get { state.info }
    set {
      let info = newValue?.duplicate
      change { $0.info = info }
    }
  }

  // MARK: The wire

  /// The subscription as a request has it.
  ///
  /// - Throws: ``CKError/invalidArguments`` for a predicate that servers don't know.
  func wire() throws -> Subscription {
    let state = state
    return Subscription(
      subscriptionID: subscriptionID, zoneID: state.zoneID?.wire, recordType: state.recordType,
      notificationInfo: state.info?.wire)
  }

  /// A subscription as a server answered it.
  static func make(_ subscription: Subscription, in scope: CKDatabase.Scope) throws
    -> CKSubscription
  {
    guard let id = subscription.subscriptionID else {
      throw CKError(.internalError, "The server answered a subscription without its name.")
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
      .internalError, "The server answered the subscription \(id) without what it is about.")
  }

  // MARK: Copying and coding

  /// A subscription of its own with the same name.
  public func copy(with zone: NSZone? = nil) -> Any {
    CKSubscription(subscriptionID, subscriptionType, copiedState)
  }

  /// The state of a copy.
  var copiedState: State {
    var state = state
    state.info = state.info?.duplicate
    return state
  }

  /// True: only the classes that are expected are read.
  public class var supportsSecureCoding: Bool { true }

  private static let idKey = "SubscriptionID"
  private static let typeKey = "SubscriptionType"
  private static let zoneKey = "ZoneID"
  private static let recordTypeKey = "RecordType"
  private static let infoKey = "NotificationInfo"

  /// Reads a subscription that was encoded; nil if the archive has none.
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

  /// Writes it into an archive.
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
