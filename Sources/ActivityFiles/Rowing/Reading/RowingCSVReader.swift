// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of a rowing file in CSV, in the order of the file.
public enum RowingCSVEvent: Sendable, Hashable {
  /// The start of the file, whose format is known.
  case began(RowingFileFormat)
  /// A stroke.
  case stroke(RowingStroke)
  /// An interval, after its strokes.
  case interval(RowingInterval)
  /// A workout, after its strokes and intervals; its own lists are empty.
  case workout(RowingWorkout)
}

/// A streaming reader of rowing files in CSV, with bounded memory use.
///
/// ```swift
/// let reader = try RowingCSVReader(contentsOf: file)
/// while let event = try reader.next() {
///   if case .workout(let workout) = event { print(workout.distance ?? 0) }
/// }
/// for issue in reader.issues.first { print(issue) }
/// ```
///
/// The format is recognised by the names of the columns. A row that cannot be read is an issue with
/// its line, and stops no other row. A file in an unknown format is rejected.
public final class RowingCSVReader {
  /// The size of the file in bytes, as a hint; nil if it is unknown.
  var expectedSize: Int?

  private let name: String?
  private let tokens: CSVTokenizer
  private var decoder = Decoder.none
  private var assembler = RowingStrokeAssembler(mergesRows: false, hasLaps: false)
  private var preamble = RowingPreamble()
  private var workout: RowingWorkout?
  private var events: [RowingCSVEvent] = []
  private var position = 0
  private var isFinished = false
  private var failure: ActivityFileError?

  /// The repaired problems and skipped rows in the part of the file that has been read.
  public private(set) var issues = ActivityFileIssueLog()

  private enum Decoder {
    case none
    case season(RowingSeasonDecoder)
    case strokes(RowingRowDecoder)
    case speedCoach
  }

  /// Creates a reader of chunks of bytes, such as an upload.
  ///
  /// - Parameters:
  ///   - name: The file's name for messages.
  ///   - chunks: Returns the next chunk of the file, of any size, or nil at its end.
  public init(name: String? = nil, chunks: @escaping () throws -> Data?) {
    self.name = name
    tokens = CSVTokenizer(name: name, source: chunks)
  }

