// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import SwiftData
import Testing

/// Edits of the pack weight of rucks that were recorded with one or several loads.
@Suite(.timeLimit(.minutes(2))) struct RuckLoadsTests {
  /// Records ten minutes; from the sixth minute on with a second load.
  private func record(
    _ first: Double, _ second: Double? = nil, surface: WalkingSurface? = nil
  ) async throws -> RecordedRuck {
    let ruck = try await RecordedRuck(RecordingOptions(packWeight: first, surface: surface))
    try await ruck.walk(0...300)
    if let second {
      try await ruck.recorder.changeLoad(
        LoadChange(packWeight: second), at: Walk.now(301), now: Walk.now(301))
    }
    try await ruck.walk(302...600)
    _ = try await ruck.end(600)
    return ruck
  }

  private func energy(_ ruck: RecordedRuck) async throws -> Double {
    let summary = try #require(try await ruck.library.ruck(ruck.id)?.summary)
    return try #require(summary.calories).kilocalories
  }

  private func segments(_ ruck: RecordedRuck) throws -> [SessionSegment] {
    try ModelContext(ruck.library.modelContainer).fetch(FetchDescriptor<SessionSegment>())
      .filter { $0.kind == .load }.sorted { $0.index < $1.index }
  }

  private func loads(_ ruck: RecordedRuck) async throws -> [Double] {
    try #require(try await ruck.library.ruck(ruck.id)).loads
      .map { ($0.packWeight * 1_000).rounded() / 1_000 }
  }

  @Test func `a new weight of a recorded ruck gives the energy of a ruck with it`() async throws {
    let ruck = try await record(20)
    let light = try await record(5)
    let edited = try await ruck.library.edit(ruck.id, RuckEdit(packWeight: 5))
    let expected = try await energy(light)
    let calories = try #require(edited.calories).kilocalories
    #expect(abs(calories - expected) < expected * 0.01)
    #expect(edited.packWeight == 5)
    // One load is no list of loads.
    #expect(try await loads(ruck).isEmpty)
    let parts = try segments(ruck).map(\.calories)
    #expect(parts.count == 1)
    #expect(abs(parts[0] - expected) < expected * 0.01)
  }

  @Test func `a new weight changes several loads by the same difference`() async throws {
    let ruck = try await record(20, 10)
    #expect(try await loads(ruck) == [20, 10])
    let edited = try await ruck.library.edit(ruck.id, RuckEdit(packWeight: 25))
    #expect(abs(edited.packWeight - 25) < 0.001)
    #expect(try await loads(ruck) == [25, 15])
    let expected = try await energy(try await record(25, 15))
    #expect(abs(try await energy(ruck) - expected) < expected * 0.01)
    let parts = try segments(ruck).reduce(0) { $0 + $1.calories }
    #expect(abs(parts - expected) < expected * 0.02)
  }

  @Test func `one of several loads is changed by its number`() async throws {
    let ruck = try await record(20, 10)
    let edited = try await ruck.library.edit(ruck.id, RuckEdit(loads: [2: 30]))
    // The pack weight of a recorded ruck is its first load.
    #expect(abs(edited.packWeight - 20) < 0.001)
    #expect(try await loads(ruck) == [20, 30])
    let expected = try await energy(try await record(20, 30))
    #expect(abs(try await energy(ruck) - expected) < expected * 0.01)
    let first = try await ruck.library.edit(ruck.id, RuckEdit(loads: [1: 12]))
    #expect(abs(first.packWeight - 12) < 0.001)
  }

  @Test func `the weight of a joined ruck stays the mean of its loads`() async throws {
    let ruck = try await record(20)
    let second = try await ruck.library.startRecording(
      RecordingOptions(packWeight: 10), at: Walk.now(1_000)
    ).id
    let recorder = try await RuckRecorder.open(ruck.library, ruck: second)
    for second in stride(from: 1_000.0, through: 1_600, by: 5) {
      try await recorder.receive(Walk.location(second), at: Walk.now(second))
    }
    _ = try await ruck.library.endRecording(second)
    let joined = try await ruck.library.join([ruck.id, second])
    #expect(abs(joined.packWeight - 15) < 0.1)
    let edited = try await ruck.library.edit(ruck.id, RuckEdit(loads: [2: 20]))
    #expect(abs(edited.packWeight - 20) < 0.1)
  }

  @Test func `each equation has the load of each stretch`() async throws {
    let ruck = try await record(20, 10)
    let figures = try #require(try await ruck.library.comparison([ruck.id]).first)
    func kilocalories(_ equation: EnergyEquation) throws -> Double {
      try #require(figures.equations.first { $0.equation == equation.rawValue }).kilocalories
    }
    let expected = try await energy(ruck)
    #expect(abs(try kilocalories(.pandolfSantee) - expected) < expected * 0.001)
    let detail = try #require(try await ruck.library.ruck(ruck.id))
    let other = try #require(detail.alternativeCalories)
    #expect(other.equation == EnergyEquation.lcdaBackpacking.rawValue)
    #expect(
      abs(try kilocalories(.lcdaBackpacking) - other.kilocalories) < other.kilocalories * 0.001)
    let heavy = try await record(20)
    let whole = try #require(try await heavy.library.ruck(heavy.id)?.alternativeCalories)
    #expect(other.kilocalories < whole.kilocalories * 0.97)
  }

  @Test func `an impossible load changes nothing`() async throws {
    let ruck = try await record(20, 10)
    let before = try await ruck.library.ruck(ruck.id)
    // The second load would be below 0.
    await #expect(throws: RuckLibraryError.self) {
      try await ruck.library.edit(ruck.id, RuckEdit(name: "Light", packWeight: 5))
    }
    await #expect(throws: RuckLibraryError.loadNotFound(3, count: 2)) {
      try await ruck.library.edit(ruck.id, RuckEdit(loads: [3: 5]))
    }
    await #expect(throws: RuckLibraryError.invalidPackWeight(501)) {
      try await ruck.library.edit(ruck.id, RuckEdit(loads: [1: 501]))
    }
    #expect(try await ruck.library.ruck(ruck.id) == before)
  }

  @Test func `a segment gets a surface of its own, and the energy follows`() async throws {
    let ruck = try await record(20, 10)
    let surfaces = try segments(ruck).map(\.surface)
    let items = try await ruck.library.segments(of: ruck.id)
    let number = try #require(items.lastIndex { $0.kind == .load }) + 1
    // A recording adds the energy of each step; an edit calculates that of the stored track.
    try await ruck.library.setSurface(surfaces[1], ofSegment: number, of: ruck.id)
    let before = try await energy(ruck)
    let parts = try segments(ruck).map(\.calories)
    try await ruck.library.setSurface(.looseSand, ofSegment: number, of: ruck.id)
    let changed = try segments(ruck)
    #expect(changed.map(\.surface) == [surfaces[0], .looseSand])
    #expect(abs(changed[0].calories - parts[0]) < 0.01 && changed[1].calories > parts[1] * 1.3)
    #expect(try await energy(ruck) > before * 1.1)
    try await ruck.library.setSurface(surfaces[1], ofSegment: number, of: ruck.id)
    let after = try await energy(ruck)
    #expect(abs(after - before) < 0.01)
    await #expect(throws: RuckObjectError.self) {
      try await ruck.library.setSurface(.swamp, ofSegment: 9, of: ruck.id)
    }
  }

  @Test func `surfaces of several segments change together, or not at all`() async throws {
    let ruck = try await record(20, 10)
    let items = try await ruck.library.segments(of: ruck.id)
    try #require(items.count > 1)
    try await ruck.library.setSurfaces(
      [items[0].id: .swamp, items[1].id: .dirtRoad], of: ruck.id)
    let changed = try await ruck.library.segments(of: ruck.id).map(\.surface)
    #expect(Array(changed.prefix(2)) == [.swamp, .dirtRoad])
    await #expect(throws: RuckObjectError.self) {
      try await ruck.library.setSurfaces([items[0].id: .looseSand, UUID(): .swamp], of: ruck.id)
    }
    #expect(try await ruck.library.segments(of: ruck.id).map(\.surface) == changed)
    try await ruck.library.setSurfaces([items[0].id: nil], of: ruck.id)
    #expect(try await ruck.library.segments(of: ruck.id).first?.surface == nil)
  }

  @Test func `a new surface reaches the segments with the old one`() async throws {
    let ruck = try await record(20, 10, surface: .dirtRoad)
    _ = try await ruck.library.edit(ruck.id, RuckEdit(surface: .looseSand))
    #expect(try segments(ruck).map(\.surface) == [.looseSand, .looseSand])
    let expected = try await energy(try await record(20, 10, surface: .looseSand))
    #expect(abs(try await energy(ruck) - expected) < expected * 0.01)
  }
}
