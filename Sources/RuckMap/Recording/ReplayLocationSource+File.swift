// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

extension ReplayLocationSource {
  /// The size of a log in bytes above which it is not read.
  private static let largestLog = 256 << 20

  /// Creates the replay of a recorded file.
  ///
  /// Besides GPX, TCX and FIT files, it reads logs of NMEA 0183 sentences, and of gpsd's reports as
  /// `gpspipe -w` writes them. Points without a time are skipped.
  ///
  /// - Parameters:
  ///   - file: The file, recognised by its content.
  ///   - speed: The multiple of the recorded pace; infinity for no delay.
  ///   - now: The time of this machine's clock, after which no fix can be.
  /// - Throws: An `ActivityFileError`, an error of the file system, or ``ReplayError``.
  public init(contentsOf file: URL, speed: Double = 1, now: Date = Date()) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let start = try handle.read(upToCount: 4_096) ?? Data()
    var locations: [CLLocation] = []
    if let form = LogForm(start) {
      guard try handle.seekToEnd() <= Self.largestLog else {
        throw ReplayError(file: file.lastPathComponent, reason: "the log has more than 256 MiB")
      }
      locations = form.locations(try Data(contentsOf: file), now: now)
    } else {
      _ = try TrackFile.file(file).read { point in
        if let location = point.location { locations.append(location) }
      }
    }
    guard !locations.isEmpty else {
      throw ReplayError(
        file: file.lastPathComponent, reason: "it has no positions with times")
    }
    self.init(locations, speed: speed)
  }
}

/// A file that can't be replayed.
public struct ReplayError: Error, LocalizedError, Hashable, Sendable {
  /// The file's name.
  public let file: String
  /// The reason.
  public let reason: String

  /// The reason and the remedy.
  public var errorDescription: String? {
    "\(file) can't be replayed: \(reason). Give a GPX, TCX or FIT file, or a log of a receiver."
  }
}

/// The form of a receiver's log.
private enum LogForm {
  case nmea
  case gpsd

  /// Recognises a log by its first line that is no comment; nil for other files.
  init?(_ start: Data) {
    let lines = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline)
    let first = lines.first { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    if first?.hasPrefix("$G") == true {
      self = .nmea
    } else if first?.hasPrefix(#"{"class":"#) == true {
      self = .gpsd
    } else {
      return nil
    }
  }

  func locations(_ data: Data, now: Date) -> [CLLocation] {
    let lines = data.split(separator: UInt8(ascii: "\n"))
    func text(_ line: Data) -> String { String(decoding: line, as: UTF8.self) }
    switch self {
    case .nmea:
      var reader = NMEAReader(now: now)
      var locations: [CLLocation] = []
      for line in lines {
        if let location = reader.read(text(line)) { locations.append(location) }
      }
      if let last = reader.finish() { locations.append(last) }
      return locations
    case .gpsd:
      return lines.compactMap { line in
        GPSDReport(line: text(line)).flatMap { report in
          report.time.flatMap { report.location(at: GPSWeek.past($0, notAfter: now)) }
        }
      }
    }
  }
}
