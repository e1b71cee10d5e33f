// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import Testing

/// Field clocks: their encoding, and their attribution to writers without clocks.
@Suite struct FieldClocksTests {
  private func time(_ milliseconds: Int64, _ node: UInt64) -> HybridTimestamp {
    HybridTimestamp(milliseconds: milliseconds, node: node)
  }

  @Test func `clocks of a new record take 18 bytes, and all clocks survive encoding`() throws {
    let made = FieldClocks(base: time(1_790_000_000_000, .max))
    #expect(made.encoded().count == 18)
    #expect(try FieldClocks(decoding: made.encoded()) == made)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      var clocks = FieldClocks(base: time(.random(in: 0..<1 << 48, using: &generator), 3))
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        let name = "field\(Int.random(in: 0..<9, using: &generator))é"
        clocks[name] = HybridTimestamp(
          packed: generator.next(), node: .random(in: 0..<4, using: &generator))
      }
      if Bool.random(using: &generator) {
        clocks.sums["count"] = Contributions()
          .reaching(.integer(5), by: HybridTimestamp(packed: generator.next(), node: 3))
          .reaching(.integer(-9), by: HybridTimestamp(packed: generator.next(), node: 8))
      }
      #expect(try FieldClocks(decoding: clocks.encoded()) == clocks)
      let json = try JSONEncoder().encode(clocks)
      #expect(try JSONDecoder().decode(FieldClocks.self, from: json) == clocks)
    }
  }

  @Test func `malformed bytes are an error or other clocks, never a crash`() throws {
    var clocks = FieldClocks(base: time(1_790_000_000_000, 3))
    clocks["name"] = time(1_790_000_000_500, 4)
    clocks.sums["count"] = Contributions().reaching(.real(2.5), by: time(9, 4))
    let bytes = clocks.encoded()
    #expect(throws: MalformedBytes.self) {
      try FieldClocks(decoding: Data([2]) + bytes.dropFirst())
    }
    #expect(throws: MalformedBytes.self) { try FieldClocks(decoding: Data()) }
    #expect(throws: MalformedBytes.self) { try FieldClocks(decoding: bytes + [0]) }
    for count in 1..<bytes.count { _ = try? FieldClocks(decoding: bytes.prefix(count)) }
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      var broken = bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let place = broken.indices.randomElement(using: &generator) ?? 0
        broken[place] = .random(in: 0...255, using: &generator)
      }
      _ = try? FieldClocks(decoding: broken)
    }
  }

  @Test func `fields of a newer schema retain their clocks`() throws {
    var clocks = FieldClocks(base: time(100, 1))
    clocks["fieldOfTomorrow"] = time(200, 2)
    let read = try FieldClocks(decoding: clocks.encoded())
    var snapshot = RecordSnapshot(values: ["name": .text("a")], clocks: read)
    snapshot.write(["name": .text("b")], at: time(300, 1))
    #expect(snapshot.clocks["fieldOfTomorrow"] == time(200, 2))
    #expect(snapshot.clocks["name"] == time(300, 1))
  }

  @Test func `a field changed by a writer without clocks has the record's date`() {
    let ancestor = RecordSnapshot(
      values: ["name": .text("a"), "note": .text("x")], clocks: FieldClocks(base: time(100, 1)))
    let clocks = FieldClocks.attributed(
      ancestor.clocks, to: ["name": .text("b"), "note": .text("x")], ancestor: ancestor,
      modified: 500)
    #expect(clocks["name"] == time(500, 0))
    #expect(clocks["note"] == time(100, 1))
  }

  @Test func `a record without clocks has its date, except for unchanged fields`() {
    let values: [String: RecordValue] = ["name": .text("b"), "note": .text("x")]
    let new = FieldClocks.attributed(nil, to: values, ancestor: nil, modified: 500)
    #expect(new == FieldClocks(base: time(500, 0)))
    let ancestor = RecordSnapshot(
      values: ["name": .text("a"), "note": .text("x"), "gone": .integer(1)],
      clocks: FieldClocks(base: time(100, 1)))
    let old = FieldClocks.attributed(nil, to: values, ancestor: ancestor, modified: 500)
    #expect(old["name"] == time(500, 0))
    #expect(old["gone"] == time(500, 0))
    #expect(old["note"] == time(100, 1))
  }

  @Test func `the record's date bounds clocks that are days ahead`() {
    let now: Int64 = 1_790_000_000_000
    var clocks = FieldClocks(base: time(now - 1_000, 1))
    clocks["name"] = time(now + 900_000_000, 1)
    let read = FieldClocks.attributed(clocks, to: [:], ancestor: nil, modified: now)
    #expect(read["name"].milliseconds == now)
    #expect(read["note"] == time(now - 1_000, 1))
  }
}
