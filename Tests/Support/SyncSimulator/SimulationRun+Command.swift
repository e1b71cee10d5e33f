// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension SimulationRun {
  /// The command `simulate [--seed N] [--count M] [--width W] [--trace]`.
  package static func main(_ arguments: [String]) async {
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let name = rest.popFirst() {
      options[name] = name == "--trace" ? "" : rest.popFirst()
    }
    let isWhole = options["--trace"] != nil
    let seed = options["--seed"].flatMap { UInt64($0) } ?? 1
    let count = options["--count"].flatMap { Int($0) } ?? 1000
    let width = options["--width"].flatMap { Int($0) } ?? 2
    var run = SimulationRun(firstSeed: seed, count: count, width: Swift.min(width, count))
    run.keepsHashes = true
    let start = ContinuousClock.now
    let done = Atomic<Int>(0)
    do {
      let report = try await run.run { outcome in
        for line in outcome.description(isWhole: isWhole) { say(line) }
        let number = done.wrappingAdd(1, ordering: .relaxed).newValue
        if number.isMultiple(of: 500) { say("\(number) histories, \(ContinuousClock.now - start)") }
      }
      if count == 1, let hash = report.hashes[seed] { say("trace \(hash)") }
      let faults = report.faults.map { "\($0.value) \($0.key)" }.sorted()
      say(
        "\(report.histories) histories, \(report.steps) steps, "
          + "\(ContinuousClock.now - start); \(faults.joined(separator: ", "))")
      if !report.failures.isEmpty { exit(1) }
    } catch {
      say("simulate: \(error)")
      exit(2)
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

extension Simulation.Outcome {
  /// The problems, the command that repeats the run, and the trace; empty without problems.
  package func description(isWhole: Bool) -> [String] {
    if problems.isEmpty { return [] }
    return [
      "seed \(seed): \(problems.count) problems; again with: make simulate SEED=\(seed) COUNT=1"
    ]
      + problems.map { "  " + $0 } + trace.suffix(isWhole ? .max : 12).map { "    " + $0 }
  }
}
