// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Hikes in a store on disk.
struct HikeLog {
  private let context: ModelContext

  /// Opens the store at `url`, making it where there is none.
  init(url: URL) throws {
    let container = try ModelContainer(
      for: Trail.self, Hike.self, configurations: ModelConfiguration(url: url))
    context = ModelContext(container)
  }

  /// Notes a hike, and the trail when it is the first there.
  func add(trail name: String, length: Double, date: Date, minutes: Int, notes: String?) throws {
    let descriptor = FetchDescriptor<Trail>(predicate: #Predicate { $0.name == name })
    let trail: Trail
    if let known = try context.fetch(descriptor).first {
      trail = known
    } else {
      trail = Trail(name: name, length: length)
      context.insert(trail)
    }
    let hike = Hike(date: date, minutes: minutes, notes: notes)
    context.insert(hike)
    hike.trail = trail
    try context.save()
  }

  /// The number of hikes.
  func count() throws -> Int {
    try context.fetchCount(FetchDescriptor<Hike>())
  }

  /// Every trail, by name.
  func trails() throws -> [Trail] {
    try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Trail.name)]))
  }

  /// Hikes on trails of at least `kilometres` that took longer than `minutes`, oldest first.
  func hikes(onTrailsFrom kilometres: Double, longerThan minutes: Int) throws -> [Hike] {
    let predicate = #Predicate<Hike> { hike in
      hike.minutes > minutes && (hike.trail?.length ?? 0) >= kilometres
    }
    return try context.fetch(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Hike.date)]))
  }

  /// Removes a trail with its hikes.
  func removeTrail(named name: String) throws {
    let descriptor = FetchDescriptor<Trail>(predicate: #Predicate { $0.name == name })
    for trail in try context.fetch(descriptor) { context.delete(trail) }
    try context.save()
  }
}
