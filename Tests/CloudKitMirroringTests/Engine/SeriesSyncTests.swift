// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Rows of series, sent in chunks, between the stores of two devices.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SeriesSyncTests {
  private var options: MirroringOptions {
    var options = MirroringOptions()
    options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
    options.series(Stage.self, of: \.walk, orderedBy: \.number, identifiedBy: \.number)
    return options
  }

  private func device(_ cloud: RunningCloud, _ name: String) async throws -> SyncedDevice {
    try await SyncedDevice(cloud, name, options: options)
  }

  private func point(_ second: Int, _ latitude: Double = 46) -> TrackPoint {
    TrackPoint(
      time: Date(timeIntervalSinceReferenceDate: Double(second)), latitude: latitude,
      longitude: 9.5)
  }

  private func seconds(_ device: SyncedDevice, of title: String) throws -> [Int] {
    try device.all(Walk.self).first { $0.title == title }?.points
      .map { Int($0.time.timeIntervalSinceReferenceDate) } ?? []
  }

  /// The names of the zone's records by record type.
  private func records(_ cloud: RunningCloud) async throws -> [String: [String]] {
    let database = try await cloud.container(of: "ann", device: "looker").privateCloudDatabase
    let changes = try await database.recordZoneChanges(
      inZoneWith: CKRecordZone.ID(zoneName: "Cairn"), since: nil)
    let records = try changes.modificationResultsByID.values.map { try $0.get().record }
    return Dictionary(grouping: records, by: \.recordType).mapValues {
      $0.map(\.recordID.recordName).sorted()
    }
  }

  @Test func `thousands of rows sync in order as a few chunk records`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let second = try await device(cloud, "second")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      walk.points = (0..<2_500).map { point($0, 46 + Double($0) / 1_000_000) }
      try await first.save()
      let records = try await records(cloud)
      #expect(records["cairn_series"]?.count == 3 && records["TrackPoint"] == nil)
      try await second.syncNow()
      let there = try #require(second.all(Walk.self).first)
      #expect(there.points.map(\.latitude) == walk.points.map(\.latitude))
      #expect(there.points.map(\.time) == walk.points.map(\.time))

      // Only the last chunk changes.
      let before = try await times(cloud)
      there.points.append(point(2_500))
      try await second.save()
      let after = try await times(cloud)
      #expect(before.count == 3 && before.filter { after[$0.key] != $0.value }.count == 1)
      try await first.syncNow()
      let all = try seconds(first, of: "Calanda")
      #expect(all.count == 2_501 && all == all.sorted(), "\(all.count) \(all.suffix(5))")
    }
  }

  private func times(_ cloud: RunningCloud) async throws -> [String: String] {
    let database = try await cloud.container(of: "ann", device: "looker").privateCloudDatabase
    let changes = try await database.recordZoneChanges(
      inZoneWith: CKRecordZone.ID(zoneName: "Cairn"), since: nil)
    var tags: [String: String] = [:]
    for result in changes.modificationResultsByID.values {
      let record = try result.get().record
      if record.recordType == "cairn_series" {
        tags[record.recordID.recordName] = record.recordChangeTag
      }
    }
    return tags
  }

  @Test func `concurrent changes of a chunk are merged row by row`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let second = try await device(cloud, "second")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      for number in 0..<10 {
        first.context.insert(Stage(name: "\(number)", number: number, walk: walk))
      }
      try await first.save()
      try await second.syncNow()
      func stage(_ device: SyncedDevice, _ number: Int) throws -> Stage {
        try #require(device.all(Stage.self).first { $0.number == number })
      }
      try stage(first, 1).name = "one"
      try stage(first, 2).name = "early"
      first.context.delete(try stage(first, 3))
      first.context.insert(Stage(name: "10", number: 10, walk: walk))
      try first.context.save()
      let there = try #require(second.all(Walk.self).first)
      try stage(second, 2).name = "late"
      try stage(second, 4).name = "four"
      second.context.delete(try stage(second, 5))
      second.context.insert(Stage(name: "11", number: 11, walk: there))
      try second.context.save()
      try await second.syncNow()
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] {
        let names = try device.all(Stage.self, sortedBy: [SortDescriptor(\.number)]).map(\.name)
        #expect(names == ["0", "one", "late", "four", "6", "7", "8", "9", "10", "11"])
        #expect(device.sync.status.pendingCount == 0)
      }
      let conflict = try #require(try await first.sync.conflicts().first)
      #expect(conflict.kind == .rows && conflict.side == .here && conflict.entityName == "Stage")
      #expect(conflict.valueDescription == "1 row")
      try await first.sync.restore(conflict.id)
      try await first.syncNow()
      try await second.syncNow()
      #expect(try stage(first, 2).name == "early" && stage(second, 2).name == "early")
      #expect(try await first.sync.conflicts().isEmpty)
    }
  }

  @Test func `a series begun concurrently on two devices has the rows of both`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let second = try await device(cloud, "second")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      try await first.save()
      try await second.syncNow()
      walk.points = [point(1), point(3), point(3)]
      let there = try #require(second.all(Walk.self).first)
      there.points = [point(2), point(4)]
      try first.context.save()
      try await second.save()
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] {
        let all = try seconds(device, of: "Calanda").sorted()
        #expect(all == [1, 2, 3, 3, 4])
      }
      #expect(try await records(cloud)["cairn_series"]?.count == 1)
    }
  }

  @Test func `rows are deleted with their owner, and can move to another owner`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let second = try await device(cloud, "second")
      let (calanda, tamina) = (Walk(title: "Calanda"), Walk(title: "Tamina"))
      first.context.insert(calanda)
      first.context.insert(tamina)
      calanda.points = [point(1), point(2)]
      tamina.points = [point(3)]
      first.context.insert(point(9))
      try await first.save()
      try await second.syncNow()
      #expect(try second.all(TrackPoint.self).count == 4)
      let moved = try #require(calanda.points.first)
      moved.walk = tamina
      try await first.save()
      try await second.syncNow()
      #expect(try seconds(second, of: "Tamina").sorted() == [1, 3])
      #expect(try seconds(second, of: "Calanda") == [2])
      second.context.delete(try #require(second.all(Walk.self).first { $0.title == "Tamina" }))
      try await second.save()
      try await first.syncNow()
      try await second.syncNow()
      for device in [first, second] {
        let left = try device.all(TrackPoint.self).map(\.time.timeIntervalSinceReferenceDate)
        #expect(left.sorted() == [2, 9])
        #expect(device.sync.status.pendingCount == 0)
      }
      #expect(try await records(cloud)["cairn_series"]?.count == 2)
    }
  }

  @Test func `rows that arrive before their owner are applied once it arrives`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      walk.points = [point(1), point(2)]
      for number in 0..<3 {
        first.context.insert(Stage(name: "\(number)", number: number, walk: walk))
      }
      try await first.save()
      walk.length = 12
      try await first.save()
      let second = try await device(cloud, "second")
      try await second.syncNow()
      #expect(try seconds(second, of: "Calanda").sorted() == [1, 2])
      #expect(try second.all(Stage.self).map(\.walk.title) == ["Calanda", "Calanda", "Calanda"])
      #expect(second.sync.status.rejectedCount == 0 && second.sync.status.pendingCount == 0)
    }
  }

  @Test func `a recreated zone has the rows of a series again`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device(cloud, "first")
      let second = try await device(cloud, "second")
      let walk = Walk(title: "Calanda")
      first.context.insert(walk)
      walk.points = (0..<1_200).map { point($0) }
      try await first.save()
      try await second.syncNow()
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await database.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "Cairn"))
      for _ in 0..<2 {
        try await first.syncNow()
        try await second.syncNow()
      }
      for device in [first, second] {
        #expect(try seconds(device, of: "Calanda") == Array(0..<1_200))
        #expect(device.sync.status.pendingCount == 0)
      }
      #expect(try await records(cloud)["cairn_series"]?.count == 2)
    }
  }
}
