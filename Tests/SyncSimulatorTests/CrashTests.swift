// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SyncSimulator
import Testing

/// One run, repeated with a crash at one of its events or in one of its writes.
@Suite(.serialized, .timeLimit(.minutes(20))) struct CrashTests {
  /// The distance of crashes: 3 events or writes, or 1 if `CAIRN_KILL_ROUNDS` asks for the long run.
  private static let step =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"] == nil ? 3 : 1

  /// The edits, each with its device.
  private static let edits: [(device: Int, edit: Edit)] = [
    (0, .insert(entity: "Place", key: "P1", tour: nil)),
    (0, .insert(entity: "Tour", key: "1", tour: nil)),
    (0, .refer(id: "Tour 1", field: "place", to: "Place P1")),
    (0, .insert(entity: "Stage", key: "2", tour: "Tour 1")),
    (0, .insert(entity: "Mark", key: "3", tour: "Tour 1")),
    (1, .insert(entity: "Tag", key: "T1", tour: nil)),
    (1, .set(id: "Tour 1", field: "title", value: "4")),
    (0, .toggle(tour: "Tour 1", tag: "Tag T1")),
    (1, .set(id: "Mark 3", field: "name", value: "5")),
    (0, .set(id: "Tour 1", field: "title", value: "6")),
    (0, .add(id: "Tour 1", field: "uses", by: 3)),
    (1, .delete(id: "Stage 2")),
    (0, .delete(id: "Place P1")),
  ]

  /// Performs the run, and returns whether the program crashed at the point.
  private func run(_ point: Simulation.CrashPoint) async throws -> Bool {
    var hasCrashed = false
    try await SimulationScript.run { script in
      script.crash(at: point)
      for (place, (device, edit)) in Self.edits.enumerated() {
        try await script.awaitProgram(device)
        try script.edit(device, edit)
        // Some edits are concurrent.
        try await script.pass(milliseconds: place % 3 == 0 ? 5 : 700)
      }
      try await script.settle()
      hasCrashed = script.hasCrashed
      let problems = try await script.problems()
      #expect(problems.isEmpty, "\(point): \(problems.joined(separator: "\n"))")
    }
    return hasCrashed
  }

  @Test func `devices converge after a crash before any event`() async throws {
    var number = 1
    while try await run(.event(number)) { number += Self.step }
    #expect(number > 50)
  }

  @Test func `devices converge after a crash in any write`() async throws {
    var number = 1
    while try await run(.write(number)) { number += Self.step }
    #expect(number > 50)
  }
}
