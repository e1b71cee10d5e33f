// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A line on standard error that shows an import's progress, on a terminal only.
package final class ProgressLine: Sendable {
  private struct State {
    var lastWrite: ContinuousClock.Instant?
    var lastIndex = -1
  }

  private let state = Mutex(State())
  private let isShown: Bool

  package init() {
    isShown = StandardError.isTerminal
  }

  /// Redraws the line for each file, and at most ten times a second within a file.
  ///
  /// - Parameters:
  ///   - file: The current file's path.
  ///   - index: The file's index, from 0.
  ///   - total: The number of files.
  ///   - detail: The progress within the file, such as `1,200 points`; empty for none.
  package func show(file: String, index: Int, of total: Int, detail: String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if state.lastIndex == index, let last = state.lastWrite, now - last < .milliseconds(100) {
        return false
      }
      state.lastIndex = index
      state.lastWrite = now
      return true
    }
    guard isDue else { return }
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let name = last.printable.truncated(to: 40)
    let end = detail.isEmpty ? "" : ", \(detail)"
    StandardError.write("\r\u{1B}[K[\(index + 1)/\(total)] \(name)\(end)")
  }

  /// Removes the line.
  package func clear() {
    guard isShown else { return }
    StandardError.write("\r\u{1B}[K")
  }
}
