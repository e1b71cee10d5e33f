// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON file with all values of rucks or of a whole store, which an import restores.
///
/// The first line is `{"format":"cairn-rucks","version":2,"objects":[`, each object is a line, and the
/// last line is `]}`. An object has one key for its kind, such as `{"goal":{…}}`; ``ArchivedObject``
/// lists the kinds. An object follows the objects that it refers to. An archive of a whole store
/// begins with its owner.
///
/// Version 1 had rucks only, without keys, in the array `rucks`. A reader needs memory for one object
/// only. A file that another program has formatted differently is read as a whole, up to ``wholeLimit``.
enum RuckArchive {
  static let format = "cairn-rucks"
  /// The first line of a file.
  static let header = #"{"format":"cairn-rucks","version":2,"objects":["#
  /// The first line of a file of version 1.
  static let formerHeader = #"{"format":"cairn-rucks","version":1,"rucks":["#
  /// The last line of a file.
  static let footer = "]}"
  /// The maximum size of one object in bytes.
  static let lineLimit = 128 << 20
  /// The maximum size of a file with another layout in bytes.
  static let wholeLimit = 64 << 20

  private struct Document: Decodable {
    /// The rucks of version 1.
    var rucks: [DecodedObject<RuckCopy>]?
    /// The objects of version 2.
    var objects: [DecodedObject<ArchiveEntry>]?
  }

