// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reads the locations of a log of NMEA 0183 sentences.
///
/// It combines the sentences RMC and GGA of one time, from any talker. Sentences with a wrong checksum
/// are skipped. Dates in the future, which receivers report after a rollover of the GPS week, are
/// corrected by multiples of 1,024 weeks.
public struct NMEAReader: Sendable {
  /// The metres of horizontal error for each unit of the dilution of precision.
  ///
  /// The user-equivalent range error of a single-frequency receiver.
  private static let rangeError = 5.0
  private static let metresPerSecondPerKnot = 1_852.0 / 3_600

  /// The values of one time.
  private struct Epoch {
    var seconds: Double
    var position: CLLocationCoordinate2D?
    var altitude: Double?
    var dilution: Double?
    var speed: Double?
    var course: Double?
    var isInvalid = false
  }

  private let now: Date
  private var epoch: Epoch?
  /// The last date, from RMC: GGA has none.
  private var day: (year: Int, month: Int, day: Int)?
  /// The number of lines that are no valid sentence.
  public private(set) var malformedLines = 0

  /// Creates a reader.
  ///
  /// - Parameter now: The time of this machine's clock, after which no fix can be.
  public init(now: Date = Date()) { self.now = now }

  /// Reads a line.
  ///
  /// - Returns: The location of the previous time, if the line begins another one.
  public mutating func read(_ line: some StringProtocol) -> CLLocation? {
    let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.first == "$" else { return nil }
    guard let fields = Self.fields(text) else {
      malformedLines += 1
      return nil
    }
    switch fields[0].suffix(3) {
    case "RMC" where fields.count >= 10: return minimum(fields)
    case "GGA" where fields.count >= 10: return fix(fields)
    default: return nil
    }
  }

  /// Returns the location of the last time.
  public mutating func finish() -> CLLocation? {
    defer { epoch = nil }
    return epoch.flatMap { location($0) }
  }

  /// The fields of a sentence; nil if its checksum is wrong.
  private static func fields(_ text: String) -> [Substring]? {
    let body = text.dropFirst()
    guard let star = body.lastIndex(of: "*") else { return nil }
    let sum = body[..<star].utf8.reduce(0, ^)
    guard UInt8(body[body.index(after: star)...], radix: 16) == sum else { return nil }
    let fields = body[..<star].split(separator: ",", omittingEmptySubsequences: false)
    return fields[0].count == 5 ? fields : nil
  }

  private mutating func minimum(_ fields: [Substring]) -> CLLocation? {
    guard let seconds = Self.seconds(fields[1]) else { return nil }
    let completed = begin(seconds)
    let date = fields[9].utf8
    if date.count == 6, let number = UTCTime.number(date) {
      // Two digits; GPS has begun in 1980.
      let year = number % 100
      day = (year < 80 ? 2_000 + year : 1_900 + year, number / 100 % 100, number / 10_000)
    }
    epoch?.isInvalid = fields[2] != "A"
    if let position = Self.coordinate(fields[3...6]) { epoch?.position = position }
    epoch?.speed = Double(fields[7]).map { $0 * Self.metresPerSecondPerKnot }
    epoch?.course = Double(fields[8])
    return completed
  }

  private mutating func fix(_ fields: [Substring]) -> CLLocation? {
    guard let seconds = Self.seconds(fields[1]) else { return nil }
    let completed = begin(seconds)
    if fields[6].isEmpty || fields[6] == "0" { epoch?.isInvalid = true }
    if let position = Self.coordinate(fields[2...5]) { epoch?.position = position }
    epoch?.dilution = Double(fields[8])
    epoch?.altitude = Double(fields[9])
    return completed
  }

  /// Begins the epoch of a time, and returns the location of the previous one.
  private mutating func begin(_ seconds: Double) -> CLLocation? {
    if epoch?.seconds == seconds { return nil }
    defer { epoch = Epoch(seconds: seconds) }
    return epoch.flatMap { location($0) }
  }

  private func location(_ epoch: Epoch) -> CLLocation? {
    guard !epoch.isInvalid, let position = epoch.position, let day,
      let date = UTCTime(year: day.year, month: day.month, day: day.day, seconds: epoch.seconds)
        .date
    else { return nil }
    let accuracy =
      epoch.dilution.flatMap { (0.1...100).contains($0) ? $0 * Self.rangeError : nil }
      ?? GPSDReport.assumedAccuracy
    let altitude = epoch.altitude.flatMap { (-12_000...100_000).contains($0) ? $0 : nil }
    return CLLocation(
      coordinate: position, altitude: altitude ?? 0, horizontalAccuracy: accuracy,
      verticalAccuracy: altitude == nil ? -1 : 2 * accuracy,
      course: epoch.course.flatMap { (0...360).contains($0) ? $0 : nil } ?? -1,
      speed: epoch.speed.flatMap { (0...20_000).contains($0) ? $0 : nil } ?? -1,
      timestamp: GPSWeek.past(date, notAfter: now))
  }

  /// Parses `hhmmss.sss`.
  private static func seconds(_ text: Substring) -> Double? {
    let digits = text.utf8.prefix(4)
    guard text.utf8.count >= 6, let number = UTCTime.number(digits), number / 100 < 24,
      number % 100 < 60, let second = Double(text.dropFirst(4)), (0..<61).contains(second)
    else { return nil }
    return Double(number / 100 * 3_600 + number % 100 * 60) + second
  }

  /// Parses `ddmm.mmmm,N,dddmm.mmmm,E`.
  private static func coordinate(_ fields: ArraySlice<Substring>) -> CLLocationCoordinate2D? {
    let fields = Array(fields)
    guard let north = degrees(fields[0], fields[1], positive: "N", negative: "S"),
      let east = degrees(fields[2], fields[3], positive: "E", negative: "W")
    else { return nil }
    let coordinate = CLLocationCoordinate2D(latitude: north, longitude: east)
    return CLLocationCoordinate2DIsValid(coordinate) ? coordinate : nil
  }

  private static func degrees(
    _ text: Substring, _ side: Substring, positive: Substring, negative: Substring
  ) -> Double? {
    guard let value = Double(text), value >= 0, side == positive || side == negative else {
      return nil
    }
    let whole = (value / 100).rounded(.down)
    let minutes = value - whole * 100
    guard minutes < 60 else { return nil }
    return (whole + minutes / 60) * (side == positive ? 1 : -1)
  }
}
