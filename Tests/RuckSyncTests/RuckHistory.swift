// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import Foundation
import RuckMap
import SwiftData

/// A random history of devices of one user, which start, complete, edit, delete and sync rucks with
/// gear. Half of the histories have a device of the first release.
struct RuckHistory {
  private static let stepCount = 24
  private static let gearCount = 3
  /// The rounds of sync within which the derived figures of all devices settle.
  private static let roundLimit = 8
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// A use without a ruck.
  struct Entry {
    let item: UUID
    let distance: Double
    let duration: TimeInterval
  }

  let devices: [RuckDevice]
  /// The device of the first release.
  let old: (container: ModelContainer, sync: StoreSync)?
  private var random: SeededRandom
  private var rucks = 0
  /// The operations so far, for the message of a failure.
  private(set) var steps: [String] = []
  private(set) var entries: [Entry] = []
  /// The rucks that a device has deleted, whether or not another one has restored them.
  private(set) var deleted: Set<UUID> = []
  /// The rucks from which a device has removed the gear, whether or not another one has added some.
  private(set) var removedGear: Set<UUID> = []

  init(seed: UInt64, on cloud: RunningCloud) async throws {
    random = SeededRandom(seed: seed)
    let user = "user\(seed)"
    var devices: [RuckDevice] = []
    for name in ["first", "second", "third"].prefix(Int.random(in: 2...3, using: &random)) {
      devices.append(try await RuckDevice(cloud, name, of: user))
    }
    self.devices = devices
    old =
      Bool.random(using: &random) ? try await RuckDevice.released(cloud, "old", of: user) : nil
  }

  /// Runs the history, and returns the violations of its rules at the end.
  mutating func run() async throws -> [String] {
    try await begin()
    for _ in 0..<Self.stepCount {
      if let old, Int.random(in: 0..<5, using: &random) == 0 {
        try await stepOld(old.container, old.sync)
      } else {
        try await step(Int.random(in: 0..<devices.count, using: &random))
      }
    }
    guard try await settle() else { return ["the devices correct figures without an end"] }
    return try violations()
  }

  // MARK: The beginning

  /// Gives all devices the gear and a running ruck, which two of them complete offline.
  private mutating func begin() async throws {
    let context = ModelContext(devices[0].library.modelContainer)
    let user = User(email: "ann@example.com", displayName: "Ann", persona: .general)
    context.insert(user)
    for number in 0..<Self.gearCount {
      let item = Equipment(name: "Item \(number)", type: .boots, weight: 2, owner: user)
      item.id = identifier()
      context.insert(item)
    }
    try context.save()
    try startRuck(0)
    for _ in 0..<2 { for device in devices { try await device.sync.syncNow() } }
    for index in 0..<2 { try complete(index) }
  }

  // MARK: Operations

