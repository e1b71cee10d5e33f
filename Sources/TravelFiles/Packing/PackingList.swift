// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A line of a packing list.
public struct PackingLine: Sendable, Hashable {
  /// The item.
  public var name: String
  /// The category.
  public var category: String?
  /// The number of pieces, at least 1.
  public var quantity: Int
  /// The weight of one piece in kilograms.
  public var weight: Double?
  /// The bag.
  public var bag: String?
  /// The person who carries it.
  public var person: String?
  /// True if it is packed.
  public var isPacked: Bool

  /// Creates a line.
  public init(
    _ name: String, category: String? = nil, quantity: Int = 1, weight: Double? = nil,
    bag: String? = nil, person: String? = nil, isPacked: Bool = false
  ) {
    self.name = name
    self.category = category
    self.quantity = quantity
    self.weight = weight
    self.bag = bag
    self.person = person
    self.isPacked = isPacked
  }
}

/// Reading of packing lists, from a table or from pasted lines.
public enum PackingList {
  /// The maximum number of lines.
  public static let limit = 10_000

  /// True if the first row of a table names a packing list's columns.
  static func matches(_ table: CSVReader) -> Bool {
    nameColumn(table) != nil
      && (table.column("category", "quantity", "qty", "weight", "packed", "kategorie", "menge")
        != nil)
  }

  private static func nameColumn(_ table: CSVReader) -> Int? {
    table.column("item name", "item", "name", "article", "gegenstand")
  }

  /// Reads a table, such as one that Lighterpack exports.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - issues: The log of quantities and weights that are left out.
  /// - Returns: The lines.
  static func read(_ table: CSVReader, _ issues: inout TravelFileIssueLog) -> [PackingLine] {
    guard let name = nameColumn(table) else { return [] }
    let category = table.column("category", "kategorie")
    let quantity = table.column("quantity", "qty", "count", "menge", "anzahl")
    let weight = table.column("weight", "weight_kg", "gewicht")
    let unit = table.column("unit", "weight unit", "einheit")
    let bag = table.column("bag", "container", "tasche")
    let person = table.column("person", "who", "owner")
    let packed = table.column("packed", "checked", "done")
    var lines: [PackingLine] = []
    for row in table.rows.dropFirst().prefix(limit) {
      func field(_ index: Int?) -> String? {
        index.flatMap { row.fields.indices.contains($0) ? row.fields[$0].trimmed.nonEmpty : nil }
      }
      guard let text = field(name) else { continue }
      var line = PackingLine(
        text, category: field(category), bag: field(bag), person: field(person),
        isPacked: ["1", "x", "yes", "true", "ja"].contains(field(packed)?.lowercased() ?? ""))
      if let text = field(quantity) {
        if let number = Int(text), (1...9999).contains(number) {
          line.quantity = number
        } else {
          issues.add(
            .unreadableNumber, line: row.line,
            "The quantity \"\(text.prefix(40))\" is no whole number from 1 to 9999; 1 is stored")
        }
      }
      if let text = field(weight) {
        line.weight = self.weight(text, unit: field(unit))
        if line.weight == nil {
          issues.add(
            .unreadableNumber, line: row.line,
            "The weight \"\(text.prefix(40))\" is no number with a known unit, and is left out")
        }
      }
      lines.append(line)
    }
    return lines
  }

  /// A weight in kilograms; a number without a unit is one in kilograms.
  private static func weight(_ text: String, unit: String?) -> Double? {
    guard
      let match = text.replacing(",", with: ".").wholeMatch(
        of: /(\d{1,9}(?:\.\d{1,9})?) ?([A-Za-z]*)/),
      let number = Double(match.1)
    else { return nil }
    let name = match.2.isEmpty ? unit ?? "kg" : String(match.2)
    let factor: Double? =
      switch name.lowercased() {
      case "kg", "kilogram", "kilograms": 1
      case "g", "gram", "grams", "gramm": 0.001
      case "oz", "ounce", "ounces": 0.028_349_523_125
      case "lb", "lbs", "pound", "pounds": 0.453_592_37
      default: nil
      }
    return factor.map { number * $0 }
  }

  /// Reads pasted lines: an item in each line, a category in a line that ends with a colon or begins with `#`.
  ///
  /// Bullets and check boxes are removed. `3 x socks` and `socks (3)` are three pieces.
  public static func lines(_ text: String) -> [PackingLine] {
    var category: String?
    var result: [PackingLine] = []
    for line in text.split(whereSeparator: \.isNewline).prefix(limit) {
      var rest = line.prefix(1000).trimmed
      if rest.hasPrefix("#") || rest.hasSuffix(":") {
        category = rest.drop { $0 == "#" || $0 == " " }.trimmingSuffix(":").trimmed.nonEmpty
        continue
      }
      var isPacked = false
      if let match = rest.wholeMatch(of: /(?:[-*•–] +)?\[([ xX]?)\] *(.+)/) {
        isPacked = match.1.lowercased() == "x"
        rest = String(match.2)
      } else if let match = rest.wholeMatch(of: /([-*•–☐☑✓✔]) *(.+)/) {
        isPacked = match.1 == "☑" || match.1 == "✓" || match.1 == "✔"
        rest = String(match.2)
      }
      var quantity = 1
      if let match = rest.wholeMatch(of: /(\d{1,4}) ?[x×] ?(\D.*)/) {
        quantity = Int(match.1) ?? 1
        rest = String(match.2)
      } else if let match = rest.wholeMatch(of: /(.+?) *(?:\((\d{1,4})\)|[x×] ?(\d{1,4}))/) {
        quantity = (match.2 ?? match.3).flatMap { Int($0) } ?? 1
        rest = String(match.1)
      }
      if !rest.isEmpty {
        result.append(
          PackingLine(rest, category: category, quantity: max(1, quantity), isPacked: isPacked))
      }
    }
    return result
  }
}

extension StringProtocol {
  /// The text without a suffix.
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
  }
}
