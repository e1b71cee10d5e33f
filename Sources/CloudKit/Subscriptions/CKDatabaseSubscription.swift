// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// Tells of changes in any zone of a private or shared database, but the default one.
public final class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
  // Unchecked as its superclass; it has no state of its own.

  /// A subscription with a name of its own.
  public convenience init() { self.init(subscriptionID: UUID().uuidString) }

  /// A subscription by its name; one that is there is replaced when this one is saved.
  public convenience init(subscriptionID: CKSubscription.ID) {
    self.init(subscriptionID, .database)
  }

  override init(_ id: ID, _ type: SubscriptionType, _ state: State = State()) {
    super.init(id, type, state)
  }

  /// The type of the records that it is about; nil for all.
  public var recordType: CKRecord.RecordType? {
    get { state.recordType }
    set { change { $0.recordType = newValue } }
  }

  override func wire() throws -> Subscription {
    var wire = try super.wire()
    wire.subscriptionType = .database
    return wire
  }

  /// A subscription of its own with the same name.
  public override func copy(with zone: NSZone? = nil) -> Any {
    CKDatabaseSubscription(subscriptionID, .database, copiedState)
  }

  /// Reads a subscription that was encoded; nil if the archive has none.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    guard subscriptionType == .database else { return nil }
  }
}
