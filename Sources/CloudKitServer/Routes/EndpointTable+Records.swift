// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension EndpointTable {
  /// `records/*`.
  mutating func add(_ records: RecordService) {
    add(.queryRecords, records.query)
    add(.modifyRecords, records.modify)
    add(.lookupRecords, records.lookup)
  }

  /// `zones/*`.
  mutating func add(_ zones: ZoneService) {
    add(.listZones, zones.list)
    add(.lookupZones, zones.lookup)
    add(.modifyZones, zones.modify)
  }

  /// `assets/*`.
  mutating func add(_ assets: AssetService) {
    add(.uploadAssets, assets.upload)
    add(.rereferenceAssets, assets.rereference)
  }

  /// `subscriptions/*`.
  mutating func add(_ subscriptions: SubscriptionService) {
    add(.listSubscriptions, subscriptions.list)
    add(.lookupSubscriptions, subscriptions.lookup)
    add(.modifySubscriptions, subscriptions.modify)
  }

  /// `tokens/*`.
  mutating func add(_ devices: DeviceService) {
    add(.createToken, devices.create)
    add(.registerToken, devices.register)
  }

  /// `changes/*`, and their forms of old.
  mutating func add(_ changes: ChangeService) {
    add(.databaseChanges, changes.databaseChanges)
    add(.zonesChanges) { (request: DatabaseChangesRequest, call) in
      // Its token has a key of its own, also where the request has none yet.
      var request = request
      request.isMeta = true
      return try await changes.databaseChanges(request, call)
    }
    add(.zoneChanges, changes.zoneChanges)
    add(.recordChanges, changes.recordChanges)
  }
}
