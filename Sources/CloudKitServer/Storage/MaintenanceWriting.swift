// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads which maintenance tasks are due.
package protocol MaintenanceReading {
  /// True if a periodic task is due.
  ///
  /// `now` is in milliseconds since 1970, and `interval` in milliseconds. A task that never ran is
  /// due. A task is also due if its time is more than `interval` ahead, because then the clock was
  /// set back.
  func isDue(_ task: String, at now: Int64, every interval: Int64) throws -> Bool
}

/// Assigns due tasks to one of the processes that share the storage.
package protocol MaintenanceWriting: MaintenanceReading {
  /// Claims a due task and schedules it again after `interval`; false if it is not due.
  func claim(_ task: String, at now: Int64, every interval: Int64) throws -> Bool
}
