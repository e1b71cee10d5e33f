// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a written quantity can't be read.
public enum UnitError: Error, LocalizedError, Equatable, Sendable {
  /// The text doesn't start with a number.
  case notANumber(String, kind: QuantityKind)
  /// The unit after the number isn't one of this kind.
  case unknownUnit(String, kind: QuantityKind)
  /// The quantity is negative or too large to be meant.
  case outOfRange(String, kind: QuantityKind)

  /// What is wrong and what can be written.
  public var errorDescription: String? {
    switch self {
    case .notANumber(let text, let kind):
      "\"\(text)\" is not a \(kind.rawValue). Write a number with a decimal point and a unit "
        + "(\(kind.units)), such as \"\(kind.example)\"."
    case .unknownUnit(let unit, let kind):
      "\"\(unit)\" is not a unit of \(kind.rawValue). Use \(kind.units), such as "
        + "\"\(kind.example)\"."
    case .outOfRange(let text, let kind):
      "\"\(text)\" is not a possible \(kind.rawValue). Give a number from 0 that is not larger "
        + "than could be meant, such as \"\(kind.example)\"."
    }
  }
}
