// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// A subscription to changes in a zone of the private database other than the default zone.
///
/// ```swift
/// let subscription = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "hikes-zone")
/// try await database.save(subscription)
/// ```
public final class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
  // Unchecked like the superclass; there is no additional state.

  /// The zone.
  public let zoneID: CKRecordZone.ID

  /// A subscription with a random ID.
  public convenience init(zoneID: CKRecordZone.ID) {
    self.init(zoneID: zoneID, subscriptionID: UUID().uuidString)
  }

  /// A subscription with an ID; saving it replaces an existing one.
  public convenience init(zoneID: CKRecordZone.ID, subscriptionID: CKSubscription.ID) {
    self.init(subscriptionID, zoneID, State(zoneID: zoneID))
  }

  init(_ id: ID, _ zoneID: CKRecordZone.ID, _ state: State) {
    self.zoneID = zoneID
    super.init(id, .recordZone, state)
  }

  /// The record type to observe; nil for all types.
  public var recordType: CKRecord.RecordType? {
    get { state.recordType }
    set { change { $0.recordType = newValue } }
  }

  override func wire() throws -> Subscription {
    var wire = try super.wire()
    wire.subscriptionType = .zone
    return wire
  }

  /// Returns an independent copy with the same ID.
  public override func copy(with zone: NSZone? = nil) -> Any {
    CKRecordZoneSubscription(subscriptionID, zoneID, copiedState)
  }

  /// Decodes a subscription; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard let zone = coder.object(of: CKRecordZone.ID.self, forKey: "ZoneID") else { return nil }
    zoneID = zone
    super.init(coder: coder)
    guard subscriptionType == .recordZone else { return nil }
  }
}
