// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Stores of two devices that sync with a real server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SyncTests {
  @Test func `a save on one device reaches the other`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let club = Club(name: "Bergfreunde", city: "Chur")
      let walk = Walk(title: "Calanda")
      walk.club = club
      walk.length = 14.2
      walk.labels = [Label(text: "steep"), Label(text: "long")]
      first.context.insert(club)
      first.context.insert(walk)
      first.context.insert(NightWalk(title: "Full moon", moon: 0.98))
      try await first.save()
      try await second.syncNow()

      let there = try #require(second.all(Walk.self).first { $0.title == "Calanda" })
      #expect(there.length == 14.2 && there.club?.name == "Bergfreunde")
      #expect(there.club?.walks.count == 1)
      #expect(Set(there.labels.map(\.text)) == ["steep", "long"])
      #expect(try second.all(NightWalk.self).map(\.moon) == [0.98])

      there.title = "Haldensteiner Calanda"
      there.labels.removeAll { $0.text == "long" }
      try await second.save()
      try await first.syncNow()
      #expect(try first.all(Walk.self).map(\.title).contains("Haldensteiner Calanda"))
      #expect(walk.title == "Haldensteiner Calanda")
      #expect(walk.labels.map(\.text) == ["steep"])

      first.context.delete(club)
      try await first.save()
      try await second.syncNow()
      #expect(try second.all(Club.self).isEmpty)
      #expect(try second.all(Walk.self).map(\.title) == ["Full moon"])
      #expect(second.sync.status.pendingCount == 0 && first.sync.status.pendingCount == 0)
      #expect(first.sync.status.sentCount > 5 && second.sync.status.receivedCount > 5)
    }
  }

  @Test func `values of every type arrive unchanged`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let one = Everything(id: UUID())
      one.flag = true
      one.int = .min
      one.uint32 = .max
      one.double = .infinity
      one.decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
      one.string = "Grüezi 👋🏽 \u{0}"
      one.date = Date(timeIntervalSinceReferenceDate: 718_000_000.123456789)
      one.data = Data([0, 255, 7])
      one.terrain = .sand
      one.weather = Weather(temperature: -3.5, wind: 12, words: ["fog"])
      one.numbers = [3, 1, 2]
      one.optionalTerrain = .trail
      one.photo = Data(repeating: 7, count: 300_000)
      one.reversed = "desrever"
      one.größe = 42
      first.context.insert(one)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Everything.self).first)
      #expect(there.id == one.id && there.flag && there.int == .min && there.uint32 == .max)
      #expect(there.double == .infinity && there.decimal == one.decimal)
      #expect(there.string == one.string && there.date == one.date && there.data == one.data)
      #expect(there.terrain == .sand && there.weather == one.weather && there.numbers == [3, 1, 2])
      #expect(there.optionalTerrain == .trail && there.optionalInt == nil)
      #expect(there.photo == one.photo && there.reversed == "desrever" && there.größe == 42)
    }
  }

  @Test func `concurrent changes of different fields are both retained`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first)

      walk.title = "Calanda, again"
      there.length = 21
      try await second.save()
      try await first.save()
      try await second.syncNow()
      #expect(walk.title == "Calanda, again" && walk.length == 21)
      #expect(there.title == "Calanda, again" && there.length == 21)
      #expect(try await first.sync.conflicts().isEmpty)
      #expect(try await second.sync.conflicts().isEmpty)
    }
  }

  @Test func `the later value of a field wins, and the overwritten one can be restored`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let walk = Walk(title: "one")
      first.context.insert(walk)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first)

      walk.title = "early"
      try first.context.save()
      // Within one millisecond neither write is the later one.
      try await Task.sleep(for: .milliseconds(20))
      there.title = "late"
      try second.context.save()
      try await second.syncNow()
      try await first.syncNow()
      #expect(walk.title == "late" && there.title == "late")
      let conflict = try #require(try await first.sync.conflicts().first)
      #expect(conflict.propertyName == "title" && conflict.valueDescription == "early")
      #expect(conflict.entityName == "Walk" && conflict.side == .here && conflict.kind == .value)

      try await first.sync.restore(conflict.id)
      try await first.syncNow()
      try await second.syncNow()
      #expect(walk.title == "early" && there.title == "early")
      #expect(try await first.sync.conflicts().isEmpty)
    }
  }

  @Test func `counters are added, and other properties follow their merge policy`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.merge(\Walk.uses, by: .sum)
      options.merge(\Walk.title, by: .ours)
      let first = try await SyncedDevice(cloud, "first", options: options)
      let second = try await SyncedDevice(cloud, "second", options: options)
      let walk = Walk(title: "one")
      walk.uses = 10
      first.context.insert(walk)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first)
      for round in 0..<3 {
        // The merging device is the earlier and the later writer in turn.
        let (early, late) = round % 2 == 0 ? (first, second) : (second, first)
        for (device, count) in [(early, 1), (late, 2)] {
          let own = device.container == first.container ? walk : there
          own.uses += count
          own.title = "\(round), \(count)"
          try device.context.save()
          try await Task.sleep(for: .milliseconds(20))
        }
        try await second.syncNow()
        try await first.syncNow()
        try await second.syncNow()
        let sum = 10 + 3 * (round + 1)
        #expect(walk.uses == sum && there.uses == sum)
        // The first device merges last.
        let title = "\(round), \(round % 2 == 0 ? 1 : 2)"
        #expect(walk.title == title && there.title == title)
      }
    }
  }

  @Test func `a concurrent change restores a deleted object`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let (kept, gone) = (Walk(title: "kept"), Walk(title: "gone"))
      first.context.insert(kept)
      first.context.insert(gone)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first { $0.title == "kept" })

      first.context.delete(kept)
      first.context.delete(gone)
      there.length = 3
      try first.context.save()
      try second.context.save()
      try await first.syncNow()
      try await second.syncNow()
      try await first.syncNow()
      #expect(try first.all(Walk.self).map(\.title) == ["kept"])
      #expect(try first.all(Walk.self).map(\.length) == [3])
      #expect(try second.all(Walk.self).map(\.title) == ["kept"])
      let conflicts = try await second.sync.conflicts()
      #expect(conflicts.map(\.kind) == [.deletion] && conflicts.map(\.side) == [.elsewhere])
    }
  }

  @Test func `an object merged by its date comes from one device as a whole`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.merge(Walk.self, byLatest: \.updatedAt)
      let first = try await SyncedDevice(cloud, "first", options: options)
      let second = try await SyncedDevice(cloud, "second", options: options)
      let walk = Walk(title: "one")
      first.context.insert(walk)
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first)

      // Written first, but with the later date.
      there.title = "later"
      there.updatedAt = Date(timeIntervalSinceReferenceDate: 2_000)
      try second.context.save()
      walk.title = "earlier"
      walk.length = 12
      walk.updatedAt = Date(timeIntervalSinceReferenceDate: 1_000)
      try await first.save()
      try await second.syncNow()
      try await first.syncNow()
      for one in [walk, there] { #expect(one.title == "later" && one.length == 0) }
      let lost = try await first.sync.conflicts() + second.sync.conflicts()
      #expect(Set(lost.compactMap(\.valueDescription)).isSuperset(of: ["earlier", "12.0"]))
    }
  }

  @Test func `with preferred deletions, a deletion wins over a concurrent change`() async throws {
    try await RunningCloud.run { cloud in
      var options = MirroringOptions()
      options.preferDeletions(of: Walk.self)
      let first = try await SyncedDevice(cloud, "first", options: options)
      let second = try await SyncedDevice(cloud, "second", options: options)
      let (one, two) = (Walk(title: "one"), Walk(title: "two"))
      first.context.insert(one)
      first.context.insert(two)
      try await first.save()
      try await second.syncNow()
      let there = try second.all(Walk.self, sortedBy: [SortDescriptor(\.title)])
      try #require(there.count == 2)
      // The deletion reaches the server before the change.
      first.context.delete(one)
      there[0].length = 3
      there[1].length = 4
      second.context.delete(there[1])
      two.length = 5
      try second.context.save()
      try await first.save()
      try await second.syncNow()
      try await first.syncNow()
      for device in [first, second] { #expect(try device.all(Walk.self).isEmpty) }
      #expect(first.sync.status.pendingCount == 0 && second.sync.status.pendingCount == 0)
    }
  }

  @Test func `objects created on two devices with the same unique value become one`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      for device in [first, second] {
        device.context.insert(Label(text: "steep"))
        device.context.insert(Club(name: "Bergfreunde", city: "Chur"))
        try device.context.save()
      }
      try await first.syncNow()
      try await second.syncNow()
      try await first.syncNow()
      for device in [first, second] {
        #expect(try device.all(Label.self).map(\.text) == ["steep"])
        #expect(try device.all(Club.self).map(\.name) == ["Bergfreunde"])
      }
    }
  }

  @Test func `a new device fetches all objects, with lists in order`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let club = Club(name: "Bergfreunde", city: nil)
      first.context.insert(club)
      for number in 0..<120 {
        let walk = Walk(title: "\(number)")
        first.context.insert(walk)
        club.walks.append(walk)
      }
      try first.context.save()
      club.walks.insert(club.walks.remove(at: 0), at: 60)
      club.walks.swapAt(7, 100)
      try await first.save()
      let order = club.walks.map(\.title)
      let second = try await SyncedDevice(cloud, "second")
      try await second.syncNow()
      let there = try #require(second.all(Club.self).first)
      #expect(there.walks.map(\.title) == order)
    }
  }

  @Test func `a loaded relationship includes objects that arrive later`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let second = try await SyncedDevice(cloud, "second")
      let club = Club(name: "Bergfreunde", city: nil)
      first.context.insert(club)
      club.walks = [Walk(title: "one")]
      try await first.save()
      try await second.syncNow()
      let there = try #require(second.all(Club.self).first)
      #expect(there.walks.map(\.title) == ["one"])
      club.walks.append(Walk(title: "two"))
      try await first.save()
      try await second.syncNow()
      #expect(there.walks.map(\.title) == ["one", "two"])
    }
  }

  @Test func `an object that arrives before its owner is applied with it`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first")
      let walks = (0..<3).map { Walk(title: "\($0)") }
      for walk in walks {
        first.context.insert(walk)
        for number in 0..<50 {
          first.context.insert(Stage(name: "\(number)", number: number, walk: walk))
        }
      }
      try await first.save()
      // The records changed last are fetched last.
      for walk in walks { walk.length = 12 }
      try await first.save()
      let second = try await SyncedDevice(cloud, "second")
      try await second.syncNow()
      let stages = try second.all(Stage.self)
      #expect(stages.count == 150)
      #expect(Set(stages.map { "\($0.walk.title) \($0.name)" }).count == 150)
      #expect(stages.allSatisfy { $0.walk.length == 12 })
      #expect(second.sync.status.rejectedCount == 0 && second.sync.status.pendingCount == 0)
    }
  }

  @Test func `data are never sent to another user's account`() async throws {
    try await RunningCloud.run { cloud in
      do {
        let device = try await SyncedDevice(cloud, "shared", of: "ann")
        device.context.insert(Walk(title: "Ann's"))
        try await device.save()
      }
      let bens = try await SyncedDevice(cloud, "bens", of: "ben")
      bens.context.insert(Walk(title: "Ben's"))
      try await bens.save()
      // Also after a restart.
      for _ in 0..<2 {
        let device = try await SyncedDevice(cloud, "shared", of: "ben")
        device.context.insert(Label(text: UUID().uuidString))
        try device.context.save()
        // Nothing can be sent; this test does not require an error.
        try? await device.syncNow()
        #expect(device.sync.status.pause == .otherAccount)
        #expect(try device.all(Walk.self).map(\.title) == ["Ann's"])
      }
      let database = try await cloud.container(of: "ben").privateCloudDatabase
      let zones = try await database.allRecordZones()
      for zone in zones where zone.zoneID.zoneName == "Cairn" {
        let changes = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: nil)
        #expect(changes.modificationResultsByID.count == 1)
      }
      let anns = try await SyncedDevice(cloud, "shared", of: "ann")
      try await anns.syncNow()
      #expect(anns.sync.status.pause == nil && anns.sync.status.pendingCount == 0)
      #expect(try anns.all(Label.self).count == 2)
    }
  }

  @Test func `automatic sync applies a save to the other store`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await SyncedDevice(cloud, "first", isAutomatic: true)
      let second = try await SyncedDevice(cloud, "second", isAutomatic: true)
      var changes = second.container.changes(of: [Walk.self]).makeAsyncIterator()
      first.context.insert(Walk(title: "Calanda"))
      try first.context.save()
      while try second.all(Walk.self).isEmpty { _ = try await changes.next() }
      #expect(try second.all(Walk.self).map(\.title) == ["Calanda"])
    }
  }
}
