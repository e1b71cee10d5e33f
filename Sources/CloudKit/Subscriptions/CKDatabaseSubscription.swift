// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// A subscription to changes in all zones of a private or shared database except the default zone.
///
/// ```swift
/// let subscription = CKDatabaseSubscription(subscriptionID: "new-hikes")
/// subscription.recordType = "Hike"
/// try await database.save(subscription)
/// ```
public final class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
  // Unchecked like the superclass; there is no additional state.

  /// A subscription with a random ID.
  public convenience init() { self.init(subscriptionID: UUID().uuidString) }

  /// A subscription with an ID; saving it replaces an existing one.
  public convenience init(subscriptionID: CKSubscription.ID) {
    self.init(subscriptionID, .database)
  }

  override init(_ id: ID, _ type: SubscriptionType, _ state: State = State()) {
    super.init(id, type, state)
  }

  /// The record type to observe; nil for all types.
  public var recordType: CKRecord.RecordType? {
    get { state.recordType }
    set { change { $0.recordType = newValue } }
  }

  override func wire() throws -> Subscription {
    var wire = try super.wire()
    wire.subscriptionType = .database
    return wire
  }

  /// Returns an independent copy with the same ID.
  public override func copy(with zone: NSZone? = nil) -> Any {
    CKDatabaseSubscription(subscriptionID, .database, copiedState)
  }

  /// Decodes a subscription; nil if the archive has none.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    guard subscriptionType == .database else { return nil }
  }
}
