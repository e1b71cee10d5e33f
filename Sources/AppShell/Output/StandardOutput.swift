// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SystemSupport

/// Standard output; every write failure is thrown.
package enum StandardOutput {
  /// Whether the stream is a terminal.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether to print colours: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  package static var hasColors: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Turns a write into a closed pipe into an error instead of the end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the reader has closed the pipe.
  package static var isClosed: Bool {
    var state = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard poll(&state, 1, 0) > 0 else { return false }
    return Int32(state.revents) & Int32(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// Writes all of `text`.
  ///
  /// - Throws: ``OutputClosed`` if the reader has closed the pipe, which is not a failure;
  ///   ``CommandError`` if the output can't be written, as on a full disk.
  package static func write(_ text: String) throws {
    try write(Data(text.utf8))
  }

  /// Writes all of `data`; see ``write(_:)-(String)`` for errors.
  package static func write(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { FileBytes.write(STDOUT_FILENO, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw OutputClosed()
      } else if errno != EINTR {
        throw CommandError("can't write to standard output: \(SystemError.last)")
      }
    }
  }
}

/// Standard error: messages, warnings, questions and progress.
package enum StandardError {
  /// Whether the stream is a terminal.
  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `text`, and ignores a write failure.
  package static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { FileBytes.write(STDERR_FILENO, $0) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// Standard input, output and error together.
package enum StandardStreams {
  /// Opens closed standard streams on the null device.
  ///
  /// Otherwise the next file to be opened, such as a store, gets the stream's descriptor and its
  /// output.
  package static func openClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }
}

/// The system's `write`, which a method named `write` would hide.
package enum FileBytes {
  /// Writes some of `bytes`, and returns their count, or -1 with `errno` set.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    SystemSupport.write(descriptor, bytes.baseAddress, bytes.count)
  }
}
