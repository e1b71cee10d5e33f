// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
public import Foundation

/// Tells of changes in one zone of a private database, which is not the default one.
public final class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
  // Unchecked as its superclass; it has no state of its own.

  /// The zone.
  public let zoneID: CKRecordZone.ID

  /// A subscription with a name of its own.
  public convenience init(zoneID: CKRecordZone.ID) {
    self.init(zoneID: zoneID, subscriptionID: UUID().uuidString)
  }

  /// A subscription by its name; one that is there is replaced when this one is saved.
  public convenience init(zoneID: CKRecordZone.ID, subscriptionID: CKSubscription.ID) {
    self.init(subscriptionID, zoneID, State(zoneID: zoneID))
  }

  init(_ id: ID, _ zoneID: CKRecordZone.ID, _ state: State) {
    self.zoneID = zoneID
    super.init(id, .recordZone, state)
  }

  /// The type of the records that it is about; nil for all.
  public var recordType: CKRecord.RecordType? {
    get { state.recordType }
    set { change { $0.recordType = newValue } }
  }

  override func wire() throws -> Subscription {
    var wire = try super.wire()
    wire.subscriptionType = .zone
    return wire
  }

  /// A subscription of its own with the same name.
  public override func copy(with zone: NSZone? = nil) -> Any {
    CKRecordZoneSubscription(subscriptionID, zoneID, copiedState)
  }

  /// Reads a subscription that was encoded; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard let zone = coder.object(of: CKRecordZone.ID.self, forKey: "ZoneID") else { return nil }
    zoneID = zone
    super.init(coder: coder)
    guard subscriptionType == .recordZone else { return nil }
  }
}
