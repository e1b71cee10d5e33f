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
    written(text) ?? general(text)
  }

  /// Parses a text in one of the forms of ISO 8601 that ``text(_:)`` does not write.
  private static func general(_ text: String) -> TravelTime? {
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
    guard let text, text.utf8.count == 10, let time = time(text), time.isDateOnly
    else { return nil }
    return time.date
  }

  // MARK: The written form

  private static let foldMark = Array("[_fold=1]".utf8)

  /// Parses a text that ``text(_:)`` writes, byte by byte; nil for other texts, and for impossible values.
  ///
  /// A page parses the times of all its parts several times.
  private static func written(_ text: String) -> TravelTime? {
    text.utf8.withContiguousStorageIfAvailable { written($0) } ?? nil
  }

  private static func written(_ bytes: UnsafeBufferPointer<UInt8>) -> TravelTime? {
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for index in range {
        let digit = bytes[index] &- 0x30
        guard digit <= 9 else { return nil }
        number = number * 10 + Int(digit)
      }
      return number
    }
    func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
      bytes[index] == UInt8(ascii: character)
    }
    guard bytes.count >= 10, has("-", at: 4), has("-", at: 7), let year = number(0..<4),
      let month = number(5..<7), let day = number(8..<10),
      let date = LocalDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.count == 10 { return TravelTime(date) }
    guard bytes.count >= 19, has("T", at: 10), has(":", at: 13), has(":", at: 16),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      let local = LocalDateTime(date, hour: hour, minute: minute, second: second)
    else { return nil }
    var end = bytes.count
    let fold = end >= 19 + foldMark.count && bytes.suffix(foldMark.count).elementsEqual(foldMark)
    if fold { end -= foldMark.count }
    if end == 19 { return TravelTime(local, fold: fold) }
    if has("[", at: 19), has("]", at: end - 1) {
      let name = UnsafeBufferPointer(rebasing: bytes[20..<end - 1])
      guard let zone = TravelZone(identifier: String(decoding: name, as: UTF8.self)) else {
        return nil
      }
      return TravelTime(local, zone: zone, fold: fold)
    }
    guard end == 25, has("+", at: 19) || has("-", at: 19), has(":", at: 22),
      let hours = number(20..<22), let minutes = number(23..<25), hours <= 18, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return TravelTime(local, zone: .offset(has("-", at: 19) ? -seconds : seconds), fold: fold)
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
    ComparedTime(self).precedes(ComparedTime(other))
  }

  /// Seconds until another time; nil if one of the zones is unknown.
  package func seconds(until other: TravelTime) -> TimeInterval? {
    guard let instant, let otherInstant = other.instant else { return nil }
    return otherInstant.timeIntervalSince(instant)
  }
}

/// A time that is compared with many others; its instant is calculated once.
struct ComparedTime {
  private let local: LocalDateTime
  private let instant: Date?

  init(_ time: TravelTime) {
    local = time.local
    instant = time.instant
  }

  /// True if the time is before another, by instants, or by wall clocks if one of the zones is unknown.
  func precedes(_ other: ComparedTime) -> Bool {
    if let instant, let otherInstant = other.instant { return instant < otherInstant }
    return local < other.local
  }
}
