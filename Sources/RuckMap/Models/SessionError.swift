// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a ruck can't be completed.
public enum SessionError: Error, LocalizedError, Equatable, Sendable {
  /// The ruck is over.
  case alreadyCompleted
  /// The end isn't after the start.
  case invalidEndDate
  /// Less than a minute lies between start and end.
  case sessionTooShort
  /// The distance is negative, no number, or above 50 miles.
  case unreasonableDistance

  /// What is wrong and what to do.
  public var errorDescription: String? {
    switch self {
    case .alreadyCompleted:
      "Session is already completed. Edit it, or start another one."
    case .invalidEndDate:
      "End date must be after start date. Give a later end."
    case .sessionTooShort:
      "Session must be at least 1 minute long. Give a later end, or delete the session."
    case .unreasonableDistance:
      "Distance seems unreasonable for a single session: it must be 0 to 50 miles (80.47 km)."
    }
  }
}
