// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One person's share of an expense.
package struct CostShare: Sendable, Hashable, Codable {
  /// The identifier of the person.
  package var person: UUID
  /// The weight relative to the other shares, at least 0.
  package var weight: Decimal
  /// A fixed amount; the weights divide the rest.
  package var amount: Decimal?

  package init(person: UUID, weight: Decimal = 1, amount: Decimal? = nil) {
    self.person = person
    self.weight = weight
    self.amount = amount
  }

  private enum CodingKeys: String, CodingKey { case person, weight, amount }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    person = try container.decode(UUID.self, forKey: .person)
    func decimal(_ key: CodingKeys) throws -> Decimal? {
      guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let value = Decimal(string: text), value.isFinite else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\(text) is no amount")
      }
      return value
    }
    weight = try decimal(.weight) ?? 1
    amount = try decimal(.amount)
    guard weight >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .weight, in: container, debugDescription: "a weight is negative")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(person, forKey: .person)
    try container.encode("\(weight)", forKey: .weight)
    try container.encodeIfPresent(amount.map { "\($0)" }, forKey: .amount)
  }

  /// Decodes stored shares; nil if the text is no list of shares.
  package static func decode(_ text: String) -> [CostShare]? {
    try? JSONDecoder().decode([CostShare].self, from: Data(text.utf8))
  }

  /// Encodes shares for ``Expense/shares``.
  package static func encode(_ shares: [CostShare]) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(shares)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Splits an amount by shares, exact in the smallest unit of the currency.
  ///
  /// The sum of the parts is the amount. Units that remain after the division go one by one to the largest
  /// remainders (Hamilton's method), and among equal ones to the first identifiers, so that all devices
  /// calculate the same.
  ///
  /// - Parameters:
  ///   - amount: The amount, possibly negative.
  ///   - shares: The shares; of two for one person, the first counts.
  ///   - currency: The currency in ISO 4217.
  /// - Returns: The parts by person; empty without a share.
  package static func split(
    _ amount: Decimal, by shares: [CostShare], currency: String
  ) -> [UUID: Decimal] {
    var unique: [UUID: CostShare] = [:]
    for share in shares where unique[share.person] == nil { unique[share.person] = share }
    let people = unique.values.sorted { $0.person.uuidString < $1.person.uuidString }
    guard !people.isEmpty else { return [:] }
    var parts: [UUID: Decimal] = [:]
    var rest = amount
    for share in people {
      if let fixed = share.amount {
        parts[share.person] = fixed
        rest -= fixed
      }
    }
    var weighted = people.filter { $0.amount == nil && $0.weight > 0 }
    if weighted.isEmpty, rest != 0 {
      // Fixed amounts that don't add up: all people divide the difference.
      weighted = people.map { CostShare(person: $0.person) }
    }
    for (person, part) in distribute(rest, weighted, currency) { parts[person, default: 0] += part }
    for share in people where parts[share.person] == nil { parts[share.person] = 0 }
    return parts
  }

  private static func distribute(
    _ amount: Decimal, _ shares: [CostShare], _ currency: String
  ) -> [UUID: Decimal] {
    guard !shares.isEmpty else { return [:] }
    let total = shares.reduce(Decimal(0)) { $0 + $1.weight }
    // An amount with more digits than the currency has is divided in its own smallest unit.
    let scale = max(Currency.minorUnits(currency) ?? 2, -min(amount.exponent, 0))
    let unit = Decimal(sign: .plus, exponent: -scale, significand: 1)
    var parts: [(person: UUID, part: Decimal, remainder: Decimal)] = []
    var assigned = Decimal(0)
    for share in shares {
      let exact = amount * share.weight / total
      var part = Decimal()
      var source = exact
      NSDecimalRound(&part, &source, scale, amount < 0 ? .up : .down)
      parts.append((share.person, part, (exact - part).magnitude))
      assigned += part
    }
    var rest = amount - assigned
    let step = rest < 0 ? -unit : unit
    let order = parts.indices.sorted {
      parts[$0].remainder != parts[$1].remainder
        ? parts[$0].remainder > parts[$1].remainder
        : parts[$0].person.uuidString < parts[$1].person.uuidString
    }
    var index = 0
    while rest.magnitude >= unit {
      parts[order[index % order.count]].part += step
      rest -= step
      index += 1
    }
    return Dictionary(parts.map { ($0.person, $0.part) }) { first, _ in first }
  }
}
