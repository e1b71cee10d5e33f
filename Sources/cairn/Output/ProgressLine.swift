// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap
import Synchronization

/// A line on standard error that shows an import's progress, on a terminal only.
final class ProgressLine: Sendable {
  private struct State {
    var lastWrite: ContinuousClock.Instant?
    var lastIndex = -1
  }

  private let state = Mutex(State())
  private let isShown: Bool

  init() {
    isShown = StandardError.isTerminal
  }

  /// Redraws the line for each file, and at most ten times a second within a file.
  func show(_ progress: ImportProgress) {
    guard isShown else { return }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if state.lastIndex == progress.index, let last = state.lastWrite,
        now - last < .milliseconds(100)
      {
        return false
      }
      state.lastIndex = progress.index
      state.lastWrite = now
      return true
    }
    guard isDue else { return }
    let points =
      switch progress.points {
      case 0: ""
      case 1: ", 1 point"
      case let count: ", \(count) points"
      }
    let name = progress.file.split(separator: "/").last.map(String.init) ?? progress.file
    let file = name.printable.truncated(to: 40)
    StandardError.write("\r\u{1B}[K[\(progress.index + 1)/\(progress.total)] \(file)\(points)")
  }

  /// Removes the line.
  func clear() {
    guard isShown else { return }
    StandardError.write("\r\u{1B}[K")
  }
}
