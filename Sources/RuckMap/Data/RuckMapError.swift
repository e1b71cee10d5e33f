// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why a ``RuckSessionRepository`` rejects a request.
public enum RuckMapError: Error, LocalizedError, Equatable, Sendable {
  /// The user has a running ruck, with this identifier.
  case activeSessionExists(UUID)
  /// No ruck has the identifier.
  case sessionNotFound(UUID)
  /// No user has the identifier.
  case userNotFound(UUID)
  /// The ruck is already completed.
  case alreadyCompleted(UUID)
  /// A pack weight in pounds that is negative, not a number, or above 500 kg.
  case invalidWeight(Double)
  /// A perceived exertion outside 1...10.
  case invalidExertion(Int)
  /// A distance or a climb in metres that is negative, or not a finite number.
  case invalidMeasure(Double)

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .activeSessionExists(let id):
      "The ruck \(id) is running. End it before you start another one."
    case .sessionNotFound(let id):
      "There is no ruck \(id). List the rucks to see their identifiers."
    case .userNotFound(let id): "There is no user \(id). Create the user first."
    case .alreadyCompleted(let id): "The ruck \(id) is already completed. Edit it instead."
    case .invalidWeight(let weight):
      "A pack of \(weight) lb is not possible. Give 0 to 1102 lb (500 kg)."
    case .invalidExertion(let value):
      "A perceived exertion of \(value) is not possible. Give 1 to 10."
    case .invalidMeasure(let metres):
      "A distance or climb of \(metres) m is not possible. Give 0 or more."
    }
  }
}