  /// An object of a file, or the error of its decoding, which leaves the other objects as they are.
  private struct DecodedObject<Value: Decodable>: Decodable {
    /// The first key of the object.
    var key: String?
    var result: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      key = (try? decoder.container(keyedBy: ArchiveEntry.Key.self))?.allKeys.first?.stringValue
      result = Result { try RuckArchive.mapped { try Value(from: decoder) } }
    }
  }

  private struct Signature: Decodable {
    var format: String
    var version: Int
  }

  /// A file with one ruck.
  static func data(_ ruck: RuckCopy) throws -> Data {
    try Data((header + "\n").utf8) + line(.ruck(ruck), isFirst: true)
      + Data(("\n" + footer + "\n").utf8)
  }

  /// The bytes of an object; a separator precedes all but the first.
  static func line(_ entry: ArchiveEntry, isFirst: Bool) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Data((isFirst ? "" : ",\n").utf8) + (try encoder.encode(entry))
  }

  /// True if a file begins as an archive does.
  static func matches(_ start: some Collection<UInt8>) -> Bool {
    let text = head(start)
    return text.hasPrefix("{") && text.contains(#""format":"cairn-rucks""#)
  }

  /// True if a file begins as an archive of a whole store does, with its owner.
  static func matchesStore(_ start: some Collection<UInt8>) -> Bool {
    matches(start) && head(start).contains("[{\"\(ArchivedUser.key)\":")
  }

  /// The beginning of a file without white space.
  private static func head(_ start: some Collection<UInt8>) -> String {
    String(decoding: start.prefix(256), as: UTF8.self).filter { !$0.isWhitespace }
  }

  /// The encoded rucks of a ``RuckRevision``.
  static func rucks(of revision: Data) throws -> [RuckCopy] {
    try decoder().decode([RuckCopy].self, from: revision)
  }

  /// Rejects the encoded rucks of a ``RuckRevision`` that can't be restored.
  static func check(rucks data: Data) throws(RuckArchiveError) {
    guard let rucks = try? rucks(of: data), rucks.allSatisfy(\.isPlausible) else {
      throw .malformed
    }
  }

  /// An object of a file, or the error of its line.
  struct Line {
    /// The number of the object in the file, from 1.
    var number: Int
    /// The key of the object's kind; nil if it is unknown.
    var key: String?
    var entry: Result<ArchiveEntry, any Error>
  }

  /// Reads the objects of a file one after another.
  ///
  /// - Parameters:
  ///   - chunks: Returns the next bytes, or nil at the end.
  ///   - body: Receives each object, or the error of its line.
  /// - Throws: ``RuckArchiveError``, or an error of the source or of `body`.
  static func read(_ chunks: () throws -> Data?, _ body: (Line) throws -> Void) throws {
    var lines = ArchiveLineReader()
    var number = 0
    guard let first = try lines.next(chunks) else { throw RuckArchiveError.truncated }
    let isFormer = first.trimmed.elementsEqual(formerHeader.utf8)
    guard isFormer || first.trimmed.elementsEqual(header.utf8) else {
      return try readWhole(lines.rest(after: first, chunks), body)
    }
    while let line = try lines.next(chunks) {
      let text = line.trimmed
      if text.isEmpty || text.elementsEqual(footer.utf8) { continue }
      let json = Data(text.last == UInt8(ascii: ",") ? text.dropLast() : text)
      number += 1
      let key = isFormer ? ArchiveEntry.ruckKey : key(of: json)
      try body(
        Line(number: number, key: key, entry: Result { try entry(json, isFormer: isFormer) }))
    }
    guard lines.isComplete else { throw RuckArchiveError.truncated }
  }

  private static func readWhole(_ data: Data, _ body: (Line) throws -> Void) throws {
    let signature = try decoded(Signature.self, data)
    guard signature.format == format, (1...2).contains(signature.version) else {
      throw RuckArchiveError.unknownVersion(signature.version)
    }
    let document = try decoded(Document.self, data)
    var number = 0
    func pass(_ key: String?, _ entry: Result<ArchiveEntry, any Error>) throws {
      number += 1
      try body(Line(number: number, key: key, entry: Result { try checked(entry.get()) }))
    }
    for ruck in document.rucks ?? [] {
      try pass(ArchiveEntry.ruckKey, ruck.result.map(ArchiveEntry.ruck))
    }
    for object in document.objects ?? [] { try pass(object.key, object.result) }
  }

  /// The first key of an encoded object.
  private static func key(of json: Data) -> String? {
    let parts = json.prefix(64).split(
      separator: UInt8(ascii: "\""), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(decoding: parts[1], as: UTF8.self) : nil
  }

  private static func entry(_ json: Data, isFormer: Bool) throws -> ArchiveEntry {
    if isFormer { return try checked(.ruck(decoded(RuckCopy.self, json))) }
    return try checked(decoded(ArchiveEntry.self, json))
  }

  /// The entry with checked values, if it is a ruck; other objects are checked when they are restored.
  private static func checked(_ entry: ArchiveEntry) throws -> ArchiveEntry {
    if case .ruck(let ruck) = entry { return .ruck(try ruck.checked()) }
    return entry
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ data: Data
  ) throws -> Value {
    try mapped { try decoder().decode(type, from: data) }
  }

  /// Throws ``RuckArchiveError/malformed`` for a decoding error.
  private static func mapped<Value>(_ decode: () throws -> Value) throws -> Value {
    do {
      return try decode()
    } catch is DecodingError {
      throw RuckArchiveError.malformed
    }
  }

  private static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

extension RuckCopy {
  /// Checks the values of a file that anybody may have written, and cuts its texts.
  ///
  /// - Returns: The ruck with texts of the lengths that other imports permit.
  /// - Throws: ``RuckArchiveError/malformed``.
  fileprivate func checked() throws -> RuckCopy {
    guard isPlausible else { throw RuckArchiveError.malformed }
    var copy = self
    copy.name = name?.limited(to: TrackImporter.nameLimit)
    copy.notes = notes?.limited(to: TrackImporter.notesLimit)
    copy.sourceFile = sourceFile?.limited(to: TrackImporter.nameLimit)
    copy.warningText = warningText.limited(to: TrackImporter.notesLimit)
    copy.weather?.condition = weather?.condition.limited(to: TrackImporter.nameLimit) ?? ""
    for index in metrics.indices { copy.metrics[index].unit = metrics[index].unit.limited(to: 50) }
    return copy
  }

  /// Whether the track is consistent, all figures are numbers, and all times are within the calendar.
  var isPlausible: Bool {
    let figures = [
      distance, duration, movingTime, packWeight, elevationGain, elevationLoss, calories,
      storedPace, pausedTime, caloriesLow, caloriesHigh, elevationGainRecorded,
    ]
    let optional = [
      bodyWeight, temperature, humidity, deviceElevationGain, weather?.temperature,
      weather?.humidity, weather?.windSpeed, weather?.windDirection, weather?.pressure,
      weather?.visibility,
    ].compactMap(\.self)
    var parts = metrics.map(\.value) + metrics.compactMap(\.power)
    for segment in segments {
      parts += [
        segment.distance, segment.elevationGain, segment.elevationLoss, segment.movingTime,
        segment.calories, segment.packWeight ?? 0,
      ]
    }
    guard points.isValid, figures.prefix(4).allSatisfy({ $0 >= 0 }),
      (figures + optional + parts).allSatisfy(ArchivedValues.isNumber),
      dates.allSatisfy(ArchivedValues.isTime)
    else { return false }
    return (uses ?? []).allSatisfy { $0.isPlausible }
  }

  private var dates: [Date] {
    var dates = [startDate, lastModified]
    dates += [endDate, pausedAt, expectedEndDate, weather?.timestamp].compactMap(\.self)
    dates += metrics.map(\.timestamp)
    dates += segments.flatMap { [$0.startTime, $0.endTime] }
    dates += (points.time ?? []).compactMap(\.self).map(Date.init(timeIntervalSinceReferenceDate:))
    return dates
  }
}

/// The reason why an archive, or an entry of it, can't be restored.
enum RuckArchiveError: Error, LocalizedError, Equatable {
  case malformed
  case truncated
  case tooLarge
  case unknownVersion(Int)
  case unknownKind(String)
  /// The ruck of a feed entry is not stored.
  case missingRuck(UUID)

  var errorDescription: String? {
    switch self {
    case .malformed: "The entry is not as Cairn exports it. Export it again."
    case .truncated: "The file ends too early; the entries up to there are read. Export it again."
    case .tooLarge: "The file is too large to be read as a whole. Export it with Cairn."
    case .unknownVersion(let version):
      "The file has version \(version) of the format. Update Cairn to read it."
    case .unknownKind(let kind):
      "This version of Cairn knows no objects of the kind \(kind.limited(to: 40)). Update Cairn to "
        + "read it."
    case .missingRuck(let id):
      "The ruck \(id.uuidString.lowercased()) of the entry is not stored. Import the ruck first."
    }
  }
}
