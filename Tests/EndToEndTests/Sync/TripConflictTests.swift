// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The conflicts of trips on two devices of one user, with a real server between them.
@Suite(.serialized) struct TripConflictTests {
  private struct Conflict: Decodable {
    let id: Int
    let app: String
    let entity: String
    let title: String?
    let property: String?
    let value: String?
    let derived: Bool
  }

  private struct Segment: Decodable {
    let departs_local: String?
    let platform: String?

    private enum CodingKeys: String, CodingKey {
      case departs_local
      case platform = "departure_platform"
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an overwritten departure is listed in words, on the page too, and is restored`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let first = try await cloud.device("first", of: "ann")
      let second = try await cloud.device("second", of: "ann")
      func trip(_ device: SyncingDevice, _ arguments: String...) async throws -> CommandResult {
        let result = try await cloud.workspace.cairn(
          ["trip"] + arguments + ["--data", device.folder])
        try #require(result.status == 0, "\(arguments): \(result)")
        return result
      }
      func sync(_ device: SyncingDevice) async throws {
        #expect(try await device.cairn("sync").status == 0)
      }
      func segment(_ device: SyncingDevice) async throws -> Segment {
        try #require(
          try await trip(device, "segment", "list", "Rail", "--json").json([Segment].self).first)
      }
      _ = try await trip(first, "new", "Rail", "--start", "2027-05-01", "--end", "2027-05-02")
      _ = try await trip(
        first, "segment", "add", "Rail", "--transport", "train", "--title", "Night train",
        "--departs",
        "2027-05-01 22:00 Europe/Vienna")
      try await sync(first)
      try await sync(second)
      func depart(_ device: SyncingDevice, _ clock: String, _ more: String...) async throws {
        let result = try await cloud.workspace.cairn(
          [
            "trip", "segment", "edit", "Rail", "Night train", "--departs",
            "2027-05-01 \(clock) Europe/Vienna",
          ] + more + ["--data", device.folder])
        try #require(result.status == 0, "\(result)")
      }
      try await depart(first, "22:10", "--platform", "7")
      try await depart(second, "22:20")
      try await sync(second)
      try await sync(first)
      // The later value wins, and the other property is merged.
      let merged = try await segment(first)
      #expect(merged.departs_local == "2027-05-01T22:20:00" && merged.platform == "7")
      let conflicts = try await first.cairn("sync", "conflicts", "--json").json([Conflict].self)
      #expect(conflicts.allSatisfy { $0.app == "tripplanner" })
      let shown = conflicts.filter { !$0.derived }
      #expect(shown.map(\.property) == ["departure"])
      let conflict = try #require(shown.first)
      #expect(conflict.entity == "Segment" && conflict.title == "Night train")
      #expect(conflict.value == "2027-05-01T22:10:00[Europe/Vienna]", "\(conflict)")

      let server = try first.start("serve", "--port", "0")
      let address = try await wait {
        server.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
      }
      let page = try await cloud.workspace.shell(
        #"exec curl -fsS --max-time 20 "$1""#, "\(address)/sync/conflicts")
      #expect(page.output.contains("Night train") && page.output.contains("22:10 "))
      #expect(page.output.contains("/segments/"), "the object has a link")
      server.send(SIGTERM)
      #expect(try await server.result().status == 0)

      let restored = try await first.cairn("sync", "conflicts", "restore", "\(conflict.id)")
      #expect(restored.status == 0, "\(restored)")
      try await sync(first)
      try await sync(second)
      for device in [first, second] {
        let restored = try await segment(device)
        #expect(restored.departs_local == "2027-05-01T22:10:00" && restored.platform == "7")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `conflicts of two apps with one number are told apart`() async throws {
    try await DeviceCloud.run { cloud in
      let first = try await cloud.device("first", of: "ann")
      let second = try await cloud.device("second", of: "ann")
      let ruck = try await first.importTrack(1)
      try await first.done("trip", "new", "Rail", "--start", "2027-05-01", "--end", "2027-05-02")
      try await first.done("sync")
      try await second.done("sync")
      for (device, text) in [(first, "early"), (second, "late")] {
        try await device.done("ruck", "edit", ruck, "--name", text)
        try await device.done("trip", "edit", "Rail", "--destination", text)
      }
      try await second.done("sync")
      try await first.done("sync")
      func conflicts() async throws -> [Conflict] {
        try await first.cairn("sync", "conflicts", "--json").json([Conflict].self)
      }
      func ids(_ app: String) async throws -> Set<Int> {
        Set(try await conflicts().filter { $0.app == app }.map(\.id))
      }
      let id = try #require(try await ids("ruckmap").intersection(ids("tripplanner")).min())
      let list = try await first.done("sync", "conflicts")
      #expect(list.output.contains("  APP  ") && list.output.contains("  tripplanner  "))
      let unclear = try await first.cairn("sync", "conflicts", "dismiss", "\(id)")
      #expect(
        unclear.status == 1 && unclear.error.contains("add --app ruckmap or --app tripplanner"),
        "\(unclear)")
      try await first.done("sync", "conflicts", "dismiss", "\(id)", "--app", "tripplanner")
      #expect(try await ids("ruckmap").contains(id))
      #expect(try await !ids("tripplanner").contains(id))
      try await first.done("sync", "conflicts", "dismiss", "\(id)")
      #expect(try await !ids("ruckmap").contains(id))
    }
  }
}
