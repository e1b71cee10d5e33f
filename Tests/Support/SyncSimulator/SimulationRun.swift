// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import Foundation

/// Simulated runs of consecutive seeds, several at a time.
package struct SimulationRun: Sendable {
  /// The results of all runs.
  package struct Report: Sendable {
    package var histories = 0
    package var steps = 0
    package var faults: [SimulationPlan.Fault: Int] = [:]
    /// The runs with problems.
    package var failures: [Simulation.Outcome] = []
    /// The trace hashes by seed, if `keepsHashes` is true.
    package var hashes: [UInt64: String] = [:]
  }

  package var firstSeed: UInt64
  package var count: Int
  /// The number of concurrent runs, each with its own server.
  package var width: Int
  /// The number of failures after which no further run starts.
  package var failureLimit = 10
  package var keepsHashes = false

  package init(firstSeed: UInt64, count: Int, width: Int = 2) {
    self.firstSeed = firstSeed
    self.count = count
    self.width = width
  }

  /// The folder for temporary files, in memory if possible.
  static var parent: URL {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    return FileManager.default.isWritableFile(atPath: "/dev/shm")
      ? memory : FileManager.default.temporaryDirectory
  }

  /// Performs the runs, and calls `onProgress` after each.
  package func run(
    _ onProgress: @escaping @Sendable (Simulation.Outcome) -> Void = { _ in }
  ) async throws -> Report {
    faulty_vfs_install()
    let folder = Self.parent.appending(path: "cairn-simulation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await withThrowingTaskGroup(of: Report.self) { group in
      for lane in 0..<width {
        group.addTask { try await self.run(lane, folder, onProgress) }
      }
      var whole = Report()
      for try await report in group { whole.add(report) }
      whole.failures.sort { $0.seed < $1.seed }
      return whole
    }
  }

  @concurrent
  private func run(
    _ lane: Int, _ folder: URL, _ onProgress: @Sendable (Simulation.Outcome) -> Void
  ) async throws -> Report {
    var report = Report()
    let place = folder.appending(path: "lane\(lane)")
    var cloud = try await SimulatedCloud(in: place.appending(path: "cloud0"))
    for (number, index) in stride(from: lane, to: count, by: width).enumerated() {
      // A new storage limits its size.
      if number > 0, number.isMultiple(of: 200) {
        try await cloud.remove()
        cloud = try await SimulatedCloud(in: place.appending(path: "cloud\(number)"))
      }
      let outcome = try await Simulation.run(
        seed: firstSeed &+ UInt64(index), on: cloud, in: place)
      report.add(outcome, keepsHash: keepsHashes)
      onProgress(outcome)
      if report.failures.count >= failureLimit { break }
    }
    try await cloud.remove()
    return report
  }
}

extension SimulationRun.Report {
  mutating func add(_ outcome: Simulation.Outcome, keepsHash: Bool) {
    histories += 1
    steps += outcome.steps
    faults.merge(outcome.faults, uniquingKeysWith: +)
    if keepsHash { hashes[outcome.seed] = outcome.hash }
    if !outcome.problems.isEmpty { failures.append(outcome) }
  }

  mutating func add(_ other: SimulationRun.Report) {
    histories += other.histories
    steps += other.steps
    faults.merge(other.faults, uniquingKeysWith: +)
    failures += other.failures
    hashes.merge(other.hashes) { one, _ in one }
  }
}