  /// Creates a reader of a file in memory.
  public convenience init(data: Data, name: String? = nil) {
    var rest = data[...]
    self.init(name: name) {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(CSVTokenizer.chunkSize) }
      return rest.prefix(CSVTokenizer.chunkSize)
    }
  }

  /// Creates a reader of a file.
  ///
  /// - Throws: `missing`, `directory` or `unreadable`.
  public convenience init(contentsOf url: URL) throws(ActivityFileError) {
    let handle = try ActivityFileSource.open(url)
    self.init(
      name: url.lastPathComponent,
      chunks: ActivityFileSource.chunks(of: handle, size: CSVTokenizer.chunkSize))
  }

  /// Reads the next event.
  ///
  /// - Returns: The event, or nil at the end of the file.
  /// - Throws: `unknownFormat`, `empty`, `unsupportedEncoding`, or an error of reading. Later calls
  ///   throw the same error.
  public func next() throws(ActivityFileError) -> RowingCSVEvent? {
    while position == events.count {
      if let failure { throw failure }
      if isFinished { return nil }
      events.removeAll(keepingCapacity: true)
      position = 0
      do {
        try step()
      } catch {
        var error = error
        if error.file == nil { error.file = name }
        failure = error
      }
    }
    defer { position += 1 }
    return events[position]
  }

  /// Reads one row.
  private func step() throws(ActivityFileError) {
    if case .none = decoder { return try readHeader() }
    guard try tokens.next() else { return finish() }
    switch decoder {
    case .season(let decoder):
      var workout = RowingWorkout(format: .concept2Season)
      if let failure = decoder.decode(tokens, into: &workout, invalid: addInvalid) {
        addBadRow(failure)
      } else {
        events.append(.workout(workout))
      }
    case .strokes(let decoder): readStroke(decoder)
    case .speedCoach: readSpeedCoach()
    case .none: break
    }
  }

  /// The number of rows by whose size the number of all rows is estimated.
  private static let sampledRows = 16
  /// The maximum number of rows for which memory is reserved.
  private static let mostReserved = 1 << 18

  /// Reads the rest of a season, each row directly into its place in a list.
  ///
  /// - Parameter workouts: The list, which gets the workouts.
  /// - Returns: False if the file is no season, or its header has not been read.
  /// - Throws: As ``next()``.
  func readSeason(into workouts: inout [RowingWorkout]) throws(ActivityFileError) -> Bool {
    guard case .season(let decoder) = decoder, position == events.count else { return false }
    do {
      let (first, start) = (workouts.count, tokens.consumed)
      var texts = 0
      // One function for all rows: each one would retain the reader.
      let invalid = addInvalid
      workouts.reserveCapacity(first + Self.sampledRows)
      while try tokens.next() {
        let rows = workouts.count - first
        if rows == Self.sampledRows, let size = expectedSize {
          // One allocation instead of repeated moves, each to pages that the system has to clear.
          // The current row is consumed as well.
          let bytes = max(1, (tokens.consumed - start) / (rows + 1))
          let estimate = (size - start) / bytes
          workouts.reserveCapacity(first + min(estimate + estimate / 16, Self.mostReserved))
        }
        // A new value is faster than a copy of one, whose references are counted.
        workouts.append(RowingWorkout(format: .concept2Season))
        try RowingFile.check(workouts.count, "workouts")
        let place = workouts.count - 1
        if let failure = decoder.decode(tokens, into: &workouts[place], invalid: invalid) {
          workouts.removeLast()
          addBadRow(failure)
          continue
        }
        texts += workouts[place].textSize
        try RowingFile.check(texts, "bytes of text", limit: RowingFile.textLimit)
      }
      finish()
    } catch {
      var error = error
      if error.file == nil { error.file = name }
      failure = error
      throw error
    }
    return true
  }

  private func readStroke(_ decoder: RowingRowDecoder) {
    switch decoder.decode(tokens, invalid: addInvalid) {
    case .success(let row):
      assembler.add(row)
      if let repair = assembler.repair {
        assembler.repair = nil
        issues.add(repair.kind) {
          ActivityFileIssue(
            repair.kind, at: .line(tokens.line), reason: repair.reason, repair: repair.repair)
        }
      }
      events += assembler.events
      assembler.events.removeAll(keepingCapacity: true)
    case .failure(let failure): addBadRow(failure)
    }
  }

  private func addBadRow(_ failure: RowFailure) {
    issues.add(.badRow) {
      ActivityFileIssue(
        .badRow, at: .line(tokens.line), reason: failure.reason, repair: "The row is skipped")
    }
  }

  private func addInvalid(_ column: String, _ text: String) {
    issues.add(.badValue) {
      ActivityFileIssue(
        .badValue, at: .line(tokens.line), reason: "The \(column) is \"\(text)\"",
        repair: "The value is dropped")
    }
  }

  private func finish() {
    isFinished = true
    guard var workout else {
      if case .season = decoder { return }
      return addNoSamples()
    }
    assembler.finish()
    events += assembler.events
    assembler.events = []
    if assembler.strokeCount == 0 { addNoSamples() }
    preamble.describe(&workout)
    workout.fill(from: assembler)
    events.append(.workout(workout))
  }

  private func addNoSamples() {
    issues.add(.noSamples) {
      ActivityFileIssue(
        .noSamples, at: .line(tokens.line), reason: "The file has no stroke",
        repair: "Its totals are read")
    }
  }
}

// MARK: - Headers

extension RowingCSVReader {
  /// Recognises the format by the first rows.
  private func readHeader() throws(ActivityFileError) {
    try checkEncoding()
    for _ in 0..<8 {
      guard try tokens.next() else { break }
      let first = tokens.string(0)
      if preamble.readTitle(first) { continue }
      if preamble.readHeroSummary(tokens) { continue }
      if first.hasPrefix("Session Information") {
        decoder = .speedCoach
        begin(.speedCoach)
        return
      }
      if tokens.count == 1 { detectDelimiter(first) }
      if try bindColumns() { return }
    }
    throw ActivityFileError(
      .unknownFormat, line: tokens.line,
      reason: "The columns are of no known rowing file",
      remedy: "Export the workout as CSV from Concept2's logbook, ErgData, painsled, BoatCoach, "
        + "ErgStick, RP3, SmartRow, Hero or SpeedCoach, or as FIT or TCX")
  }

