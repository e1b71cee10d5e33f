// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemSupport

/// Requests to end by SIGINT or SIGTERM, which otherwise would end the process at once.
enum Interruption {
  // A signal handler can't capture a value, so the flag is the process's.
  private static let flag = Atomic(false)

  /// Whether a signal has arrived since ``observe()``.
  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Waits for input or the end of a file.
  ///
  /// - Returns: False if a signal has arrived since ``observe()``.
  static func waitForInput(_ descriptor: Int32) -> Bool {
    while !isRequested {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A signal ends the wait; one just before it is noticed after half a second.
      if poll(&entry, 1, 500) > 0 { return true }
    }
    return false
  }

  /// Lets the signals set the flag from now on.
  static func observe() {
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { _ in Interruption.flag.store(true, ordering: .relaxed) }
    }
  }
}
