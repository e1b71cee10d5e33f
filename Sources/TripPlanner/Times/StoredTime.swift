// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// The text of a time in the store: a wall clock with its zone, in the form of RFC 9557.
///
/// Examples are `2027-03-10`, `2027-03-10T23:55:00[Pacific/Auckland]`, `2027-03-10T23:55:00+05:45`,
/// `2027-10-31T02:30:00[Europe/Berlin][_fold=1]`, and `2027-03-10T23:55:00` for an unknown zone. One property
/// holds all parts, so that a merge never combines the wall clock of one device with the zone of another.
/// The order of texts is the order of wall clocks.
package enum StoredTime {
  /// Returns the text of a time.
  package static func text(_ time: TravelTime) -> String {
    var text = time.isDateOnly ? time.date.description : time.local.description
    switch time.zone {
    case .unknown: break
    case .offset(let seconds): text += offset(seconds)
    case .named(let identifier): text += "[\(identifier)]"
    }
    if time.fold { text += "[_fold=1]" }
    return text
  }

  /// Parses a stored text; nil if it is none.
  package static func time(_ text: String) -> TravelTime? {
    var rest = Substring(text)
    var fold = false
    if rest.hasSuffix("[_fold=1]") {
      fold = true
      rest = rest.dropLast(9)
    }
    var zone = TravelZone.unknown
    if rest.hasSuffix("]"), let open = rest.lastIndex(of: "[") {
      let identifier = String(rest[rest.index(after: open)...].dropLast())
      guard let named = TravelZone(identifier: identifier) else { return nil }
      zone = named
      rest = rest[..<open]
    }
    guard var time = TravelTime(iso8601: String(rest)) else { return nil }
    if zone != .unknown { time.zone = zone }
    time.fold = fold
    return time
  }

  /// Parses the text of a day; nil if it is none.
  package static func day(_ text: String?) -> LocalDate? {
    guard let text, text.utf8.count == 10, let time = TravelTime(iso8601: text), time.isDateOnly
    else { return nil }
    return time.date
  }

  private static func offset(_ seconds: Int) -> String {
    let minutes = seconds.magnitude / 60
    func padded(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (seconds < 0 ? "-" : "+") + padded(minutes / 60) + ":" + padded(minutes % 60)
  }
}

extension TravelTime {
  /// Parses the text of a time in the store; nil for nil and for other texts.
  package init?(stored text: String?) {
    guard let time = text.flatMap(StoredTime.time) else { return nil }
    self = time
  }

  /// The text of the time in the store.
  package var stored: String { StoredTime.text(self) }

  /// The time a number of days later on the same wall clock; the unchanged time outside of the calendar.
  package func shifted(days: Int) -> TravelTime {
    guard let date = date.adding(days: days),
      let local = LocalDateTime(
        date, hour: local.hour, minute: local.minute, second: local.second)
    else { return self }
    var time = self
    time.local = local
    return time
  }

  /// True if the time is before another, by instants, or by wall clocks if one of the zones is unknown.
  package func precedes(_ other: TravelTime) -> Bool {
    if let instant, let otherInstant = other.instant { return instant < otherInstant }
    return local < other.local
  }

  /// Seconds until another time; nil if one of the zones is unknown.
  package func seconds(until other: TravelTime) -> TimeInterval? {
    guard let instant, let otherInstant = other.instant else { return nil }
    return otherInstant.timeIntervalSince(instant)
  }
}
