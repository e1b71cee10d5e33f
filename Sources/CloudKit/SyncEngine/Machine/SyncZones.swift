// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What an engine knows of a zone.
package struct SyncZone: Sendable, Hashable {
  package let id: CKRecordZone.ID
  /// How much of its history was handled; nil if nothing was.
  package var token: CKServerChangeToken?
  /// Whether the database said that there is more.
  package var hasNews = false
  /// The number of the full fetch that has not ended yet.
  package var fullFetch: Int?

  init(_ id: CKRecordZone.ID) { self.id = id }

  /// Whether something of it is to be fetched.
  var isUnfetched: Bool { hasNews || fullFetch != nil }
}

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
