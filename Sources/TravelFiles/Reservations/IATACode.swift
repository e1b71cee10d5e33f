// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Validation of codes of the International Air Transport Association.
enum IATACode {
  /// The code of an airport or station: three letters; nil for anything else.
  static func location(_ text: String?) -> String? {
    guard let code = text?.trimmed, code.utf8.count == 3,
      code.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return nil }
    return code.uppercased()
  }

  /// The code of an airline: two letters or digits, not both digits; nil for anything else.
  static func airline(_ text: String?) -> String? {
    guard let code = text?.trimmed.uppercased(), code.utf8.count == 2,
      code.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x30 && $0 <= 0x39 }),
      code.utf8.contains(where: { $0 >= 0x41 })
    else { return nil }
    return code
  }
}

/// A flight number with or without the airline's code, such as `LH 0489`.
struct FlightNumber {
  /// The airline's code.
  var airline: String?
  /// The number without leading zeros, with an operational suffix if there is one.
  var number: String

  init(_ text: String) {
    let compact = text.uppercased().filter { !$0.isWhitespace }
    let code = String(compact.prefix(2))
    let rest = compact.dropFirst(2)
    if compact.count > 2, IATACode.airline(code) != nil, Self.isNumber(rest),
      !Self.isNumber(compact[...])
    {
      airline = code
      number = Self.withoutZeros(rest)
    } else {
      number = Self.isNumber(compact[...]) ? Self.withoutZeros(compact[...]) : text
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    let digits = text.last?.isLetter == true ? text.dropLast() : text
    return (1...4).contains(digits.utf8.count) && digits.utf8.allSatisfy { $0 &- 0x30 <= 9 }
  }

  private static func withoutZeros(_ text: Substring) -> String {
    let rest = text.drop { $0 == "0" }
    return rest.isEmpty ? String(text) : String(rest)
  }
}

/// Parsing of amounts of money.
enum PriceParser {
  /// The largest amount that is read.
  private static let limit: Decimal = 1_000_000_000_000

  /// Parses an amount such as `1234.50`, `1.234,50` or `8,50 €`; nil if it is ambiguous or too large.
  static func amount(_ text: String) -> Decimal? { price(text)?.amount }

  /// Parses an amount with an optional currency before or after it.
  static func price(_ text: String) -> Price? {
    let text = text.trimmed
    guard text.utf8.count <= 64 else { return nil }
    let isPart: (Character) -> Bool = {
      $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-" || $0 == "'")
    }
    guard let start = text.firstIndex(where: isPart), let last = text.lastIndex(where: isPart)
    else { return nil }
    let before = text[..<start].trimmed
    let after = text[text.index(after: last)...].trimmed
    guard before.isEmpty || after.isEmpty else { return nil }
    let mark = before.isEmpty ? after : before
    let currency = mark.isEmpty ? nil : self.currency(mark)
    if !mark.isEmpty, currency == nil { return nil }
    let digits = text[start...last].filter { !$0.isWhitespace && $0 != "'" && $0 != "\u{A0}" }
    guard let plain = plainNumber(digits), let amount = Decimal(string: plain),
      amount.magnitude <= limit
    else { return nil }
    return Price(amount: amount, currency: currency)
  }

  /// The number with a point before its fraction and without separators of thousands.
  private static func plainNumber(_ digits: String) -> String? {
    let isNegative = digits.first == "-"
    var body = isNegative ? String(digits.dropFirst()) : digits
    // `12,-` is written for whole amounts.
    if body.hasSuffix(",-") || body.hasSuffix(".-") { body = String(body.dropLast(2)) }
    guard !body.contains("-"), body.first?.isNumber == true, body.last?.isNumber == true
    else { return nil }
    let comma = body.lastIndex(of: ",")
    let point = body.lastIndex(of: ".")
    let separator: Character?
    switch (comma, point) {
    case (nil, nil): separator = nil
    case (let comma?, let point?): separator = comma > point ? "," : "."
    case (let index?, nil), (nil, let index?):
      let mark = body[index]
      let fraction = body[body.index(after: index)...].count
      let isRepeated = body.count { $0 == mark } > 1
      // `1,234` may be a thousand or one: a single comma before three digits is ambiguous.
      if mark == ",", fraction == 3, !isRepeated { return nil }
      separator = isRepeated ? nil : mark
    }
    var plain = ""
    let fractionStart = separator.flatMap { body.lastIndex(of: $0) }
    for index in body.indices {
      let character = body[index]
      if index == fractionStart {
        plain.append(".")
      } else if character.isNumber {
        plain.append(character)
      } else if character != "." && character != "," || index > fractionStart ?? index {
        return nil
      }
    }
    return (isNegative ? "-" : "") + plain
  }

  /// The ISO 4217 code of a code or an unambiguous sign; nil for others, such as `$`.
  static func currency(_ text: String) -> String? {
    let text = text.trimmed
    if let code = signs[text] { return code }
    guard text.utf8.count == 3, text.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return nil }
    let code = text.uppercased()
    return Locale.commonISOCurrencyCodes.contains(code) || codes.contains(code) ? code : nil
  }

  private static let signs = ["€": "EUR", "£": "GBP", "US$": "USD", "zł": "PLN", "Kč": "CZK"]
  private static let codes = Set(Locale.Currency.isoCurrencies.map(\.identifier))
}
