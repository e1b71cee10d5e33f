// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The zones of a database in the order in which they were seen.
struct SyncZones: Sendable {
  private(set) var zones: [SyncZone] = []
  private var places: [CKRecordZone.ID: Int] = [:]

  init() {}

  init(_ zones: [SyncZone]) {
    for zone in zones { self[zone.id] = zone }
  }

  /// A zone; setting nil forgets it.
  subscript(id: CKRecordZone.ID) -> SyncZone? {
    get { places[id].map { zones[$0] } }
    set {
      switch (places[id], newValue) {
      case (let place?, let zone?): zones[place] = zone
      case (nil, let zone?):
        places[id] = zones.count
        zones.append(zone)
      case (let place?, nil):
        zones.remove(at: place)
        places[id] = nil
        for index in place..<zones.count { places[zones[index].id] = index }
      case (nil, nil): break
      }
    }
  }

  /// Changes a zone that is known.
  mutating func change(_ id: CKRecordZone.ID, _ body: (inout SyncZone) -> Void) {
    if let place = places[id] { body(&zones[place]) }
  }
}
