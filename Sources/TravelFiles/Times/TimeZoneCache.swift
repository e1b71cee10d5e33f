// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The zones of Foundation by identifier; creating one reads a file.
enum TimeZoneCache {
  private static let zones = Mutex<[String: CachedZone?]>([:])
  /// The number of identifiers that are cached; files may contain any number of wrong ones.
  private static let limit = 1024

  /// Returns the zone with an identifier of the time zone database; nil if there is none.
  static func zone(_ identifier: String) -> CachedZone? {
    zones.withLock { zones in
      if let zone = zones[identifier] { return zone }
      let isPlain = identifier.utf8.allSatisfy {
        $0 == 0x2F || $0 == 0x2B || $0 == 0x2D || $0 == 0x5F || ($0 >= 0x30 && $0 <= 0x39)
          || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
      }
      let zone = isPlain && identifier.utf8.count < 64 ? TimeZone(identifier: identifier) : nil
      let cached = zone.map(CachedZone.init)
      if zones.count < limit { zones[identifier] = .some(cached) }
      return cached
    }
  }
}

/// A zone with its offsets on the requested days; Foundation computes all fields of a date for each offset.
///
/// The offsets never change while the program runs.
final class CachedZone: Sendable {
  let timeZone: TimeZone
  let identifier: String
  /// The offsets by day; nil for a day with a change.
  private let offsets = Mutex<[Int: Int?]>([:])
  /// The abbreviations by quarter of an hour, between which no zone changes; nil for none.
  private let abbreviations = Mutex<[Int: String?]>([:])
  /// The number of days, and of quarters of an hour, that are cached.
  private static let limit = 8192

  init(_ timeZone: TimeZone) {
    self.timeZone = timeZone
    identifier = timeZone.identifier
  }

  /// The offset from UTC in seconds at an instant.
  func offset(at instant: Date) -> Int { timeZone.secondsFromGMT(for: instant) }

  /// The abbreviation of the zone's name at an instant, such as `NZDT`; nil for none.
  func abbreviation(at instant: Date) -> String? {
    let quarter = Int((instant.timeIntervalSince1970 / 900).rounded(.down))
    if let known = abbreviations.withLock({ $0[quarter] }) { return known }
    let abbreviation = timeZone.abbreviation(for: instant)
    abbreviations.withLock { abbreviations in
      if abbreviations.count < Self.limit { abbreviations[quarter] = .some(abbreviation) }
    }
    return abbreviation
  }

  /// The offset from UTC in seconds from the start of the previous day to the end of the next day, in UTC.
  ///
  /// Clocks are not changed and changed back within three days, so the offsets at the ends of the days suffice.
  ///
  /// - Parameter day: The number of days since 1970.
  /// - Returns: The offset; nil if it changes on one of the days.
  func constantOffset(around day: Int) -> Int? {
    if let known = offsets.withLock({ $0[day] }) { return known }
    let ends = (day - 1...day + 2).map {
      offset(at: Date(timeIntervalSince1970: TimeInterval($0 * 86_400)))
    }
    let constant = ends.allSatisfy { $0 == ends[0] } ? ends[0] : nil
    offsets.withLock { offsets in
      if offsets.count < Self.limit { offsets[day] = .some(constant) }
    }
    return constant
  }
}
