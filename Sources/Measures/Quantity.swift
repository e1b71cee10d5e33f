// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The parser of a quantity's number and unit.
enum Quantity {
  /// Splits a string into the number and the lowercase unit; the unit is empty if there is none.
  static func split(
    _ text: String, kind: QuantityKind
  ) throws(UnitError) -> (number: Double, unit: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let digits = trimmed.prefix { "0123456789.,+-".contains($0) }
    let unit = trimmed.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, let number = Double(digits), number.isFinite else {
      throw .notANumber(text, kind: kind)
    }
    guard number >= 0 else { throw .outOfRange(text, kind: kind) }
    return (number, unit.lowercased())
  }
}

/// The kind of a quantity, with its accepted units.
public enum QuantityKind: String, Sendable, Hashable {
  case mass
  case length

  var units: String {
    switch self {
    case .mass: "lb or kg"
    case .length: "mi, km, ft, m, in or cm"
    }
  }

  var example: String {
    switch self {
    case .mass: "35 lb"
    case .length: "5 mi"
    }
  }
}

/// The reason why a quantity can't be parsed.
public enum UnitError: Error, LocalizedError, Equatable, Sendable {
  /// The string does not start with a number.
  case notANumber(String, kind: QuantityKind)
  /// The unit does not belong to this kind.
  case unknownUnit(String, kind: QuantityKind)
  /// The quantity is negative or too large.
  case outOfRange(String, kind: QuantityKind)

  /// The reason and the accepted forms.
  public var errorDescription: String? {
    switch self {
    case .notANumber(let text, let kind):
      "\"\(text)\" is not a \(kind.rawValue). Write a number with a decimal point and a unit "
        + "(\(kind.units)), such as \"\(kind.example)\"."
    case .unknownUnit(let unit, let kind):
      "\"\(unit)\" is not a unit of \(kind.rawValue). Use \(kind.units), such as "
        + "\"\(kind.example)\"."
    case .outOfRange(let text, let kind):
      "\"\(text)\" is not a possible \(kind.rawValue). Give a plausible number that is not "
        + "negative, such as \"\(kind.example)\"."
    }
  }
}
