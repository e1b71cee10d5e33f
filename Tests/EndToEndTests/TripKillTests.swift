// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Kills of `cairn trip import`.
struct TripKillTests {
  /// The number of kills: 3, or the value of `CAIRN_KILL_ROUNDS`.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"].flatMap(Int.init) ?? 3
  /// The number of events in each file.
  private static let events = 120

  private struct Trip: Decodable {
    let id: String
    let name: String
  }

  private struct Item: Decodable {
    let id: String
  }

  private struct Entry: Decodable {
    let object_id: String
  }

  /// A calendar with events on consecutive days, from a year that no other calendar has.
  private static func calendar(_ number: Int) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
    for event in 0..<events {
      let day = 1 + event % 28
      let hour = 8 + event / 28
      let date = "\(2030 + number)05" + (day < 10 ? "0\(day)" : "\(day)")
      let clock = hour < 10 ? "0\(hour)" : "\(hour)"
      lines += [
        "BEGIN:VEVENT", "UID:\(number)-\(event)@example.com", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Vienna:\(date)T\(clock)0000",
        "DTEND;TZID=Europe/Vienna:\(date)T\(clock)3000", "SUMMARY:Event \(event) of \(number)",
        "LOCATION:Hall \(event % 7)", "END:VEVENT",
      ]
    }
    return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  private func trips(_ workspace: Workspace) async throws -> [Trip] {
    let result = try await workspace.cairn("trip", "list", "--json")
    try #require(result.status == 0, "\(result)")
    return try result.json([Trip].self)
  }

  /// Checks the integrity of the store, and that each trip has all events of its file.
  private func checkIsWhole(_ workspace: Workspace, _ trips: [Trip]) async throws {
    for trip in trips {
      let items = try await workspace.cairn("trip", "day", "list", trip.id, "--json")
      #expect(try items.json([Item].self).count == Self.events, "\(trip.name)")
    }
    let store = workspace.data.appending(path: "tripplanner.store").path(percentEncoded: false)
    guard !trips.isEmpty else { return }
    let result = try await workspace.cairn("store", "check", store)
    #expect(result.status == 0, "\(result)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `an import killed at any moment leaves the old trips, or the new trip complete`()
    async throws
  {
    let workspace = try Workspace()
    var known: Set<String> = []
    var kills = 0
    // The duration of an import, measured when one ends before its kill.
    var whole = Duration.seconds(1)
    for round in 0...Self.rounds {
      let file = try workspace.write(Self.calendar(round), to: "\(round).ics")
      let start = ContinuousClock.now
      let command = try workspace.startCairn("trip", "import", file)
      if round > 0 {
        // The time of the kill is the variable under test, so it is random.
        try await Task.sleep(for: whole * Double.random(in: 0.1...1))
        command.send(SIGKILL)
      }
      if try await command.result().wasKilled {
        kills += 1
      } else {
        whole = ContinuousClock.now - start
      }
      let found = try await trips(workspace)
      let ids = Set(found.map(\.id))
      #expect(ids.isSuperset(of: known), "round \(round) lost a trip")
      #expect(ids.count <= known.count + 1)
      try await checkIsWhole(workspace, found.filter { !known.contains($0.id) })

      let again = try await workspace.cairn("trip", "import", file)
      #expect(again.status == 0, "\(again)")
      known = Set(try await trips(workspace).map(\.id))
      #expect(known.count == round + 1)
    }
    #expect(kills > 0, "every import ended before its kill")
    let all = try await trips(workspace)
    try await checkIsWhole(workspace, all)
    // The log has entries of the killed imports, too.
    let log = try await workspace.cairn("trip", "log", "--limit", "1000000", "--json")
    let logged = Set(try log.json([Entry].self).map(\.object_id))
    #expect(Set(all.map(\.id)).isSubset(of: logged))
  }
}
