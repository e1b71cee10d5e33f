// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The currencies of ISO 4217 and their minor units.
package enum Currency {
  /// Returns the number of decimal digits of a currency; nil for a text that is no currency.
  package static func minorUnits(_ code: String) -> Int? {
    if let digits = exceptions[code] { return digits }
    return known.contains(code) ? 2 : nil
  }

  /// Returns an amount rounded to minor units, halves to even.
  package static func rounded(_ amount: Decimal, _ code: String) -> Decimal {
    amount.rounded(scale: minorUnits(code) ?? 2)
  }

  /// Returns an amount with all digits of its currency, and the code, such as `12.50 EUR`.
  package static func text(_ amount: Decimal, _ code: String) -> String {
    "\(number(amount, code)) \(code)"
  }

  /// Returns an amount with at least all digits of its currency, such as `12.50`.
  package static func number(_ amount: Decimal, _ code: String) -> String {
    let digits = minorUnits(code) ?? 2
    var text = "\(amount)"
    guard digits > 0, !text.contains("e"), amount.isFinite else { return text }
    let fraction = text.split(separator: ".", omittingEmptySubsequences: false)
    let count = fraction.count > 1 ? fraction[1].count : 0
    if count == 0 { text += "." }
    return text + String(repeating: "0", count: max(0, digits - count))
  }

  /// The currencies whose minor unit is not a hundredth, ISO 4217 list one.
  private static let exceptions: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    "CLF": 4, "UYW": 4,
  ]

  private static let known = Set(Locale.Currency.isoCurrencies.map(\.identifier))
}

extension Decimal {
  /// The number rounded to decimal digits, halves to even.
  func rounded(scale: Int) -> Decimal {
    var source = self
    var result = Decimal()
    NSDecimalRound(&result, &source, scale, .bankers)
    return result
  }
}
