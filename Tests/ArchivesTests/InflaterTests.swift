// Cairn
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Archives

@Suite struct InflaterTests {
  /// "cairn cairn cairn" as deflate data without header.
  private static let compressed: [UInt8] = [
    0x4B, 0x4E, 0xCC, 0x2C, 0xCA, 0x53, 0x48, 0x46, 0x90, 0x00,
  ]

  @Test func `deflate data is decompressed up to the limit`() throws {
    let text = try Self.compressed.withUnsafeBytes { try Inflater.inflate($0, limit: 17) }
    #expect(text == Array("cairn cairn cairn".utf8))
    #expect(throws: Inflater.Failure.tooLarge) {
      try Self.compressed.withUnsafeBytes { try Inflater.inflate($0, limit: 16) }
    }
  }

  @Test func `truncated data is malformed`() {
    #expect(throws: Inflater.Failure.malformed) {
      try Self.compressed.dropLast(4).withUnsafeBytes { try Inflater.inflate($0, limit: 100) }
    }
  }
}
