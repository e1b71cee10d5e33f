// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The peak memory of an import of a million models in batches, in a process of its own.
struct MillionBenchmark {
  static let argument = "--million"
  let directory: URL
  let count = 1_000_000

  func run() throws -> [Figure] {
    let process = try ChildProcess([Self.argument])
    defer { process.end() }
    let text = try process.line()
    guard let peak = Double(text) else {
      throw WrongResult(description: "the import of a million models failed: \(text)")
    }
    let megabytes = peak / 1_000_000
    return [
      Figure(
        name: "peak memory, a million imported", value: megabytes, unit: "MB",
        ratio: megabytes / 300, baseline: "300 MB")
    ]
  }

  /// Imports the models in the child process, and prints its peak memory in bytes.
  func importAll() throws {
    let container = try ModelContainer(
      for: Sample.self,
      configurations: ModelConfiguration(url: directory.appending(path: "million.store")))
    let context = ModelContext(container)
    try context.transaction {
      for index in 0..<count {
        context.insert(Sample(SampleRow(index)))
        if index % 5_000 == 4_999 { try context.save() }
      }
    }
    let stored = try context.fetchCount(FetchDescriptor<Sample>())
    try WrongResult.unless(stored == count, "\(stored) rows instead of \(count)")
    print(try Memory.peak())
  }
}
