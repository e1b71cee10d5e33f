// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// An executor that decodes files one at a time, on a dispatch queue.
///
/// Decoding takes up to a second. On a queue, it doesn't block a thread of Swift's small cooperative
/// pool, on which a server answers requests.
final class DecodingExecutor: TaskExecutor {
  /// The executor of all imports.
  static let shared = DecodingExecutor()

  private let queue = DispatchQueue(label: "RuckMap.DecodingExecutor")

  private init() {}

  /// Enqueues a job.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