  private mutating func step(_ index: Int) async throws {
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1: try startRuck(index)
    case 2...4: try complete(index)
    case 5: try await addGear(index)
    case 6: try editDistance(index)
    case 7: try await editNotes(index)
    case 8: try await delete(index)
    case 9: try await recordUse(index)
    case 10: try await removeGear(index)
    default:
      steps.append("\(index) syncs")
      try await devices[index].sync.syncNow()
      try await devices[index].library.recalculateMergedFigures()
    }
  }

  private mutating func startRuck(_ index: Int) throws {
    let context = ModelContext(devices[index].library.modelContainer)
    let user = try context.fetch(FetchDescriptor<User>()).first
    rucks += 1
    let session = RuckingSession(
      startDate: Self.start + Double(rucks) * 86_400,
      packWeight: Double(Int.random(in: 10...60, using: &random)), user: user)
    session.id = identifier()
    context.insert(session)
    session.equipment = try items(context).filter { _ in Bool.random(using: &random) }
    try context.save()
    steps.append("\(index) starts \(session.id)")
  }

  private mutating func complete(_ index: Int) throws {
    let context = ModelContext(devices[index].library.modelContainer)
    let running = try context.fetch(RuckingSession.activeSessions)
    guard let session = running.randomElement(using: &random) else { return }
    let (distance, duration) = amount()
    if Bool.random(using: &random) { session.elevationLoss = distance * 10 }
    try session.completeSession(endDate: session.startDate + duration, finalDistance: distance)
    session.recordEquipmentUse()
    try context.save()
    steps.append("\(index) completes \(session.id) with \(distance)")
  }

  private mutating func addGear(_ index: Int) async throws {
    let context = ModelContext(devices[index].library.modelContainer)
    guard let session = try completed(context).randomElement(using: &random),
      let item = try items(context).randomElement(using: &random)
    else { return }
    let gear = Set(session.equipment.map(\.id)).union([item.id])
    steps.append("\(index) adds \(item.name) to \(session.id)")
    try await devices[index].library.setGear(gear, of: session.id)
  }

  private mutating func removeGear(_ index: Int) async throws {
    let context = ModelContext(devices[index].library.modelContainer)
    guard let session = try completed(context).randomElement(using: &random) else { return }
    steps.append("\(index) removes the gear of \(session.id)")
    removedGear.insert(session.id)
    try await devices[index].library.setGear([], of: session.id)
  }

  private mutating func editDistance(_ index: Int) throws {
    let context = ModelContext(devices[index].library.modelContainer)
    guard let session = try completed(context).randomElement(using: &random) else { return }
    session.distance = amount().distance
    session.didChange("distance")
    try context.save()
    steps.append("\(index) sets \(session.id) to \(session.distance)")
  }

  private mutating func editNotes(_ index: Int) async throws {
    let context = ModelContext(devices[index].library.modelContainer)
    guard let session = try completed(context).randomElement(using: &random) else { return }
    let notes = "Notes \(Int.random(in: 0..<9, using: &random))"
    steps.append("\(index) notes \(session.id)")
    _ = try await devices[index].library.edit(session.id, RuckEdit(notes: notes))
  }

  private mutating func delete(_ index: Int) async throws {
    let context = ModelContext(devices[index].library.modelContainer)
    guard let session = try sessions(context).randomElement(using: &random) else { return }
    steps.append("\(index) deletes \(session.id)")
    deleted.insert(session.id)
    try await devices[index].library.delete(session.id)
  }

  private mutating func recordUse(_ index: Int) async throws {
    let context = ModelContext(devices[index].library.modelContainer)
    guard let item = try items(context).randomElement(using: &random) else { return }
    let (distance, duration) = amount()
    item.recordUsage(distance: distance, duration: duration, at: Self.start)
    try context.save()
    entries.append(Entry(item: item.id, distance: distance, duration: duration))
    steps.append("\(index) uses \(item.name) for \(distance)")
  }

  /// An operation of the device of the first release, which knows no gear.
  private mutating func stepOld(_ container: ModelContainer, _ sync: StoreSync) async throws {
    let context = ModelContext(container)
    let known = try context.fetch(FetchDescriptor<ReleasedSchema.RuckingSession>())
      .filter(\.isCompleted).sorted { $0.id.uuidString < $1.id.uuidString }
    let number = Int.random(in: 0..<6, using: &random)
    guard number < 4, let session = known.randomElement(using: &random) else {
      steps.append("old syncs")
      return try await sync.syncNow()
    }
    switch number {
    case 0:
      steps.append("old deletes \(session.id)")
      deleted.insert(session.id)
      context.delete(session)
    case 1:
      session.notes = "Old notes \(Int.random(in: 0..<9, using: &random))"
      session.lastModified = Date()
      steps.append("old notes \(session.id)")
    default:
      session.distance = amount().distance
      session.lastModified = Date()
      steps.append("old sets \(session.id) to \(session.distance)")
    }
    try context.save()
  }

  // MARK: Choices

  private mutating func amount() -> (distance: Double, duration: TimeInterval) {
    (
      Double(Int.random(in: 4...80, using: &random)) / 4,
      Double(Int.random(in: 10...300, using: &random)) * 60
    )
  }

  /// A random identifier (version 4) that the seed reproduces.
  private mutating func identifier() -> UUID {
    let digits = (0..<30).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
    let text = digits.joined()
    func part(_ from: Int, _ count: Int) -> String { String(text.dropFirst(from).prefix(count)) }
    let name =
      "\(part(0, 8))-\(part(8, 4))-4\(part(12, 3))-8\(part(15, 3))-\(part(18, 12))"
    return UUID(uuidString: name) ?? UUID()
  }

  private func items(_ context: ModelContext) throws -> [Equipment] {
    try context.fetch(FetchDescriptor<Equipment>(sortBy: [SortDescriptor(\.name)]))
  }

  private func sessions(_ context: ModelContext) throws -> [RuckingSession] {
    try context.fetch(FetchDescriptor<RuckingSession>(sortBy: [SortDescriptor(\.startDate)]))
  }

  private func completed(_ context: ModelContext) throws -> [RuckingSession] {
    try sessions(context).filter(\.isCompleted)
  }

  // MARK: The end

  /// Syncs all devices until none corrects a figure; returns false if they never settle.
  private func settle() async throws -> Bool {
    for _ in 0..<Self.roundLimit {
      // First the device that corrects no figures, so that the others correct those of its changes.
      try await old?.sync.syncNow()
      var corrections = 0
      for device in devices {
        try await device.sync.syncNow()
        corrections += try await device.library.recalculateMergedFigures()
      }
      guard corrections == 0 else { continue }
      for _ in 0..<2 {
        for device in devices { try await device.sync.syncNow() }
        try await old?.sync.syncNow()
      }
      return true
    }
    return false
  }
}
