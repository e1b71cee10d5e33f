// Cairn
// SPDX-License-Identifier: Apache-2.0

import JSONText
import Testing

/// Numbers as text.
@Suite struct NumberTests {
  private func integer(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { JSONNumber.integer($0) }
  }

  private func double(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { JSONNumber.double($0) }
  }

  @Test func `integers of 64 bits are exact, and larger integers have no value`() {
    let values: [Int64] = [
      0, 9, -9, 10, 999_999_999_999_999_999, -999_999_999_999_999_999, 1_000_000_000_000_000_000,
      .max, .min, .max - 1, .min + 1,
    ]
    for value in values { #expect(integer("\(value)") == value) }
    #expect(integer("-0") == 0)
    for text in [
      "", "-", "9223372036854775808", "-9223372036854775809", "18446744073709551615", "1.0", "1e2",
      "+1", "1 ", String(repeating: "9", count: 100_000),
    ] {
      #expect(integer(text) == nil, "\(text.prefix(30))")
    }
  }

  @Test func `a double with an integral value up to 2^53 is an integer`() {
    #expect(JSONNumber.integral(5) == 5)
    #expect(JSONNumber.integral(-9_007_199_254_740_992) == -9_007_199_254_740_992)
    for value in [0.5, 9_007_199_254_740_994, 1e19, .infinity, .nan, nil] {
      #expect(JSONNumber.integral(value) == nil)
    }
  }

  @Test func `a double is the nearest to its text`() {
    let texts = [
      "0", "-0", "0.1", "1e22", "123456789012345680", "9007199254740993", "9007199254740993.0",
      "0.30000000000000004", "5e-324", "1.7976931348623157e308", "123456.789012345", "1E5", "-1.5",
      "0.0000000000000001", "8.9255", "179769313486231570000",
    ]
    for text in texts {
      #expect(double(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let value = Double(Int.random(in: -99_999_999...99_999_999, using: &random)) / 10_000
      #expect(double("\(value)") == value)
      let bits = Double(bitPattern: random.next())
      if bits.isFinite { #expect(double("\(bits)")?.bitPattern == bits.bitPattern) }
    }
    #expect(double("1e400") == .infinity)
  }
}
