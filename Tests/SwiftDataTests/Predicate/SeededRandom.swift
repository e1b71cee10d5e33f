// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reproducible random values of a seed, with many duplicates and edge cases.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  mutating func optional<T>(_ make: (inout SeededRandom) -> T) -> T? {
    below(3) == 0 ? nil : make(&self)
  }

  mutating func list<T>(_ make: (inout SeededRandom) -> T) -> [T] {
    (0..<below(4)).map { _ in make(&self) }
  }

  /// Plain, composed, decomposed, combined, emoji, line ends, quotes.
  static let texts = [
    "", "a", "b", "e", "E", "Storm", "storm", "STORM", "Stormy", "Caf\u{E9}", "Cafe\u{301}",
    "cafe", "e\u{301}", "\u{E9}", "x'y\"z", "100%", "a_b", "\r\n", "a\r\nb", "\n", "\u{1F600}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}", "stra\u{DF}e",
    "\u{4E2D}\u{6587}", "z", "Z", "\u{FF}", "a b", " ",
  ]

  mutating func text() -> String { pick(Self.texts) }

  mutating func integer() -> Int {
    pick([0, 1, 2, 3, 4, 7, -1, -3, 100, Int.max, Int.min, Int.max - 1])
  }

  mutating func double() -> Double {
    pick([0, -0.0, 1, 2.5, 3, 1e300, -1e300, .infinity, -.infinity, 0.1, .leastNonzeroMagnitude])
  }

  mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: pick([0, 0.1, 100, 3600, -3600, 7e8, 700_000_000.123456]))
  }

  mutating func uuid() -> UUID {
    pick(Self.uuids)
  }

  static let uuids = (0..<6).map { n in
    UUID(uuid: (UInt8(n * 50), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(n)))
  }

  mutating func decimal() -> Decimal {
    let texts = [
      "0", "1", "2.50", "10", "9", "-3", "0.1", "123456789012345678901234567890.12345678",
    ]
    return Decimal(string: pick(texts)) ?? 0
  }
}
