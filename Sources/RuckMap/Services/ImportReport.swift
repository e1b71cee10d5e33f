// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What became of each file of an import.
public struct ImportReport: Sendable, Hashable {
  /// One file that was read and stored.
  public struct Imported: Sendable, Hashable {
    /// The file as it was given.
    public var file: String
    /// The ruck that it became.
    public var ruck: RuckSummary
    /// Repairs made and rules that the recording breaks, one sentence each.
    public var warnings: [String]

    /// An entry by its parts.
    public init(file: String, ruck: RuckSummary, warnings: [String]) {
      self.file = file
      self.ruck = ruck
      self.warnings = warnings
    }
  }

  /// One file whose ruck was stored before: nothing was changed.
  public struct Unchanged: Sendable, Hashable {
    /// The file as it was given.
    public var file: String
    /// The ruck that it became.
    public var ruck: RuckSummary

    /// An entry by its parts.
    public init(file: String, ruck: RuckSummary) {
      self.file = file
      self.ruck = ruck
    }
  }

  /// One file that was refused: nothing of it was stored.
  public struct Failed: Sendable, Hashable {
    /// The file as it was given.
    public var file: String
    /// The line of the file, from 1, where one can be named.
    public var line: Int?
    /// What is wrong and what to do.
    public var error: String

    /// An entry by its parts.
    public init(file: String, line: Int?, error: String) {
      self.file = file
      self.line = line
      self.error = error
    }
  }

  /// Files that became rucks.
  public var imported: [Imported]
  /// Files whose rucks were there before.
  public var unchanged: [Unchanged]
  /// Files that were refused.
  public var failed: [Failed]

  /// A report by its parts.
  public init(imported: [Imported] = [], unchanged: [Unchanged] = [], failed: [Failed] = []) {
    self.imported = imported
    self.unchanged = unchanged
    self.failed = failed
  }
}
