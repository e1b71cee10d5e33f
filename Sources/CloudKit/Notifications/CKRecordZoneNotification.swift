// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// That something in a zone has changed: what a ``CKRecordZoneSubscription`` tells.
public final class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
  // Unchecked as its superclass.

  /// Which zone.
  public let recordZoneID: CKRecordZone.ID?
  /// The zone's database.
  public let databaseScope: CKDatabase.Scope

  init(_ payload: PushNotification, _ zone: ZoneID, _ database: DatabaseScope, badge: Int?) {
    databaseScope = CKDatabase.Scope(database)
    recordZoneID = CKRecordZone.ID(zone, in: databaseScope)
    super.init(payload, .recordZone, badge: badge)
  }
}
