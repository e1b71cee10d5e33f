// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Says what is to be done from time to time.
package protocol UpkeepReading {
  /// True if a task that is done at an interval is due; milliseconds since 1970, and milliseconds.
  ///
  /// One that was never done is due, and one whose turn is further off than its interval: then somebody has
  /// set the clock back.
  func isDue(_ task: String, at now: Int64, every interval: Int64) throws -> Bool
}

/// Gives what is due to one process of those that share the storage.
package protocol UpkeepWriting: UpkeepReading {
  /// Takes a task that is due, whose next turn comes after the interval; false if it is not due.
  func take(_ task: String, at now: Int64, every interval: Int64) throws -> Bool
}
