// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// Tells of records that a query finds, when they are made, changed or deleted.
///
/// ```swift
/// let subscription = CKQuerySubscription(
///   recordType: "Hike", predicate: NSPredicate(format: "distance > %f", 20.0),
///   subscriptionID: "long-hikes", options: [.firesOnRecordCreation])
/// ```
public final class CKQuerySubscription: CKSubscription, @unchecked Sendable {
  // Unchecked as its superclass, and since predicates never change.

  /// When it tells.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt

    /// A set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// When a record is made.
    public static let firesOnRecordCreation = Options(rawValue: 1)
    /// When a record is changed that the query finds, or found before.
    public static let firesOnRecordUpdate = Options(rawValue: 2)
    /// When a record is deleted.
    public static let firesOnRecordDeletion = Options(rawValue: 4)
    /// Only once: then the subscription is deleted.
    public static let firesOnce = Options(rawValue: 8)
  }

  /// The type of the records.
  public let recordType: CKRecord.RecordType
  /// What is to be true of them: what a ``CKQuery`` takes.
  public let predicate: NSPredicate
  /// When it tells.
  public let querySubscriptionOptions: Options

  /// A subscription with a name of its own.
  public convenience init(
    recordType: CKRecord.RecordType, predicate: NSPredicate,
    options querySubscriptionOptions: Options = []
  ) {
    self.init(
      recordType: recordType, predicate: predicate, subscriptionID: UUID().uuidString,
      options: querySubscriptionOptions)
  }

  /// A subscription by its name; one that is there is replaced when this one is saved.
  public convenience init(
    recordType: CKRecord.RecordType, predicate: NSPredicate, subscriptionID: CKSubscription.ID,
    options querySubscriptionOptions: Options = []
  ) {
    self.init(subscriptionID, recordType, predicate, querySubscriptionOptions, State())
  }

  /// A subscription for a `#Predicate`, as a ``CKQuery`` takes one: an addition to Apple's API.
  ///
  /// Without a `subscriptionID` it has a name of its own.
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

  /// The zone that it is about; nil for all.
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
    // The default zone may be named by what is left out.
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
        "The predicate of the subscription \(subscriptionID) is true of nothing: there would never be "
          + "anything to tell.")
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

  /// A subscription of its own with the same name.
  public override func copy(with zone: NSZone? = nil) -> Any {
    CKQuerySubscription(
      subscriptionID, recordType, predicate, querySubscriptionOptions, copiedState)
  }

  private static let typeKey = "QueryRecordType"
  private static let optionsKey = "QuerySubscriptionOptions"

  /// Reads a subscription that was encoded; nil if the archive has none.
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

  /// Writes it into an archive; a predicate that servers don't know is an error when it is saved later, too.
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
