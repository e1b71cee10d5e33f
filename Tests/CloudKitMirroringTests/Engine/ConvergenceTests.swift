// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

/// Devices that edit and sync in random order, and are closed and reopened in between.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ConvergenceTests {
  private struct Run {
    let cloud: RunningCloud
    var random: SeededGenerator
    var devices: [SyncedDevice] = []
    var number = 0

    mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

    /// Makes a random edit on a device and saves it.
    mutating func edit(_ device: SyncedDevice) throws {
      number += 1
      let walks = try device.all(Walk.self, sortedBy: [SortDescriptor(\.title)])
      let clubs = try device.all(Club.self, sortedBy: [SortDescriptor(\.name)])
      let labels = try device.all(Label.self, sortedBy: [SortDescriptor(\.text)])
      switch Int.random(in: 0..<13, using: &random) {
      case 0: device.context.insert(Walk(title: "walk \(number)"))
      case 1:
        let name = "club \(Int.random(in: 0..<3, using: &random))"
        if !clubs.contains(where: { $0.name == name }) {
          device.context.insert(Club(name: name, city: "Chur"))
        }
      case 2:
        let text = "label \(Int.random(in: 0..<4, using: &random))"
        if !labels.contains(where: { $0.text == text }) {
          device.context.insert(Label(text: text))
        }
      case 3: pick(walks)?.title = "walk \(number)"
      case 4: pick(walks)?.length = Double(number)
      case 5: pick(walks)?.club = pick(clubs)
      case 6:
        if let walk = pick(walks), let label = pick(labels), !walk.labels.contains(label) {
          walk.labels.append(label)
        }
      case 7:
        if let walk = pick(walks.filter { !$0.labels.isEmpty }) { walk.labels.removeFirst() }
      case 8:
        if let club = pick(clubs.filter { $0.walks.count > 1 }) { club.walks.swapAt(0, 1) }
      case 9:
        guard let walk = pick(walks) else { break }
        for _ in 0..<Int.random(in: 1..<30, using: &random) {
          let time = Date(timeIntervalSinceReferenceDate: .random(in: 0..<100, using: &random))
          device.context.insert(TrackPoint(time: time, latitude: 46, longitude: 9, walk: walk))
        }
      case 10:
        pick(try device.points())?.latitude = Double(number)
      case 11:
        if let point = pick(try device.points()) { device.context.delete(point) }
      default:
        if Bool.random(using: &random), let walk = pick(walks) {
          device.context.delete(walk)
        } else if Int.random(in: 0..<4, using: &random) == 0, let club = pick(clubs) {
          device.context.delete(club)
        }
      }
      try device.context.save()
    }

    /// A description of a device's data.
    func dump(_ device: SyncedDevice) throws -> [String] {
      let context = ModelContext(device.container)
      var lines = try context.fetch(FetchDescriptor<Walk>()).map { walk in
        let labels = walk.labels.map(\.text).sorted().joined(separator: " ")
        let points = walk.points.map { "\($0.time.timeIntervalSinceReferenceDate) \($0.latitude)" }
        return "\(walk.title), \(walk.length), in \(walk.club?.name ?? "none"), \(labels), "
          + points.sorted().joined(separator: "; ")
      }
      lines += try context.fetch(FetchDescriptor<Club>()).map { club in
        "\(club.name): \(club.walks.map(\.title).joined(separator: " "))"
      }
      lines += try context.fetch(FetchDescriptor<Label>()).map(\.text)
      lines.append("\(try context.fetchCount(FetchDescriptor<TrackPoint>())) points")
      return lines.sorted()
    }
  }

  @Test(arguments: 1...6)
  func `devices with random edits, syncs and restarts converge`(seed: UInt64) async throws {
    try await RunningCloud.run { cloud in
      var run = Run(cloud: cloud, random: SeededGenerator(seed: seed))
      // Even seeds store rows in chunks, odd ones a record for each row.
      var options = MirroringOptions()
      if seed % 2 == 0 {
        options.series(TrackPoint.self, of: \.walk, orderedBy: \.time, identifiedBy: \.time)
      }
      for number in 0..<3 {
        run.devices.append(try await SyncedDevice(cloud, "\(number)", options: options))
      }
      for _ in 0..<60 {
        let index = Int.random(in: 0..<3, using: &run.random)
        switch Int.random(in: 0..<8, using: &run.random) {
        case 0..<6: try run.edit(run.devices[index])
        case 6: try await run.devices[index].syncNow()
        default:
          // Like a program that ends during a sync: nothing awaits the operation.
          let sync = run.devices[index].sync
          let work = Task { try? await sync.syncNow() }
          work.cancel()
          run.devices[index] = try await SyncedDevice(cloud, "\(index)", options: options)
        }
      }
      for _ in 0..<4 {
        for device in run.devices { try await device.syncNow() }
      }
      let dumps = try run.devices.map { try run.dump($0) }
      #expect(dumps[0] == dumps[1] && dumps[1] == dumps[2], "seed \(seed)")
      for device in run.devices {
        #expect(device.sync.status.pendingCount == 0 && device.sync.status.rejectedCount == 0)
      }
    }
  }
}

extension SyncedDevice {
  fileprivate func points() throws -> [TrackPoint] {
    try all(TrackPoint.self, sortedBy: [SortDescriptor(\.time)])
  }
}
