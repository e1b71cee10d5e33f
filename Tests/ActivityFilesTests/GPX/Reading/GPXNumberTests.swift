// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Decimal numbers in every format that files contain.
struct GPXNumberTests {
  @Test(
    arguments: [
      "0", "-0.0", "1", "+1.5", "-1.5", ".5", "5.", "007.25", "46.4983000", "1e3", "1E-7",
      "-2.5e+2",
      "0.1", "0.000005", "51.39870791696012020111083984375", "9007199254740993",
      "9007199254740992", "123456789012345678901234567890", "0.30000000000000004",
      "179.99999999999999999", "4.9E-324", "2.2250738585072011e-308", "1.7976931348623157e308",
      "000000000000000000000000000001.5", "0.00000000000000000000000000015", "8.98846567431158e307",
      "1000000000000000000000000", "1.000000000000000000000000000", "0e999999999",
    ])
  func `a decimal number is parsed with correct rounding`(text: String) throws {
    #expect(try point("<ele> \(text)\n</ele>").elevation == Double(text))
  }

  @Test
  func `random decimal numbers are parsed with correct rounding`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let digits = (0..<Int.random(in: 1...25, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      var text = digits.joined()
      let place = Int.random(in: 0...digits.count, using: &generator)
      text.insert(".", at: text.index(text.startIndex, offsetBy: place))
      let value = try point("<ele>\(text)</ele>").elevation
      #expect(value == Double(text), "\(text)")
    }
  }
}
