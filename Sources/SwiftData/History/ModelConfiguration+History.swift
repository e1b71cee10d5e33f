// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelConfiguration {
  /// Whether and for how long a store keeps a history of its changes. (Not in Apple's framework.)
  public struct History: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
      case kept
      case keptFor(Duration)
      case off
    }

    private let kind: Kind
    /// What tells when a transaction was saved.
    package var clock = WallClock()

    private init(kind: Kind) { self.kind = kind }

    /// Until ``ModelContext/deleteHistory(_:)`` deletes it.
    public static let kept = History(kind: .kept)

    /// Until it is older than that, or is deleted.
    ///
    /// Older transactions go with a save, about once an hour.
    public static func kept(for duration: Duration) -> History {
      History(kind: .keptFor(duration))
    }

    /// Not at all: all tokens expire with the first save.
    public static let off = History(kind: .off)

    var isOff: Bool { kind == .off }

    /// How many seconds a transaction is kept; nil for ever.
    var seconds: Double? {
      guard case .keptFor(let duration) = kind else { return nil }
      return duration / .seconds(1)
    }
  }

  /// Tells the time of day; which one tells it makes no two histories different.
  package struct WallClock: Hashable, Sendable {
    let now: @Sendable () -> Date

    /// The machine's clock, or another.
    package init(_ now: @escaping @Sendable () -> Date = { Date.now }) { self.now = now }

    package static func == (lhs: WallClock, rhs: WallClock) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
  }
}
