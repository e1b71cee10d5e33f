// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct MemoryManagerTests {
  private static func stalls(some: String, full: String) -> String {
    """
    some avg10=\(some) avg60=0.22 avg300=0.17 total=23061
    full avg10=\(full) avg60=0.00 avg300=0.00 total=22611

    """
  }

  private static func memory(_ available: Int) -> String {
    """
    MemTotal:        8000000 kB
    MemFree:          100000 kB
    MemAvailable:   \(available) kB
    Buffers:          100000 kB

    """
  }

  @Test(
    arguments: [
      ("0.00", "0.00", 4_000_000, .none), ("9.99", "0.00", 4_000_000, .none),
      ("10.00", "0.00", 4_000_000, .warning), ("80.00", "9.99", 4_000_000, .warning),
      ("80.00", "10.00", 4_000_000, .critical), ("0.00", "0.00", 800_000, .none),
      ("0.00", "0.00", 799_999, .warning), ("0.00", "0.00", 399_999, .critical),
    ] as [(String, String, Int, MemoryPressure)])
  func `pressure follows from stalls and available memory`(
    some: String, full: String, available: Int, pressure: MemoryPressure
  ) {
    #expect(
      MemoryPressure(
        stalls: Self.stalls(some: some, full: full), memory: Self.memory(available)) == pressure)
  }

  @Test(arguments: ["", "some", "some avg10=", "some avg10=x\nfull", "MemTotal: 0 kB", "\u{0}:"])
  func `files that are not understood are no pressure`(text: String) {
    #expect(MemoryPressure(stalls: text, memory: text) == .none)
  }

  @Test func `the system's files are read`() {
    // A container may hide them; the result is a pressure in any case.
    #expect(MemoryPressure.allCases.contains(MemoryManager().current))
  }

  @Test func `a risen pressure is reported once`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("meminfo", Self.memory(4_000_000))
    let memory = MemoryManager(folder: folder.url)
    let pressures = memory.pressures()
    let seen = Counter()
    let token = NotificationCenter.default.addObserver(
      forName: .memoryPressureDetected, object: nil, queue: nil
    ) { _ in seen.count() }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(memory.check() == .none)
    try Self.memory(700_000).write(to: file, atomically: true, encoding: .utf8)
    #expect(memory.check() == .warning)
    #expect(memory.check() == .warning)
    var iterator = pressures.makeAsyncIterator()
    #expect(await iterator.next() == .warning)
    try Self.memory(100_000).write(to: file, atomically: true, encoding: .utf8)
    #expect(memory.check() == .critical)
    #expect(await iterator.next() == .critical)
    // Other tests of the process may report too.
    #expect(seen.value >= 2)
  }

  @Test func `a started manager reads until it is stopped`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("meminfo", Self.memory(100_000))
    let memory = MemoryManager(folder: folder.url, interval: .milliseconds(1))
    var pressures = memory.pressures().makeAsyncIterator()
    memory.start()
    memory.start()
    #expect(await pressures.next() == .critical)
    memory.stop()
  }
}

private final class Counter: Sendable {
  private let state = Mutex(0)

  var value: Int { state.withLock { $0 } }

  func count() { state.withLock { $0 += 1 } }
}
