// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The zone of a wall-clock time.
public enum TravelZone: Sendable, Hashable, Codable {
  /// The source names no zone, and none can be derived. The machine's zone never takes its place.
  case unknown
  /// A fixed offset from UTC in seconds, positive to the east; the region is not known.
  case offset(Int)
  /// A zone of the time zone database, such as `Pacific/Auckland`.
  case named(String)

  /// The zone of a number such as `+05:45`, or of an identifier of the time zone database.
  public init?(identifier: String) {
    if identifier == "Z" || identifier == "UTC" || identifier == "GMT" || identifier == "Etc/UTC" {
      self = .offset(0)
    } else if identifier.utf8.contains(UInt8(ascii: "/")),
      let zone = TimeZoneCache.zone(identifier)
    {
      self = .named(zone.identifier)
    } else {
      return nil
    }
  }

  /// The identifier of a named zone.
  public var identifier: String? {
    if case .named(let identifier) = self { identifier } else { nil }
  }

  /// The zone of Foundation; nil if it is unknown.
  public var timeZone: TimeZone? {
    switch self {
    case .unknown: nil
    case .offset(let seconds): TimeZone(secondsFromGMT: seconds)
    case .named(let identifier): TimeZoneCache.zone(identifier)?.timeZone
    }
  }
}

/// A wall-clock time at a place: local date and time, zone, and fold.
///
/// The instant is derived.
///
/// A change of a zone's rules changes the instant and leaves the wall clock as it is printed on the ticket.
///
/// ```swift
/// let departure = TravelTime(local, zone: .named("Pacific/Auckland"))
/// departure.instant  // nil if the zone is unknown
/// ```
public struct TravelTime: Sendable, Hashable, Codable {
  /// The date and the wall-clock time; midnight for a date without a time.
  public var local: LocalDateTime
  /// The zone of the wall clock.
  public var zone: TravelZone
  /// False for the first, true for the second of two equal wall-clock times when a clock is set back.
  public var fold: Bool
  /// True if the source names a date and no time.
  public var isDateOnly: Bool

  /// Creates a time.
  public init(
    _ local: LocalDateTime, zone: TravelZone = .unknown, fold: Bool = false,
    isDateOnly: Bool = false
  ) {
    self.local = local
    self.zone = zone
    self.fold = fold
    self.isDateOnly = isDateOnly
  }

  /// Creates a date without a time.
  public init(_ date: LocalDate, zone: TravelZone = .unknown) {
    self.init(LocalDateTime(startOf: date), zone: zone, isDateOnly: true)
  }

  /// Creates the wall-clock time of an instant in a zone; nil for an unknown zone or a year outside 1 to 9999.
  public init?(instant: Date, zone: TravelZone) {
    let seconds = instant.timeIntervalSince1970
    guard seconds.isFinite, seconds.magnitude < 1e12, let timeZone = zone.timeZone,
      let local = LocalDateTime(
        secondsSince1970: Int(seconds.rounded(.down)) + timeZone.secondsFromGMT(for: instant))
    else { return nil }
    self.init(local, zone: zone)
    if case .named = zone, self.instant.map({ abs($0.timeIntervalSince(instant)) > 1 }) ?? false {
      fold = true
    }
  }

  /// The date of the wall clock.
  public var date: LocalDate { local.date }

  /// The instant; nil if the zone is unknown.
  ///
  /// A time that a clock skips when it is set forward has the instant of the offset before the change.
  public var instant: Date? {
    switch zone {
    case .unknown: nil
    case .offset(let seconds):
      Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970 - seconds))
    case .named(let identifier):
      TimeZoneCache.zone(identifier).map {
        Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970 - offset(in: $0)))
      }
    }
  }

  /// The offset from UTC in seconds; nil if the zone is unknown.
  public var offset: Int? {
    instant.map { local.secondsSince1970 - Int($0.timeIntervalSince1970) }
  }

  /// The abbreviation of a named zone at this time, such as `NZDT`; nil for other zones.
  public var zoneAbbreviation: String? {
    guard case .named(let identifier) = zone, let instant else { return nil }
    return TimeZoneCache.zone(identifier)?.abbreviation(at: instant)
  }

  /// True if a clock in the zone never shows this time, as in the hour that is skipped in spring.
  public var isSkipped: Bool {
    guard case .named(let identifier) = zone, !isDateOnly,
      let zone = TimeZoneCache.zone(identifier),
      zone.constantOffset(around: date.daysSince1970) == nil,
      let instant
    else { return false }
    return zone.offset(at: instant) != offset(in: zone)
  }

  /// This instant on the clocks of another zone; the unchanged wall clock if this zone is unknown.
  public func converted(to zone: TravelZone) -> TravelTime {
    guard !isDateOnly, let instant, let time = TravelTime(instant: instant, zone: zone) else {
      var time = self
      time.zone = zone
      return time
    }
    return time
  }

  private func offset(in zone: CachedZone) -> Int {
    if let offset = zone.constantOffset(around: date.daysSince1970) { return offset }
    // The offsets a day before and after the wall clock contain each change that can affect it.
    let guess = Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970))
    let before = zone.offset(at: guess - 86_400)
    let after = zone.offset(at: guess + 86_400)
    if before == after { return before }
    let valid = [before, after].filter { offset in
      zone.offset(at: guess - TimeInterval(offset)) == offset
    }
    switch valid.count {
    case 1: return valid[0]
    case 2: return fold ? after : before
    default: return before
    }
  }
}

extension TravelTime: CustomStringConvertible {
  /// The time in the form of RFC 9557, such as `2027-03-10T23:55:00+13:00[Pacific/Auckland]`.
  public var description: String {
    if isDateOnly { return local.date.description }
    guard let offset else { return local.description }
    let text = local.description + Self.text(offset: offset)
    return zone.identifier.map { "\(text)[\($0)]" } ?? text
  }

  /// An offset in the form of ISO 8601, such as `+05:45`.
  static func text(offset: Int, separator: String = ":") -> String {
    let minutes = offset.magnitude / 60
    return (offset < 0 ? "-" : "+") + LocalDate.padded(Int(minutes / 60), 2) + separator
      + LocalDate.padded(Int(minutes % 60), 2)
  }
}
