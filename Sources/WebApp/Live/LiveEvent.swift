// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One event of a live stream, as text/event-stream.
///
/// Source: HTML, section 9.2 "Server-sent events".
package enum LiveEvent: Sendable, Equatable {
  /// The stream has begun; the browser is to wait so many milliseconds before it connects again.
  case open(retry: Int)
  /// The store has changed.
  case changed
  /// Nothing happened; shows whether the browser is still there.
  case heartbeat

  /// The event on the wire.
  package var text: String {
    switch self {
    case .open(let retry): "retry: \(retry)\n\n"
    case .changed: "event: changed\ndata: {}\n\n"
    case .heartbeat: ": still here\n\n"
    }
  }
}
