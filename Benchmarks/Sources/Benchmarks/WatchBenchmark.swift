// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import SwiftData

/// The delay until a watching process reads a change of one row, and the processor time of watching an idle
/// store.
struct WatchBenchmark {
  static let argument = "--watch"
  let directory: URL
  let saves = 500
  let idle = 10

  func run() throws -> [Figure] {
    let url = directory.appending(path: "watched.store")
    let context = ModelContext(try Self.container(url))
    let leaf = Leaf("0")
    context.insert(leaf)
    try context.save()
    let watcher = try ChildProcess([Self.argument, url.path(percentEncoded: false)])
    defer { watcher.end() }
    _ = try watcher.line()
    var delays: [Double] = []
    for number in 1...saves {
      leaf.name = "\(number)"
      let start = Self.now()
      try context.save()
      guard let seen = Int64(try watcher.line()) else {
        throw WrongResult(description: "the watching process said no time")
      }
      delays.append(Double(seen - start) / 1_000_000)
    }
    delays.sort()
    let before = try watcher.processorTime()
    Thread.sleep(forTimeInterval: Double(idle))
    let used = try watcher.processorTime() - before
    return [
      Figure("a change to another process, p50", delays[saves / 2], goal: 20),
      Figure("a change to another process, p99", delays[saves * 99 / 100], goal: 100),
      Figure("watching for \(idle) s, processor time", used / .milliseconds(1), goal: 10),
    ]
  }

  /// Watches the store in the child process, and prints the time of each change.
  static func watch(_ path: String) async throws {
    let container = try container(URL(filePath: path))
    for try await _ in container.results(of: FetchDescriptor<Leaf>(), coalescing: .zero) {
      try FileHandle.standardOutput.write(contentsOf: Data("\(now())\n".utf8))
    }
  }

  private static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Leaf.self, configurations: ModelConfiguration(url: url))
  }

  /// Nanoseconds on the clock that all processes share.
  private static func now() -> Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}
