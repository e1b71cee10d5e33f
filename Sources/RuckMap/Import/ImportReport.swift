// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
public import Foundation

/// The outcome of an import for each file.
///
/// ```swift
/// let report = await library.importFiles(
///   [URL(filePath: "hike.gpx")], options: ImportOptions(packWeight: 16))
/// for failure in report.failed { print(failure.file, failure.error) }
/// ```
public struct ImportReport: Sendable, Hashable {
  /// A file that was imported.
  public struct Imported: Sendable, Hashable {
    /// The file's path, as passed by the caller.
    public var file: String
    /// The imported ruck.
    public var ruck: RuckSummary
    /// Repairs and violated rules, one sentence each.
    public var warnings: [String]

    /// Creates an entry.
    public init(file: String, ruck: RuckSummary, warnings: [String]) {
      self.file = file
      self.ruck = ruck
      self.warnings = warnings
    }
  }

  /// A file whose ruck was already stored and is unchanged.
  public struct Unchanged: Sendable, Hashable {
    /// The file's path, as passed by the caller.
    public var file: String
    /// The stored ruck.
    public var ruck: RuckSummary

    /// Creates an entry.
    public init(file: String, ruck: RuckSummary) {
      self.file = file
      self.ruck = ruck
    }
  }

  /// A rejected file, of which nothing was stored.
  public struct Failed: Sendable, Hashable {
    /// The file's path, as passed by the caller.
    public var file: String
    /// The line of the error, from 1, if known.
    public var line: Int?
    /// The reason and the remedy.
    public var error: String

    /// Creates an entry.
    public init(file: String, line: Int?, error: String) {
      self.file = file
      self.line = line
      self.error = error
    }
  }

  /// A recording of an archive that is not wanted, such as a ride.
  public struct Skipped: Sendable, Hashable {
    /// The archive's path and the recording's name.
    public var file: String
    /// The reason, as a sentence.
    public var reason: String

    /// Creates an entry.
    public init(file: String, reason: String) {
      self.file = file
      self.reason = reason
    }
  }

  /// An object of an archive of Cairn that is no ruck, such as a goal.
  public struct Object: Sendable, Hashable {
    /// The archive's path, as passed by the caller.
    public var file: String
    /// The kind, such as `zone`, as in the archive.
    public var kind: String
    /// The name; an empty string for an object without one.
    public var name: String
    /// The identifier, equal on every device.
    public var id: UUID
    /// True if the import has added the object, false if it was stored already.
    public var isNew: Bool

    /// Creates an entry.
    public init(file: String, kind: String, name: String, id: UUID, isNew: Bool) {
      self.file = file
      self.kind = kind
      self.name = name
      self.id = id
      self.isNew = isNew
    }
  }

  /// The imported files.
  public var imported: [Imported]
  /// The files whose rucks were already stored.
  public var unchanged: [Unchanged]
  /// The rejected files.
  public var failed: [Failed]
  /// The recordings of archives that are not wanted.
  public var skipped: [Skipped]
  /// The objects of archives of Cairn, without the rucks.
  public var objects: [Object]
  /// The number of imported rucks whose entries of the feed are in their archive.
  var rucksOfWholeStores = 0

  /// Creates a report.
  public init(
    imported: [Imported] = [], unchanged: [Unchanged] = [], failed: [Failed] = [],
    skipped: [Skipped] = [], objects: [Object] = []
  ) {
    self.imported = imported
    self.unchanged = unchanged
    self.failed = failed
    self.skipped = skipped
    self.objects = objects
  }
}

extension ImportReport.Object {
  /// The noun of the kind, such as "privacy zone".
  public var noun: String { ArchiveEntry.noun(ofKey: kind) }
}

extension ImportReport.Failed {
  /// Creates the entry for a file that was rejected with an error.
  init(file: String, _ error: any Error) {
    if let error = error as? ArchiveError {
      self.init(file: file, line: nil, error: "\(error.reason). \(error.remedy).")
      return
    }
    guard let fileError = error as? ActivityFileError else {
      self.init(file: file, line: nil, error: error.localizedDescription)
      return
    }
    let place = fileError.offset.map { "At byte \($0): " } ?? ""
    self.init(
      file: file, line: fileError.line, error: "\(place)\(fileError.reason). \(fileError.remedy).")
  }
}

/// The progress of an import.
///
/// ```swift
/// let files = [URL(filePath: "hike.gpx")]
/// let report = await library.importFiles(files, options: ImportOptions()) { progress in
///   print(progress.file, progress.points, "points")
/// }
/// ```
public struct ImportProgress: Sendable, Hashable {
  /// The current file.
  public var file: String
  /// The file's index, from 0.
  public var index: Int
  /// The number of files.
  public var total: Int
  /// The number of points read from the file.
  public var points: Int

  /// Creates a progress value.
  public init(file: String, index: Int, total: Int, points: Int) {
    self.file = file
    self.index = index
    self.total = total
    self.points = points
  }
}
