// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs the jobs of one actor on a queue of its own, so that what waits for a disk keeps no other task
/// from running.
final class MirrorExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "CloudKitMirroring.MirrorExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
