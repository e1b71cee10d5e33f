// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output, with every failure to write told.
enum StandardOutput {
  /// Whether a person reads it.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether colours are wanted: on a terminal, unless `NO_COLOR` is set to something.
  static var hasColors: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Turns a write into a closed pipe into an error instead of the end of the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether who read it has gone.
  static var isClosed: Bool {
    var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard poll(&state, 1, 0) > 0 else { return false }
    return Int32(state.revents) & Int32(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// Writes all of `text`.
  ///
  /// - Throws: ``OutputClosed`` if the reader has gone, which is no failure;
  ///   ``CommandError`` if the output can't be written, as on a full disk.
  static func write(_ text: String) throws {
    try write(Data(text.utf8))
  }

  /// Writes all of `data`; see ``write(_:)-(String)`` for errors.
  static func write(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { FileBytes.write(STDOUT_FILENO, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno != EINTR {
        throw CommandError("can't write to standard output: \(String(cString: strerror(errno)))")
      }
    }
  }
}
