// Cairn
// SPDX-License-Identifier: Apache-2.0

import CHeap
import Dispatch
import Synchronization

/// Returns freed heap memory to the operating system after large request or response bodies.
///
/// glibc keeps freed memory in the arenas of its threads, so that a burst of large responses would
/// enlarge the process for good. A trim walks all arenas (5 to 50 ms), hence at most one runs at a
/// time, after the release of ``threshold`` bytes and ``delay`` seconds.
package final class MemoryTrimmer: Sendable {
  private struct State {
    var released = 0
    var isScheduled = false
  }

  private let threshold: Int
  private let delay: Double
  private let trim: @Sendable () -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "cairn.memory-trimmer", qos: .utility)

  /// A trimmer for this process.
  ///
  /// - Parameters:
  ///   - threshold: The number of released bytes that cause a trim.
  ///   - delay: The seconds between the release and the trim.
  ///   - trim: The operation that trims.
  package init(
    threshold: Int = 16 << 20, delay: Double = 1,
    trim: @escaping @Sendable () -> Void = MemoryTrimmer.trimHeap
  ) {
    self.threshold = threshold
    self.delay = delay
    self.trim = trim
  }

  /// Records that bytes were freed.
  package func didRelease(_ count: Int) {
    let schedules = state.withLock { state in
      state.released += count
      guard state.released >= threshold, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    guard schedules else { return }
    queue.asyncAfter(deadline: .now() + delay) { [self] in
      state.withLock { $0 = State() }
      trim()
    }
  }

  /// Makes the heap of this process return large blocks as soon as they are freed.
  ///
  /// Call it before the first large response: afterwards, rejected responses of 8 MB would stay in the
  /// arenas of all threads. Each such block costs an `mmap` and its page faults, about 1 ms for 8 MB.
  package static func returnLargeBlocks() {
    cairn_heap_return_blocks(512 << 10)
  }

  /// Returns the free pages of glibc's heap to the operating system; elsewhere does nothing.
  package static func trimHeap() {
    cairn_heap_trim()
  }
}
