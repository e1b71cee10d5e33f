// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SyncSnapshot: Codable {
  /// The version of the encoded state; other versions are rejected.
  private static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, user, databaseToken, zones, fullFetches, databaseChanges, recordChanges
    case hasUntrackedChanges
  }

  private struct ZoneEntry: Codable {
    var name: String
    var owner: String?
    var token: String?
    var news: Bool?
    var fullFetch: Int?
    var restored: Bool?

    init(_ id: CKRecordZone.ID) {
      name = id.zoneName
      owner = id.ownerName == CKCurrentUserDefaultName ? nil : id.ownerName
    }

    var id: CKRecordZone.ID {
      CKRecordZone.ID(zoneName: name, ownerName: owner ?? CKCurrentUserDefaultName)
    }
  }

  private struct ZoneChange: Codable {
    var zone: ZoneEntry
    var capabilities: UInt?
    var isDeletion: Bool?
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encodeIfPresent(user?.recordName, forKey: .user)
    try values.encodeIfPresent(databaseToken?.syncToken, forKey: .databaseToken)
    let zones = zones.map { zone in
      var entry = ZoneEntry(zone.id)
      entry.token = zone.token?.syncToken
      entry.news = zone.hasServerChanges ? true : nil
      entry.fullFetch = zone.fullFetch
      entry.restored = zone.isServerRestored ? true : nil
      return entry
    }
    try values.encode(zones, forKey: .zones)
    try values.encode(fullFetches, forKey: .fullFetches)
    let changes = databaseChanges.map { change in
      switch change {
      case .saveZone(let zone):
        ZoneChange(zone: ZoneEntry(zone.zoneID), capabilities: zone.capabilities.rawValue)
      case .deleteZone(let id): ZoneChange(zone: ZoneEntry(id), isDeletion: true)
      }
    }
    try values.encode(changes, forKey: .databaseChanges)
    try values.encode(recordChanges.encodedChunks, forKey: .recordChanges)
    try values.encode(hasUntrackedChanges, forKey: .hasUntrackedChanges)
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let version = try values.decode(Int.self, forKey: .version)
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: values,
        debugDescription:
          "The sync engine's state has version \(version), expected \(Self.version): "
          + "start without a state to fetch everything again.")
    }
    user = try values.decodeIfPresent(String.self, forKey: .user).map {
      CKRecord.ID(recordName: $0)
    }
    databaseToken = try values.decodeIfPresent(String.self, forKey: .databaseToken)
      .map { CKServerChangeToken($0) }
    for entry in try values.decode([ZoneEntry].self, forKey: .zones) {
      var zone = SyncZone(entry.id)
      zone.token = entry.token.map { CKServerChangeToken($0) }
      zone.hasServerChanges = entry.news ?? false
      zone.fullFetch = entry.fullFetch
      zone.isServerRestored = entry.restored ?? false
      zones.append(zone)
    }
    fullFetches = try values.decode(Int.self, forKey: .fullFetches)
    for change in try values.decode([ZoneChange].self, forKey: .databaseChanges) {
      let capabilities = CKRecordZone.Capabilities(rawValue: change.capabilities ?? 0)
      _ = databaseChanges.append(
        change.isDeletion ?? false
          ? .deleteZone(change.zone.id) : .saveZone(CKRecordZone(change.zone.id, capabilities)))
    }
    for chunk in try values.decode([String].self, forKey: .recordChanges) {
      let isValid = PendingSequence.decode(chunk) { _ = recordChanges.append($0) }
      guard isValid else {
        throw DecodingError.dataCorruptedError(
          forKey: .recordChanges, in: values,
          debugDescription: "The sync engine's pending changes can't be decoded: invalid chunk.")
      }
    }
    hasUntrackedChanges = try values.decode(Bool.self, forKey: .hasUntrackedChanges)
  }
}