  /// Rejects empty files, binary files and UTF-16.
  private func checkEncoding() throws(ActivityFileError) {
    let prefix = try tokens.prefix()
    let signature = FileSignature(bytes: Array(prefix.prefix(FileSignature.length)))
    guard !signature.isBlank || prefix.count > FileSignature.length else {
      throw ActivityFileError(
        .empty, reason: "The file is empty", remedy: "Export the workout again")
    }
    if let kind = signature.name {
      throw ActivityFileError(
        .unknownFormat, reason: "This is \(kind), not a rowing file",
        remedy: kind.contains("archive")
          ? "Unpack it and read the files inside" : "Export the workout as CSV, FIT or TCX")
    }
    let hasMark = prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF])
    guard !hasMark, !Self.hasZero(UnsafeBufferPointer(rebasing: prefix.prefix(1024))) else {
      throw ActivityFileError(
        .unsupportedEncoding, line: 1, reason: "The file is not text in UTF-8",
        remedy: "Save it as CSV in UTF-8")
    }
  }

  /// Whether one of the bytes is zero.
  private static func hasZero(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
  }

  /// Splits the current line at semicolons, as in European exports.
  private func detectDelimiter(_ line: String) {
    if line.utf8.count(where: { $0 == UInt8(ascii: ";") }) >= 3 {
      tokens.delimiter = UInt8(ascii: ";")
    }
  }

  /// Binds the columns of the current row; false if it is no known header.
  private func bindColumns() throws(ActivityFileError) -> Bool {
    let isSemicolon = tokens.delimiter == UInt8(ascii: ";")
    let header =
      isSemicolon && tokens.count == 1
      ? tokens.string(0).split(separator: ";", omittingEmptySubsequences: false).map {
        CSVColumnName(String($0))
      }
      : (0..<tokens.count).map { CSVColumnName(tokens[$0]) }
    if let season = RowingSeasonDecoder(header) {
      decoder = .season(season)
      events.append(.began(.concept2Season))
      return true
    }
    guard let table = RowingFormatTable.table(for: header) else { return false }
    let rows = RowingRowDecoder(
      table, header: header, decimalComma: isSemicolon, unknownUnit: addUnknownUnit)
    decoder = .strokes(rows)
    assembler = RowingStrokeAssembler(
      mergesRows: table.mergesRows, hasLaps: rows.bindings.contains { $0.column == .lap })
    begin(table.format)
    return true
  }

  private func addUnknownUnit(_ column: CSVColumnName, _ unit: String) {
    issues.add(.unknownUnit) {
      ActivityFileIssue(
        .unknownUnit, at: .line(tokens.line),
        reason: "The unit \"\(unit.prefix(40))\" of \(column.name.prefix(40)) is not known",
        repair: "The column is dropped")
    }
  }

  private func begin(_ format: RowingFileFormat) {
    workout = RowingWorkout(format: format)
    events.append(.began(format))
  }
}

// MARK: - SpeedCoach

extension RowingCSVReader {
  /// Reads a row of a SpeedCoach file, which has several tables.
  private func readSpeedCoach() {
    switch preamble.readSpeedCoach(tokens) {
    case .none: break
    case .interval(let interval): events.append(.interval(interval))
    case .summary(let summary):
      workout?.duration = summary.duration
      workout?.distance = summary.distance
      workout?.strokeRate = summary.strokeRate
      workout?.heartRate = summary.heartRate
      workout?.strokeCount = summary.strokeCount
      workout?.pace = summary.pace
      workout?.power = summary.power
    case .strokes(let header, let units):
      guard let table = RowingFormatTable.table(for: header) else { return }
      let rows = RowingRowDecoder(
        table, header: header, units: units, isImpeller: preamble.isImpeller,
        unknownUnit: addUnknownUnit)
      decoder = .strokes(rows)
      assembler = RowingStrokeAssembler(mergesRows: false, hasLaps: true)
      assembler.reportsIntervals = !preamble.hasIntervals
    }
  }
}

extension RowingWorkout {
  /// The bytes of the texts of a season's row.
  fileprivate var textSize: Int {
    (comments?.utf8.count ?? 0) + (title?.utf8.count ?? 0) + (logID?.utf8.count ?? 0)
  }

  /// Sets the totals that the file does not state.
  fileprivate mutating func fill(from assembler: RowingStrokeAssembler) {
    guard assembler.strokeCount > 0 || assembler.duration > 0 else { return }
    duration = duration ?? assembler.duration
    distance = distance ?? assembler.distance
    if assembler.restDuration > 0 {
      restDuration = restDuration ?? assembler.restDuration
      restDistance = restDistance ?? assembler.restDistance
    }
    if assembler.strokeCount > 0 { strokeCount = strokeCount ?? assembler.strokeCount }
    if let start = assembler.firstTimestamp { date = RowingDate(start) }
  }
}
