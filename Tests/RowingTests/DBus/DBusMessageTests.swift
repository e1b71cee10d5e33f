// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing
import Testing

/// The wire format of D-Bus.
struct DBusMessageTests {
  private static let values: [DBusValue] = [
    .byte(7), .boolean(true), .int16(-2), .uint16(65_535), .int32(-70_000), .uint32(4_000_000_000),
    .int64(.min), .uint64(.max), .double(-0.5), .string("Škoda"), .objectPath("/org/bluez"),
    .signature("a{sv}"), .array(of: "y", [.byte(1), .byte(2)]), .array(of: "(yt)", []),
    .array(
      of: "(ys)", [.structure([.byte(1), .string("a")]), .structure([.byte(2), .string("")])]),
    .properties(["b": .variant(.int16(3)), "a": .array(of: "ay", [.array(of: "y", [.byte(9)])])]),
  ]

  @Test func `a message is equal after it was encoded`() throws {
    for value in Self.values {
      var message = DBusMessage(.call)
      message.serial = 77
      message.path = "/a/b"
      message.interface = "org.example.I"
      message.member = "M"
      message.destination = "org.example"
      message.body = [.byte(1), value, .string("end")]
      #expect(try DBusMessage(message.encoded) == message, "\(value)")
      #expect(try DBusMessage.size(of: message.encoded + [1, 2]) == message.encoded.count)
    }
  }

  // The example of the chapter "Message Format": a dictionary array is padded to 8 bytes.
  @Test func `values are padded to their alignment`() {
    var writer = DBusWriter()
    writer.append(.byte(1))
    writer.append(.array(of: "x", [.int64(5)]))
    #expect(
      writer.bytes == [1, 0, 0, 0, 8, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0])
    writer = DBusWriter()
    writer.append(.array(of: "{sv}", []))
    #expect(writer.bytes == [0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `big-endian values are decoded`() throws {
    var reader = DBusReader([0, 0, 0, 3, 0x66, 0x6F, 0x6F, 0, 0, 0, 0, 9], isBigEndian: true)
    #expect(try reader.values("su") == [.string("foo"), .uint32(9)])
  }

  @Test func `a damaged message is decoded or rejected`() throws {
    var generator = SeededRandom(seed: 5)
    var message = DBusMessage(.signal)
    message.path = "/a"
    message.interface = "org.example.I"
    message.member = "M"
    message.body = Self.values
    let bytes = message.encoded
    var rejected = 0
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<damaged.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: damaged[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: damaged[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 2: damaged[index] = 0xFF
        default: if damaged.count > 40 { damaged.removeSubrange(index...) }
        }
        if damaged.isEmpty { break }
      }
      do {
        _ = try DBusMessage(damaged)
      } catch {
        #expect(!"\(error)".isEmpty)
        rejected += 1
      }
    }
    #expect(rejected > 1000)
  }

  @Test func `values nested too deeply are rejected`() {
    let signature = String(repeating: "a", count: 200) + "y"
    var reader = DBusReader([UInt8](repeating: 0, count: 4))
    // Empty arrays need no nesting.
    #expect(throws: Never.self) { try reader.values(signature) }
    // Variants in variants.
    var bytes: [UInt8] = []
    for _ in 0..<200 { bytes += [1, UInt8(ascii: "v"), 0] }
    bytes += [1, UInt8(ascii: "y"), 0, 1]
    var deep = DBusReader(bytes)
    #expect(throws: DBusError.self) { try deep.values("v") }
  }
}
