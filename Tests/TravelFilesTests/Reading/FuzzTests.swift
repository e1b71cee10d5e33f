// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

/// Random mutations of all recordings; a reader returns or throws, and its times are valid.
@Suite struct FuzzTests {
  /// A generator of random numbers that a seed determines (SplitMix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  private static let tokens = [
    "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "RRULE:FREQ=DAILY\r\n", "\r\n ", "<div itemscope>",
    "</div>",
    "<script type=\"application/ld+json\">", "{", "}", "[", "]", "\"", "\\", ",", ":", "&#x110000;",
    "--", "=?x?B?", "99999999999999999999", "-1", "\u{0}", "\u{FFFD}", "1e400", "M4",
  ]

  private static func mutated(_ data: Data, _ generator: inout Generator) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1:
        bytes.removeSubrange(
          index..<min(bytes.count, index + Int.random(in: 1...40, using: &generator)))
      case 2:
        bytes.insert(
          contentsOf: tokens.randomElement(using: &generator)?.utf8.map(\.self) ?? [], at: index)
      case 3: bytes = Array(bytes[..<index])
      default:
        let end = min(bytes.count, index + Int.random(in: 1...200, using: &generator))
        bytes.insert(contentsOf: Array(bytes[index..<end]), at: index)
      }
    }
    return Data(bytes)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `mutated files are read or rejected`(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let names = try Fixture.names("kitinerary__").filter { !$0.hasSuffix(".merged.json") }
    let reader = TravelFileReader(documentDate: LocalDate(year: 2027, month: 1, day: 1))
    var readable = 0
    for name in names {
      let data = try Fixture.data(name)
      for _ in 0..<4 {
        guard let document = try? reader.read(Self.mutated(data, &generator)) else { continue }
        readable += 1
        for item in document.items { _ = SchemaEncoder.encode(item) }
        for event in document.events { _ = event.occurrences(limit: 50) }
        _ = CalendarWriter(stamp: Date(timeIntervalSince1970: 0)).data(document.events)
      }
    }
    #expect(readable > names.count)
  }

  @Test func `any bytes are no boarding pass or a valid one`() {
    var generator = Generator(state: 7)
    let text = Array(
      "M1DOE/JOHN            EXXX007 MUCTXLLH 2724 065M005A0017 35D>6180WW8064BLH   ".utf8)
    for _ in 0..<5000 {
      let bytes = Self.mutated(Data(text + text), &generator)
      let pass = BoardingPass(String(decoding: bytes, as: UTF8.self))
      for leg in pass?.legs ?? [] {
        #expect(leg.origin.count == 3)
        #expect(leg.dayOfYear.map { (1...366).contains($0) } ?? true)
      }
    }
  }
}
