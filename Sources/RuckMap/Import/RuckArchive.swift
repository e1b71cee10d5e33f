// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON file with all values of rucks, which an import restores.
///
/// The first line is `{"format":"cairn-rucks","version":1,"rucks":[`, each ruck is a line, and the
/// last line is `]}`. A reader needs memory for one ruck only. A file that another program has
/// formatted differently is read as a whole, up to ``wholeLimit``.
enum RuckArchive {
  static let format = "cairn-rucks"
  /// The first line of a file.
  static let header = #"{"format":"cairn-rucks","version":1,"rucks":["#
  /// The last line of a file.
  static let footer = "]}"
  /// The maximum size of one ruck in bytes.
  static let lineLimit = 128 << 20
  /// The maximum size of a file with another layout in bytes.
  static let wholeLimit = 64 << 20

  private struct Document: Codable {
    var format: String
    var version: Int
    var rucks: [RuckCopy]
  }

  private struct Signature: Decodable {
    var format: String
    var version: Int
  }

  /// A file with rucks.
  static func data(_ rucks: [RuckCopy]) throws -> Data {
    var data = Data((header + "\n").utf8)
    for (index, ruck) in rucks.enumerated() {
      data += try line(ruck, isFirst: index == 0)
    }
    return data + Data(("\n" + footer + "\n").utf8)
  }

  /// The bytes of a ruck; a separator precedes all but the first.
  static func line(_ ruck: RuckCopy, isFirst: Bool) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Data((isFirst ? "" : ",\n").utf8) + (try encoder.encode(ruck))
  }

  /// True if a file begins as an archive of rucks does.
  static func matches(_ start: some Collection<UInt8>) -> Bool {
    let text = String(decoding: start.prefix(256), as: UTF8.self).filter { !$0.isWhitespace }
    return text.hasPrefix("{") && text.contains(#""format":"cairn-rucks""#)
  }

  /// Reads the rucks of a file one after another.
  ///
  /// - Parameters:
  ///   - chunks: Returns the next bytes, or nil at the end.
  ///   - body: Receives each ruck, or the error of a line.
  /// - Throws: ``RuckArchiveError``, or an error of the source or of `body`.
  static func read(
    _ chunks: () throws -> Data?, _ body: (Result<RuckCopy, any Error>) throws -> Void
  ) throws {
    var lines = LineReader()
    var isFirst = true
    while let line = try lines.next(chunks) {
      let text = line.trimmed
      if isFirst {
        isFirst = false
        guard text.elementsEqual(header.utf8) else {
          return try readWhole(lines.rest(after: line, chunks), body)
        }
        continue
      }
      if text.isEmpty || text.elementsEqual(footer.utf8) { continue }
      let ruck = text.last == UInt8(ascii: ",") ? text.dropLast() : text
      try body(Result { try decoded(RuckCopy.self, Data(ruck)).checked() })
    }
    guard lines.isComplete else { throw RuckArchiveError.truncated }
  }

  private static func readWhole(
    _ data: Data, _ body: (Result<RuckCopy, any Error>) throws -> Void
  ) throws {
    let signature = try decoded(Signature.self, data)
    guard signature.format == format, signature.version == 1 else {
      throw RuckArchiveError.unknownVersion(signature.version)
    }
    for ruck in try decoded(Document.self, data).rucks { try body(Result { try ruck.checked() }) }
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ data: Data
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(type, from: data)
    } catch is DecodingError {
      throw RuckArchiveError.malformed
    }
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

  /// Whether the track is consistent, all figures are numbers, and all times are dates.
  private var isPlausible: Bool {
    let figures = [
      distance, duration, movingTime, packWeight, elevationGain, elevationLoss, calories,
      storedPace, pausedTime, caloriesLow, caloriesHigh, elevationGainRecorded,
    ]
    let optional = [
      bodyWeight, temperature, humidity, deviceElevationGain, weather?.temperature,
      weather?.humidity,
    ].compactMap(\.self)
    let parts =
      metrics.map(\.value)
      + segments.flatMap { [$0.distance, $0.elevationGain, $0.movingTime, $0.calories] }
    return points.isValid && figures.prefix(4).allSatisfy { $0 >= 0 }
      && (figures + optional + parts).allSatisfy { $0.isFinite && abs($0) < 1e15 }
      && times.allSatisfy { $0.isFinite && abs($0) < Self.latestTime }
  }

  /// Seconds from 2001 to about the year 5100, beyond which calendars are slow or fail.
  private static let latestTime = 1e11

  /// All times in seconds since 2001-01-01T00:00:00Z.
  private var times: [Double] {
    var dates = [startDate, lastModified]
    dates += [endDate, pausedAt, expectedEndDate, weather?.timestamp].compactMap(\.self)
    dates += metrics.map(\.timestamp)
    dates += segments.flatMap { [$0.startTime, $0.endTime] }
    return dates.map(\.timeIntervalSinceReferenceDate) + (points.time ?? []).compactMap(\.self)
  }
}

/// The lines of a file that arrives in chunks.
private struct LineReader {
  private var buffer = Data()
  private var isAtEnd = false
  /// Whether the last line was the end of an archive.
  private(set) var isComplete = false

  mutating func next(_ chunks: () throws -> Data?) throws -> Data? {
    var searched = 0
    while true {
      if let end = buffer.dropFirst(searched).firstIndex(of: 0x0A) {
        let line = Data(buffer[buffer.startIndex..<end])
        buffer = Data(buffer[(end + 1)...])
        return finished(line)
      }
      searched = buffer.count
      guard buffer.count <= RuckArchive.lineLimit else { throw RuckArchiveError.tooLarge }
      guard !isAtEnd, let chunk = try chunks(), !chunk.isEmpty else {
        isAtEnd = true
        guard !buffer.isEmpty else { return nil }
        defer { buffer = Data() }
        return finished(buffer)
      }
      buffer.append(chunk)
    }
  }

  private mutating func finished(_ line: Data) -> Data {
    let text = line.trimmed
    if !text.isEmpty { isComplete = text.elementsEqual(RuckArchive.footer.utf8) }
    return line
  }

  /// The whole file, for another layout.
  mutating func rest(after line: Data, _ chunks: () throws -> Data?) throws -> Data {
    var data = line + Data([0x0A]) + buffer
    while let chunk = try chunks(), !chunk.isEmpty {
      data.append(chunk)
      guard data.count <= RuckArchive.wholeLimit else { throw RuckArchiveError.tooLarge }
    }
    return data
  }
}

extension Data {
  /// The bytes without surrounding white space.
  fileprivate var trimmed: Data {
    let start = firstIndex { $0 > 0x20 } ?? endIndex
    let end = lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    return self[start..<Swift.max(start, end)]
  }
}

/// The reason why an archive of rucks can't be read.
enum RuckArchiveError: Error, LocalizedError, Equatable {
  case malformed
  case truncated
  case tooLarge
  case unknownVersion(Int)

  var errorDescription: String? {
    switch self {
    case .malformed: "The ruck is not as Cairn exports it. Export it again."
    case .truncated: "The file ends too early; the rucks up to there are read. Export it again."
    case .tooLarge: "The file is too large to be read as a whole. Export it with Cairn."
    case .unknownVersion(let version):
      "The file has version \(version) of the format. Update Cairn to read it."
    }
  }
}
