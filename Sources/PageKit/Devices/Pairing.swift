// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization
import SystemSupport

/// The one-time codes that pair devices; at most one is valid at a time.
///
/// A code is valid for ten minutes and five attempts. A new code replaces the previous one, which
/// also ends an attack on it: guessing succeeds with a probability of 10⁻¹¹ for each code.
package final class Pairing: Sendable {
  /// A valid code.
  package struct Offer: Sendable, Equatable {
    /// The eight characters.
    package let code: String
    /// The moment at which the code expires.
    package let expires: Date

    /// The code in two groups, as people read it: "ABCD-EFGH".
    package var displayCode: String { "\(code.prefix(4))-\(code.dropFirst(4))" }
  }

  /// The result of an attempt.
  package enum Outcome: Sendable, Equatable {
    /// The code was right, and is no longer valid.
    case paired
    /// The code was wrong; the number of attempts that remain.
    case wrong(remaining: Int)
    /// No code is valid: it expired, was used, or had too many attempts.
    case noOffer
  }

  /// Digits and letters without 0, 1, I, L, O and U, which are mistaken for others.
  package static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  /// The number of characters in a code.
  package static let length = 8
  /// The validity of a code in seconds.
  package static let validity = 600.0
  /// The number of attempts that a code permits.
  package static let attempts = 5

  private struct State {
    var offer: Offer?
    var remaining = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// Creates a pairing without a valid code.
  package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// Replaces the code by a new one.
  @discardableResult
  package func makeOffer() -> Offer {
    var generator = SystemRandomNumberGenerator()
    return makeOffer(using: &generator)
  }

  /// Replaces the code by a new one from a source of random numbers.
  package func makeOffer(using generator: inout some RandomNumberGenerator) -> Offer {
    let characters = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
    }
    let offer = Offer(
      code: String(characters), expires: now().addingTimeInterval(Self.validity))
    state.withLock { $0 = State(offer: offer, remaining: Self.attempts) }
    return offer
  }

  /// The valid code, if there is one.
  package var offer: Offer? {
    state.withLock { state in
      expire(&state)
      return state.offer
    }
  }

  /// Checks a code and consumes it if it is right.
  ///
  /// Case, spaces and hyphens are not significant. The comparison takes constant time.
  package func attempt(_ text: String) -> Outcome {
    let candidate = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    return state.withLock { state in
      expire(&state)
      guard let offer = state.offer else { return .noOffer }
      if ConstantTime.areEqual(candidate, offer.code) {
        state = State()
        return .paired
      }
      state.remaining -= 1
      if state.remaining == 0 { state = State() }
      return .wrong(remaining: state.remaining)
    }
  }

  private func expire(_ state: inout State) {
    if let offer = state.offer, offer.expires <= now() { state = State() }
  }
}
