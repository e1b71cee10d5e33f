// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A line of a table of costs.
public struct CostLine: Sendable, Hashable {
  /// The day.
  public var date: LocalDate?
  /// The description.
  public var name: String
  /// The category.
  public var category: String?
  /// The payer.
  public var person: String?
  /// The amount, exact.
  public var amount: Decimal
  /// The currency in ISO 4217.
  public var currency: String

  /// Creates a line.
  public init(
    date: LocalDate? = nil, name: String, category: String? = nil, person: String? = nil,
    amount: Decimal, currency: String
  ) {
    self.date = date
    self.name = name
    self.category = category
    self.person = person
    self.amount = amount
    self.currency = currency
  }
}

/// Writing of costs as comma-separated values (RFC 4180).
public enum CostTable {
  /// Returns a table with the columns date, name, category, person, amount and currency.
  ///
  /// A text that a spreadsheet would evaluate as a formula gets an apostrophe before it.
  public static func csv(_ lines: [CostLine]) -> Data {
    var output = "date,name,category,person,amount,currency\r\n"
    for line in lines {
      let fields = [
        line.date?.description ?? "", text(line.name), text(line.category ?? ""),
        text(line.person ?? ""), "\(line.amount)", text(line.currency),
      ]
      output += fields.joined(separator: ",") + "\r\n"
    }
    return Data(output.utf8)
  }

  private static func text(_ text: String) -> String {
    var text = text
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) {
      text = "'" + text
    }
    guard text.contains(where: { $0 == "\"" || $0 == "," || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
