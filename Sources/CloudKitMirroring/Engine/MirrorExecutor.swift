// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs the jobs of one actor on its own queue, so that disk I/O blocks no other task.
final class MirrorExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "CloudKitMirroring.MirrorExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
