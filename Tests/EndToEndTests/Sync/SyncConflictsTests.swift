// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn sync conflicts` on devices of one user, with a real server between them.
@Suite(.serialized) struct SyncConflictsTests {
  private struct Conflict: Decodable {
    let id: Int
    let entity: String
    let property: String?
    let value: String?
    let side: String
    let derived: Bool
  }

  @Test(.timeLimit(.minutes(15)))
  func `an overwritten value is listed, and can be restored or dismissed`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      try await first.importTrack(1)
      try await first.sync()
      try await second.sync()
      let ruck = try #require(
        try await first.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
      func edit(_ device: SyncingDevice, _ name: String) async throws {
        let result = try await device.cairn("ruck", "edit", ruck.id, "--name", name)
        #expect(result.status == 0, "\(result)")
      }
      func conflicts() async throws -> [Conflict] {
        try await first.cairn("sync", "conflicts", "--json").json([Conflict].self)
          .filter { $0.property == "name" }
      }
      #expect(try await conflicts().isEmpty)
      try await edit(first, "early")
      try await edit(second, "late")
      try await second.sync()
      #expect(try await first.sync().conflicts > 0)
      let conflict = try #require(try await conflicts().first)
      #expect(conflict.value == "early" && conflict.side == "here")
      #expect(conflict.entity == "RuckingSession")
      #expect(try await first.cairn("sync", "conflicts").output.contains("name = early"))

      let restored = try await first.cairn("sync", "conflicts", "restore", "\(conflict.id)")
      #expect(restored.status == 0 && restored.output == "Restored: name = early\n", "\(restored)")
      #expect(try await conflicts().isEmpty)
      try await first.sync()
      try await second.sync()
      #expect(try await second.list() == first.list())
      #expect(try await second.list().contains("early"))

