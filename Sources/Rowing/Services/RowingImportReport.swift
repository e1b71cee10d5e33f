// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The user's information about imported files.
package struct RowingImportOptions: Sendable, Hashable {
  /// The athlete who rowed; nil for the only or the default athlete.
  package var athlete: UUID?
  /// The start of a workout whose file has no date.
  package var start: Date?
  /// The session that gets the file's strokes; nil to find or create it.
  package var session: UUID?
  /// The time zone of logbook dates; nil for the athlete's.
  package var timeZone: TimeZone?
  /// The time of the import, for a workout without a date.
  package var now: Date

  /// Creates options.
  package init(
    athlete: UUID? = nil, start: Date? = nil, session: UUID? = nil, timeZone: TimeZone? = nil,
    now: Date = Date()
  ) {
    self.athlete = athlete
    self.start = start
    self.session = session
    self.timeZone = timeZone
    self.now = now
  }
}

/// The outcome of an import.
package struct RowingImportReport: Sendable, Hashable {
  /// A workout of a file.
  package struct Entry: Sendable, Hashable {
    /// The file's path, as passed by the caller.
    package var file: String
    /// The line of the workout, from 1, if the file has several.
    package var line: Int?
    /// The stored session.
    package var session: SessionSummary
    /// Repairs and assumptions, one sentence each.
    package var warnings: [String]

    /// Creates an entry.
    package init(file: String, line: Int?, session: SessionSummary, warnings: [String]) {
      self.file = file
      self.line = line
      self.session = session
      self.warnings = warnings
    }
  }

  /// A rejected file or row.
  package struct Failed: Sendable, Hashable {
    /// The file's path, as passed by the caller.
    package var file: String
    /// The line of the error, from 1, if known.
    package var line: Int?
    /// The reason and the remedy.
    package var error: String

    /// Creates an entry.
    package init(file: String, line: Int?, error: String) {
      self.file = file
      self.line = line
      self.error = error
    }
  }

  /// The workouts that became new sessions.
  package var imported: [Entry]
  /// The workouts that added values to existing sessions.
  package var merged: [Entry]
  /// The workouts that were already stored.
  package var unchanged: [Entry]
  /// The rejected files and rows.
  package var failed: [Failed]

  /// Creates a report.
  package init(
    imported: [Entry] = [], merged: [Entry] = [], unchanged: [Entry] = [], failed: [Failed] = []
  ) {
    self.imported = imported
    self.merged = merged
    self.unchanged = unchanged
    self.failed = failed
  }

  /// Adds the outcome of another file.
  mutating func append(_ other: RowingImportReport) {
    imported += other.imported
    merged += other.merged
    unchanged += other.unchanged
    failed += other.failed
  }
}

/// The progress of an import.
package struct RowingImportProgress: Sendable, Hashable {
  /// The current file.
  package var file: String
  /// The file's index, from 0.
  package var index: Int
  /// The number of files.
  package var total: Int
  /// The number of workouts read from the file.
  package var workouts: Int

  /// Creates a progress value.
  package init(file: String, index: Int, total: Int, workouts: Int) {
    self.file = file
    self.index = index
    self.total = total
    self.workouts = workouts
  }
}
