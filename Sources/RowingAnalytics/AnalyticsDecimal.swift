// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A number with two decimals, as in the columns of type `DECIMAL`.
package struct AnalyticsDecimal: Sendable, Hashable, Codable {
  /// The number in hundredths.
  package let hundredths: Int64

  /// Rounds a number; nil if it isn't finite or has more digits than the column.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - precision: The column's digits, of which two are decimals.
  init?(_ value: Double?, precision: Int) {
    guard let value, value.isFinite else { return nil }
    let rounded = (value * 100).rounded()
    guard abs(rounded) < pow(10, Double(precision)) else { return nil }
    hundredths = Int64(rounded)
  }

  /// Reads the server's text, such as `203.25`.
  init?(text: String?) {
    self.init(text.flatMap { Double($0) }, precision: 15)
  }

  /// Reads a JSON number.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(Double.self)
    hundredths = Int64((value * 100).rounded())
  }

  /// Writes a JSON number.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(hundredths) / 100)
  }

  /// The number.
  package var value: Double { Double(hundredths) / 100 }
}

extension Double {
  /// The nearest integer of a column of type `BIGINT`; 0 for a number that isn't finite.
  var wholeNumber: Int64 {
    guard isFinite else { return 0 }
    return Int64(exactly: rounded()) ?? (self < 0 ? .min : .max)
  }

  /// The number rounded to thousandths; nil if it isn't finite.
  var thousandths: Double? {
    guard isFinite else { return nil }
    let scaled = (self * 1000).rounded()
    return scaled.isFinite ? scaled / 1000 : self
  }
}