      try await edit(first, "third")
      try await edit(second, "fourth")
      try await second.sync()
      try await first.sync()
      let next = try #require(try await conflicts().first)
      #expect(try await first.cairn("sync", "conflicts", "dismiss", "\(next.id)").status == 0)
      #expect(try await conflicts().isEmpty)
      let gone = try await first.cairn("sync", "conflicts", "restore", "\(next.id)")
      #expect(gone.status == 1 && gone.error.contains("no conflict \(next.id)"), "\(gone)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the device whose later change wins lists the value that it overwrote`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let ruck = try await first.importTrack(1)
      try await first.sync()
      try await second.sync()
      try await first.done("ruck", "edit", ruck, "--name", "early")
      try await second.done("ruck", "edit", ruck, "--name", "late")
      try await first.sync()
      #expect(try await second.sync().conflicts > 0)
      let conflict = try #require(
        try await second.done("sync", "conflicts", "--json").json([Conflict].self)
          .first { $0.property == "name" })
      #expect(conflict.value == "early" && conflict.side == "elsewhere", "\(conflict)")
      #expect(try await second.list().contains("late"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the list matches the documentation, and a restored pack weight updates the energy`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let imported = try await first.cairn("ruck", "import", Fixture.cerknica.path)
      #expect(imported.status == 0, "\(imported)")
      try await first.sync()
      try await second.sync()
      func ruck() async throws -> RuckJSON {
        try #require(try await first.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
      }
      let id = try await ruck().id
      func edit(_ device: SyncingDevice, _ option: String, _ value: String) async throws {
        #expect(try await device.cairn("ruck", "edit", id, option, value).status == 0)
      }
      try await edit(first, "--pack-weight", "44.092 lb")
      let wanted = try await ruck()
      try await edit(first, "--name", "Morning loop")
      try await edit(second, "--pack-weight", "10 kg")
      try await edit(second, "--name", "Evening loop")
      try await second.sync()
      let round = try await first.sync()
      let derived = try await first.cairn("sync", "conflicts", "--json").json([Conflict].self)
        .count { $0.derived }
      let store = try #require(try await first.status().stores.first)
      #expect(round.conflicts == 2 && round.derived_conflicts == derived && derived > 0)
      #expect(store.conflicts == 2 && store.derived_conflicts == derived)

      let list = try await first.cairn("sync", "conflicts").output.split(separator: "\n")
      #expect(list.count == 3, "\(list)")
      let name = try #require(list.first { $0.contains("name = ") })
      let pattern =
        /(ID  NOTICED           OBJECT  +OVERWRITTEN  +FROM)| *(\d+)  \d{4}-\d\d-\d\d \d\d:\d\d  (RuckingSession [0-9a-f]{8}, Evening loop)  name = Morning loop +this device/
      #expect(name.wholeMatch(of: pattern)?.3 == "RuckingSession \(id.prefix(8)), Evening loop")
      #expect(list[0].wholeMatch(of: pattern) != nil, "\(list)")
      let pack = try #require(list.first { $0.contains("packWeight = 44.1 lb") }, "\(list)")
      // The example in the documentation has the same format.
      let page = try String(contentsOfFile: Repository.path("docs/two-devices.md"), encoding: .utf8)
      let shown = page.split(separator: "\n").map { $0.drop { $0 == " " } }
      let rows = shown.filter { $0.contains("  this device") || $0.hasPrefix("ID  NOTICED") }
      #expect(rows.count == 2 && rows.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(rows)")

      let all = try await first.cairn("sync", "conflicts", "--all").output
      #expect(all.contains("calories = ") && all.contains("lastModified = "), "\(all)")
      let number = pack.drop { $0 == " " }.prefix { $0.isNumber }
      #expect(try await ruck().pack_weight_kg == 10)
      let restored = try await first.cairn("sync", "conflicts", "restore", String(number))
      #expect(restored.output == "Restored: packWeight = 44.1 lb\n", "\(restored)")
      let now = try await ruck()
      #expect(now.pack_weight_kg == wanted.pack_weight_kg)
      #expect(now.calories_kcal == wanted.calories_kcal && now.calories_kcal != nil)

      let rest = try #require(name.wholeMatch(of: pattern)?.2)
      try await first.done("sync", "conflicts", "dismiss", String(rest))
      let left = try #require(try await first.status().stores.first)
      #expect(left.conflicts == 0 && left.derived_conflicts == derived)
      #expect(try await first.cairn("sync", "status").output.contains("conflicts 0\n"))
      try await first.sync()
      try await second.sync()
      #expect(try await second.list() == first.list())
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a long value is truncated in the table and complete in JSON`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let id = try await first.importTrack(1)
      try await first.sync()
      try await second.sync()
      let notes = String(repeating: "a line of notes\n", count: 500)
      try await first.done("ruck", "edit", id, "--notes", notes)
      try await second.done("ruck", "edit", id, "--notes", "later")
      try await second.sync()
      try await first.sync()
      let list = try await first.cairn("sync", "conflicts").output.split(separator: "\n")
      let row = try #require(list.first { $0.contains("notes = ") }, "\(list)")
      let line = String(repeating: "a line of notes ", count: 4).prefix(59)
      #expect(row.contains("notes = \(line)\u{2026}  this device"), "\(row)")
      #expect(list.allSatisfy { $0.count < 200 })
      let conflicts = try await first.cairn("sync", "conflicts", "--json").json([Conflict].self)
      #expect(conflicts.first { $0.property == "notes" }?.value == notes)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a restore of a deleted ruck fails and explains how to dismiss the conflict`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let ruck = try await first.importTrack(1)
      try await first.sync()
      try await second.sync()
      try await first.done("ruck", "edit", ruck, "--name", "early")
      try await second.done("ruck", "edit", ruck, "--name", "late")
      try await second.sync()
      try await first.sync()
      func conflicts() async throws -> [Conflict] {
        try await first.cairn("sync", "conflicts", "--json").json([Conflict].self)
          .filter { $0.property == "name" }
      }
      let id = try #require(try await conflicts().first).id
      try await first.done("ruck", "delete", ruck, "--yes")
      try await first.sync()
      let result = try await first.cairn("sync", "conflicts", "restore", "\(id)")
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.error.contains("Conflict \(id) can't be restored"), "\(result)")
      let advice = "Dismiss the conflict to remove it from the list\n"
      #expect(result.error.hasSuffix(advice), "\(result)")
      try await first.done("sync", "conflicts", "dismiss", "\(id)")
      #expect(try await conflicts().isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a conflict of two profiles lists only the values that differ`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      try await first.done("ruck", "profile", "--height", "178 cm", "--body-weight", "80 kg")
      try await first.done("ruck", "profile", "--units", "metric")
      try await second.done("ruck", "profile", "--height", "181 cm", "--body-weight", "80 kg")
      try await second.done("ruck", "profile", "--units", "metric", "--age", "41")
      try await second.sync()
      try await first.sync()
      let list = try await first.cairn("sync", "conflicts")
      let all = try await first.cairn("sync", "conflicts", "--all")
      #expect(!list.output.contains("createdAt"), "\(list)")
      #expect(list.output.contains("healthProfile = age 41, height 181 cm  "), "\(list)")
      #expect(!all.output.contains(/createdAt = \d+\.\d/), "\(all)")
    }
  }
}
