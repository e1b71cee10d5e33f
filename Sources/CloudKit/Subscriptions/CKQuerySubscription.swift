// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// A subscription to created, changed and deleted records that match a query.
///
/// ```swift
/// let subscription = CKQuerySubscription(
///   recordType: "Hike", predicate: NSPredicate(format: "distance > %f", 20.0),
///   subscriptionID: "long-hikes", options: [.firesOnRecordCreation])
/// ```
public final class CKQuerySubscription: CKSubscription, @unchecked Sendable {
  // Unchecked like the superclass; predicates are immutable.

  /// The triggers of the subscription.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bit mask.
    public let rawValue: UInt

    /// A set with a bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A matching record was created.
    public static let firesOnRecordCreation = Options(rawValue: 1)
    /// A record was changed that matches the query or matched it before.
    public static let firesOnRecordUpdate = Options(rawValue: 2)
    /// A matching record was deleted.
    public static let firesOnRecordDeletion = Options(rawValue: 4)
    /// The subscription fires once and is then deleted.
    public static let firesOnce = Options(rawValue: 8)
  }

  /// The type of the records.
  public let recordType: CKRecord.RecordType
  /// The predicate that records must match, as in a ``CKQuery``.
  public let predicate: NSPredicate
  /// The triggers of the subscription.
  public let querySubscriptionOptions: Options

  /// A subscription with a random ID.
  public convenience init(
    recordType: CKRecord.RecordType, predicate: NSPredicate,
    options querySubscriptionOptions: Options = []
  ) {
    self.init(
      recordType: recordType, predicate: predicate, subscriptionID: UUID().uuidString,
      options: querySubscriptionOptions)
  }

  /// A subscription with an ID; saving it replaces an existing one.
  public convenience init(
    recordType: CKRecord.RecordType, predicate: NSPredicate, subscriptionID: CKSubscription.ID,
    options querySubscriptionOptions: Options = []
  ) {
    self.init(subscriptionID, recordType, predicate, querySubscriptionOptions, State())
  }

  /// A subscription with a `#Predicate`, as in a ``CKQuery``: an addition to Apple's API.
  ///
  /// Without a `subscriptionID` the ID is random.
  public convenience init<Model: CKRecordFieldProviding>(
    recordType: CKRecord.RecordType, predicate: Predicate<Model>,
    subscriptionID: CKSubscription.ID = UUID().uuidString,
    options querySubscriptionOptions: Options = []
  ) {
    self.init(
      recordType: recordType, predicate: NSPredicate(SwiftPredicate.tree(predicate)),
      subscriptionID: subscriptionID, options: querySubscriptionOptions)
  }

  private init(
    _ id: ID, _ recordType: CKRecord.RecordType, _ predicate: NSPredicate, _ options: Options,
    _ state: State
  ) {
    self.recordType = recordType
    self.predicate = predicate
    querySubscriptionOptions = options
    super.init(id, .query, state)
  }

  /// The zone to observe; nil for all zones.
  public var zoneID: CKRecordZone.ID? {
    get { state.zoneID }
    set { change { $0.zoneID = newValue } }
  }

  // MARK: The wire

  convenience init(
    _ id: ID, _ query: Query, _ wire: Subscription, _ state: State, in scope: CKDatabase.Scope
  ) {
    var state = state
    state.recordType = nil
    // `zoneWide` false without a zone ID means the default zone.
    if wire.zoneID == nil, wire.zoneWide == false { state.zoneID = .default }
    self.init(
      id, query.recordType,
      NSPredicate(PredicateTree(query.filters, state.zoneID ?? .default, scope)),
      Options(wire), state)
  }

  override func wire() throws -> Subscription {
    var wire = try super.wire()
    wire.subscriptionType = .query
    guard
      let query = try QueryTranslation(CKQuery(recordType: recordType, predicate: predicate)).query
    else {
      throw CKError(
        .invalidArguments,
        "The predicate of the subscription \(subscriptionID) matches no record: the subscription "
          + "would never fire.")
    }
    wire.query = query
    wire.firesOn = querySubscriptionOptions.triggers
    wire.firesOnce = querySubscriptionOptions.contains(.firesOnce)
    wire.zoneWide = wire.zoneID == nil
    guard !querySubscriptionOptions.triggers.isEmpty else {
      throw CKError(
        .invalidArguments,
        "The subscription \(subscriptionID) never fires: give it one of firesOnRecordCreation, "
          + "firesOnRecordUpdate and firesOnRecordDeletion.")
    }
    return wire
  }

  // MARK: Copying and coding

  /// Returns an independent copy with the same ID.
  public override func copy(with zone: NSZone? = nil) -> Any {
    CKQuerySubscription(
      subscriptionID, recordType, predicate, querySubscriptionOptions, copiedState)
  }

  private static let typeKey = "QueryRecordType"
  private static let optionsKey = "QuerySubscriptionOptions"

  /// Decodes a subscription; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard let type = coder.object(of: NSString.self, forKey: Self.typeKey) else { return nil }
    recordType = "\(type)"
    querySubscriptionOptions = Options(
      rawValue: UInt(truncatingIfNeeded: coder.decodeInt64(forKey: Self.optionsKey)))
    guard let archive = QueryArchive(coder) else { return nil }
    predicate = archive.predicate
    super.init(coder: coder)
    guard subscriptionType == .query else { return nil }
  }

  /// Encodes the subscription; a predicate that servers do not support makes a later save fail.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(recordType as NSString, forKey: Self.typeKey)
    coder.encode(Int64(querySubscriptionOptions.rawValue), forKey: Self.optionsKey)
    QueryArchive.encode(CKQuery(recordType: recordType, predicate: predicate), with: coder)
  }
}

extension CKQuerySubscription.Options {
  fileprivate init(_ wire: Subscription) {
    var options: Self = wire.firesOnce == true ? [.firesOnce] : []
    for trigger in wire.firesOn ?? [] {
      switch trigger {
      case .create: options.insert(.firesOnRecordCreation)
      case .update: options.insert(.firesOnRecordUpdate)
      case .delete: options.insert(.firesOnRecordDeletion)
      }
    }
    self = options
  }

  fileprivate var triggers: [Subscription.Trigger] {
    var triggers: [Subscription.Trigger] = []
    if contains(.firesOnRecordCreation) { triggers.append(.create) }
    if contains(.firesOnRecordUpdate) { triggers.append(.update) }
    if contains(.firesOnRecordDeletion) { triggers.append(.delete) }
    return triggers
  }
}
