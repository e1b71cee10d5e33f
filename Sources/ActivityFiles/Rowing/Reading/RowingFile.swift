// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A rowing file in memory: CSV of a logbook, an app or a device, FIT, or TCX.
///
/// ```swift
/// let file = try RowingFile(contentsOf: url)
/// print(file.format.name, file.workouts.count, "workouts")
/// for issue in file.issues.first { print(issue) }
/// ```
///
/// The format is recognised by the content, not by the name.
public struct RowingFile: Sendable, Hashable {
  /// The maximum number of strokes, of intervals and of workouts in a file; a file with more is
  /// rejected, so that its memory stays bounded.
  public static let limit = 250_000

  /// The maximum number of values of all force curves in a file; a file with more is rejected.
  public static let curveValueLimit = 1 << 22

  /// The maximum size of all texts in a file, in bytes; a file with more is rejected.
  public static let textLimit = 1 << 26

  /// The format of the file.
  public var format: RowingFileFormat

  /// The workouts in order.
  public var workouts: [RowingWorkout]

  /// The repaired problems and skipped rows.
  public var issues: ActivityFileIssueLog

  /// Reads a file.
  ///
  /// - Throws: `unknownFormat` for a file of another kind, or the error of its format.
  public init(contentsOf url: URL) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    try self.init(
      name: url.lastPathComponent, expectedSize: ActivityFileSource.size(of: handle),
      chunks: ActivityFileSource.chunks(of: handle, size: CSVTokenizer.chunkSize))
  }

  /// Reads a file in memory.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - name: The file's name for messages.
  /// - Throws: `unknownFormat` for a file of another kind, or the error of its format.
  public init(data: Data, name: String? = nil) throws(ActivityFileError) {
    var rest = data[...]
    try self.init(name: name, expectedSize: data.count) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(CSVTokenizer.chunkSize) }
      return rest.prefix(CSVTokenizer.chunkSize)
    }
  }

  /// Reads a file in chunks.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  /// - Throws: `unknownFormat` for a file of another kind, or the error of its format.
  public init(
    name: String? = nil, chunks: @escaping () throws -> Data?
  ) throws(ActivityFileError) {
    try self.init(name: name, expectedSize: nil, chunks: chunks)
  }

  private init(
    name: String?, expectedSize: Int?, chunks: @escaping () throws -> Data?
  ) throws(ActivityFileError) {
    let source = PeekedSource(name: name, source: chunks)
    switch try source.format() {
    case .fit:
      try self.init(FITReader(name: name, chunks: source.next))
    case .tcx:
      try self.init(TCXReader(name: name, chunks: source.next))
    case .gpx:
      throw ActivityFileError(
        .unknownFormat, file: name, reason: "A GPX file has no strokes",
        remedy: "Export the workout as FIT, TCX or CSV")
    case .csv, .unknown:
      let reader = RowingCSVReader(name: name, chunks: source.next)
      reader.expectedSize = expectedSize
      try self.init(reader)
    }
  }

  private init(_ reader: RowingCSVReader) throws(ActivityFileError) {
    format = .concept2Season
    workouts = []
    issues = ActivityFileIssueLog()
    var strokes: [RowingStroke] = []
    var intervals: [RowingInterval] = []
    var values = 0
    while let event = try reader.next() {
      switch event {
      case .began(let format):
        self.format = format
        _ = try reader.readSeason(into: &workouts)
      case .stroke(let stroke):
        strokes.append(stroke)
        try Self.check(strokes.count, "strokes")
        values += stroke.forceCurve?.newtons.count ?? 0
        try Self.check(values, "values of force curves", limit: Self.curveValueLimit)
      case .interval(let interval):
        intervals.append(interval)
        try Self.check(intervals.count, "intervals")
      case .workout(var workout):
        workout.strokes = strokes
        workout.intervals = intervals
        strokes = []
        intervals = []
        workouts.append(workout)
      }
    }
    issues = reader.issues
  }

  /// Throws for more parts of a kind than a file may have.
  ///
  /// - Throws: `tooLarge`.
  static func check(
    _ count: Int, _ name: String, limit: Int = RowingFile.limit
  ) throws(ActivityFileError) {
    guard count > limit else { return }
    throw ActivityFileError(
      .tooLarge, reason: "The file has more than \(limit) \(name)",
      remedy: "Split it into smaller files")
  }
}
