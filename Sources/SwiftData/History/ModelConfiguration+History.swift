// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelConfiguration {
  /// The retention of a store's history. (Not in Apple's framework.)
  ///
  /// ```swift
  /// var configuration = ModelConfiguration()
  /// configuration.history = .kept(for: .seconds(7 * 86_400))
  /// let container = try ModelContainer(for: Trip.self, configurations: configuration)
  /// ```
  public struct History: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
      case kept
      case keptFor(Duration)
      case off
    }

    private let kind: Kind
    /// The clock for transaction timestamps.
    package var clock = WallClock()

    private init(kind: Kind) { self.kind = kind }

    /// Keeps transactions until ``ModelContext/deleteHistory(_:)`` deletes them.
    public static let kept = History(kind: .kept)

    /// Keeps transactions until they are older than a duration, or are deleted.
    ///
    /// A save deletes older transactions, about once an hour.
    public static func kept(for duration: Duration) -> History {
      History(kind: .keptFor(duration))
    }

    /// Records no history: all tokens expire with the next save.
    public static let off = History(kind: .off)

    var isOff: Bool { kind == .off }

    /// The retention time in seconds; nil for unlimited retention.
    var seconds: Double? {
      guard case .keptFor(let duration) = kind else { return nil }
      return duration / .seconds(1)
    }
  }

  /// A wall clock, which does not affect the equality of configurations.
  package struct WallClock: Hashable, Sendable {
    let now: @Sendable () -> Date

    /// Creates a clock, by default the system clock.
    package init(_ now: @escaping @Sendable () -> Date = { Date.now }) { self.now = now }

    package static func == (lhs: WallClock, rhs: WallClock) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
  }
}
