// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Random kills of devices and server during sync.
@Suite(.serialized) struct SyncKillTests {
  /// Repeatedly starts and kills the syncing process of a device.
  private func watch(_ device: SyncingDevice, until end: ContinuousClock.Instant, seed: UInt64)
    async throws
  {
    var lot = seed
    while ContinuousClock.now < end {
      let command = try device.start("sync", "--watch")
      lot = lot &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      try await Task.sleep(for: .milliseconds(200 + Int(lot >> 54)))
      command.send(SIGKILL)
      _ = try await command.result()
    }
  }

  /// The duration of the faults in seconds, which `Scripts/soak sync` extends.
  private static let seconds =
    ProcessInfo.processInfo.environment["CAIRN_SYNC_SECONDS"].flatMap(Double.init) ?? 8

  /// Repeatedly kills the server and fills its disk.
  private func trouble(_ cloud: DeviceCloud, until end: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(1_200))
      try await cloud.stop(by: SIGKILL)
      try await cloud.start()
      try await Task.sleep(for: .milliseconds(500))
      try await cloud.fillDisk()
      try await Task.sleep(for: .milliseconds(800))
      try await cloud.makeRoom()
    }
  }

  /// Imports, edits and deletes rucks on a device, and records the acknowledged changes.
  ///
  /// The owner of a ruck is the device that imported it. Only the owner edits its notes, and only the
  /// next device its name, so that the last text is known. Only the owner deletes a ruck, and only
  /// rucks without edits.
  private func work(
    _ device: SyncingDevice, _ index: Int, _ ledger: Ledger, until end: ContinuousClock.Instant
  ) async throws {
    var lot = SeededLot(seed: UInt64(index + 77))
    var number = 10_000 * index
    while ContinuousClock.now < end {
      switch lot.next(below: 10) {
      case 0..<5:
        let isToGo = number.isMultiple(of: 3)
        let id = try await device.importTrack(number, points: 30)
        ledger.add(id, owner: index, name: "\(device.folder) \(number)", isToGo: isToGo)
        number += 1
      case 5..<7:
        guard let id = lot.pick(ledger.rucks(of: index, toGo: false)) else { continue }
        let notes = "notes \(lot.next(below: 1_000_000))"
        try await device.done("ruck", "edit", id, "--notes", notes)
        ledger.change(id) { $0.notes = notes }
      case 7..<9:
        let others = ledger.rucks(of: (index + 2) % 3, toGo: false)
        let here = try await device.rucks().map(\.id).filter(others.contains)
        guard let id = lot.pick(here) else { continue }
        let name = "name \(lot.next(below: 1_000_000))"
        try await device.done("ruck", "edit", id, "--name", name)
        ledger.change(id) { $0.name = name }
      default:
        guard let id = lot.pick(ledger.rucks(of: index, toGo: true)) else { continue }
        try await device.done("ruck", "delete", id, "--yes")
        ledger.remove(id)
      }
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func
    `after kills and a full disk, all devices have exactly the acknowledged changes`()
    async throws
  {
    try await DeviceCloud.run(onDiskOf: 64 + Int(Self.seconds)) { cloud in
      let devices = [
        try await cloud.device("first", of: "ann"), try await cloud.device("second", of: "ann"),
        try await cloud.device("third", of: "ann"),
      ]
      let ledger = Ledger()
      let end = ContinuousClock.now + .seconds(Self.seconds)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, device) in devices.enumerated() {
          group.addTask { try await watch(device, until: end, seed: UInt64(index + 1)) }
          group.addTask { try await work(device, index, ledger, until: end) }
        }
        group.addTask { try await trouble(cloud, until: end) }
        try await group.waitForAll()
      }
      // Two rounds, so that the first device receives the last device's changes.
      for device in devices + devices { try await device.sync() }
      let lists = try await [devices[0].list(), devices[1].list(), devices[2].list()]
      #expect(lists[0] == lists[1] && lists[1] == lists[2])
      let rucks = try await devices[0].rucks()
      #expect(rucks.count >= 3 && rucks.allSatisfy { $0.points == 30 })
      let found = Dictionary(
        uniqueKeysWithValues: rucks.map { ($0.id, Ledger.Texts(name: $0.name, notes: $0.notes)) })
      #expect(found == ledger.texts, "\(ledger.counts)")
      for device in devices {
        let store = device.url.appending(path: "ruckmap.store").path(percentEncoded: false)
        #expect(try await cloud.workspace.cairn("store", "check", store).status == 0)
        let points = try await cloud.workspace.shell(
          #"sqlite3 -batch "$1" "SELECT count(*) FROM LocationPoint""#, store)
        #expect(points.output == "\(rucks.count * 30)\n", "\(device.folder)")
        let status = try #require(try await device.status().stores.first)
        #expect(status.pending == 0 && status.error == nil)
      }
      let check = try await cloud.cairn("cloud", "check")
      #expect(check.status == 0, "\(check)")
    }
  }
}

/// The acknowledged changes.
private final class Ledger: Sendable {
  struct Texts: Equatable {
    var name: String?
    var notes = ""
  }

  private struct Entry {
    let owner: Int
    let isToGo: Bool
    var texts: Texts
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var edits = 0
    var deletions = 0
  }

  private let state = Mutex(State())

  /// The expected rucks, with their last texts.
  var texts: [String: Texts] { state.withLock { $0.entries.mapValues(\.texts) } }

  var counts: String {
    state.withLock { "\($0.entries.count) rucks, \($0.edits) edits, \($0.deletions) deletions" }
  }

  func add(_ id: String, owner: Int, name: String, isToGo: Bool) {
    state.withLock {
      $0.entries[id] = Entry(owner: owner, isToGo: isToGo, texts: Texts(name: name))
    }
  }

  func change(_ id: String, _ change: (inout Texts) -> Void) {
    state.withLock { state in
      guard var entry = state.entries[id] else { return }
      change(&entry.texts)
      state.entries[id] = entry
      state.edits += 1
    }
  }

  func remove(_ id: String) {
    state.withLock {
      $0.entries[id] = nil
      $0.deletions += 1
    }
  }

  /// The IDs of the rucks that a device owns, in a stable order.
  func rucks(of owner: Int, toGo: Bool) -> [String] {
    state.withLock { state in
      state.entries.filter { $0.value.owner == owner && $0.value.isToGo == toGo }.keys.sorted()
    }
  }
}

/// A reproducible random number generator.
private struct SeededLot {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % limit)
  }

  mutating func pick(_ all: [String]) -> String? {
    all.isEmpty ? nil : all[next(below: UInt64(all.count))]
  }
}
