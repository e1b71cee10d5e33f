// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import Testing

/// The binary encoding of numbers, values and snapshots.
@Suite struct ByteCodingTests {
  @Test func `numbers of all sizes survive encoding`() throws {
    let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 63, .max]
    var writer = ByteWriter()
    for number in numbers {
      writer.number(number)
      writer.signed(Int64(bitPattern: number))
      writer.fixed(number)
    }
    var reader = ByteReader(writer.bytes)
    for number in numbers {
      #expect(try reader.number() == number)
      #expect(try reader.signed() == Int64(bitPattern: number))
      #expect(try reader.fixed() == number)
    }
    #expect(reader.isAtEnd)
  }

  @Test func `excessive counts, overlong numbers and invalid UTF-8 are errors`() {
    var short = ByteReader([5, 1, 2])
    #expect(throws: MalformedBytes.self) { try short.block() }
    var long = ByteReader(Array(repeating: UInt8(0xFF), count: 11))
    #expect(throws: MalformedBytes.self) { try long.number() }
    var text = ByteReader([2, 0xC3, 0x28])
    #expect(throws: MalformedBytes.self) { try text.text() }
    var empty = ByteReader([])
    #expect(throws: MalformedBytes.self) { try empty.byte() }
  }

  @Test(arguments: [
    RecordValue.integer(.min), .integer(-1), .real(-0.0), .real(.infinity),
    .real(.leastNonzeroMagnitude),
    .text(""), .text("e\u{301}\u{0}é"), .data(Data()), .data(Data([0, 255])), .reference("a b"),
    .text(String(repeating: "x", count: 3_000)).shortened(),
  ])
  func `values survive encoding as bytes and as JSON`(value: RecordValue) throws {
    var writer = ByteWriter()
    value.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try RecordValue(from: &reader) == value)
    let json = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([RecordValue].self, from: json) == [value])
  }

  @Test func `values are equal if their bits or bytes are`() {
    #expect(RecordValue.real(0) != .real(-0.0))
    #expect(RecordValue.real(.nan) == .real(.nan))
    #expect(RecordValue.text("é") != .text("e\u{301}"))
    #expect(RecordValue.integer(1) != .real(1))
    let long = RecordValue.data(Data(repeating: 7, count: 5_000))
    #expect(long.shortened() == long)
    #expect(long == long.shortened())
    #expect(long.shortened() == long.shortened())
    #expect(long.shortened().hashValue == long.hashValue)
    #expect(long.shortened() != .data(Data(repeating: 8, count: 5_000)))
    #expect(long.shortened() != .integer(1))
    #expect(.integer(1) != long.shortened())
  }

  @Test func `snapshots survive encoding, and truncated ones are errors`() throws {
    let snapshot = RecordSnapshot.made(
      ["name": .text("Hill"), "count": .integer(4)],
      at: HybridTimestamp(milliseconds: 5, node: 4), summed: ["count"])
    let bytes = snapshot.encoded()
    #expect(try RecordSnapshot(decoding: bytes) == snapshot)
    let json = try JSONEncoder().encode(snapshot)
    #expect(try JSONDecoder().decode(RecordSnapshot.self, from: json) == snapshot)
    for count in 0..<bytes.count {
      #expect(throws: MalformedBytes.self) { try RecordSnapshot(decoding: bytes.prefix(count)) }
    }
  }
}
