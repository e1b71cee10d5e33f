// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a change to a user is refused.
public enum UserError: Error, LocalizedError, Equatable, Sendable {
  /// A specific persona can't become the general one again.
  case invalidPersonaTransition

  /// What is wrong and what to do.
  public var errorDescription: String? {
    switch self {
    case .invalidPersonaTransition:
      "A specific persona can't become general again. Choose another specific persona."
    }
  }
}
