// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The zones of a calendar: those that it defines, and those of its identifiers.
struct CalendarZones {
  /// A rule of a zone (RFC 5545, STANDARD or DAYLIGHT).
  struct Observance {
    var start: LocalDateTime?
    var offsetFrom: Int?
    var offsetTo: Int?
    var recurrence: RecurrenceRule?
    var dates: [LocalDateTime] = []
  }

  /// The definition of a zone.
  struct Definition {
    /// The identifier of the time zone database that the definition names.
    var location: String?
    var observances: [Observance] = []
  }

  /// The definitions by identifier.
  var definitions: [String: Definition] = [:]
  private var known: [String: TravelZone?] = [:]

  /// The zone of an identifier at a local time; nil if it is neither known nor defined.
  mutating func zone(_ identifier: String, at local: LocalDateTime) -> TravelZone? {
    if let cached = known[identifier] {
      if let cached { return cached }
    } else {
      let zone = Self.databaseZone(identifier)
      if known.count < 256 { known[identifier] = .some(zone) }
      if let zone { return zone }
    }
    guard let definition = definitions[identifier] else { return nil }
    if let location = definition.location, let zone = Self.databaseZone(location) { return zone }
    return offset(definition, at: local).map { .offset($0) }
  }

  /// The zone of the time zone database for an identifier, with a vendor's prefix or Windows' name.
  static func databaseZone(_ identifier: String) -> TravelZone? {
    if let zone = TravelZone(identifier: identifier) { return zone }
    if let name = WindowsZones.identifier(identifier), let zone = TravelZone(identifier: name) {
      return zone
    }
    // Such as `/freeassociation.sourceforge.net/Europe/Berlin`.
    let parts = identifier.split(separator: "/")
    if parts.count > 2 {
      for count in [3, 2] where parts.count > count - 1 {
        if let zone = TravelZone(identifier: parts.suffix(count).joined(separator: "/")) {
          return zone
        }
      }
    }
    // Such as `UTC-07:00` and `GMT+0200`.
    if let match = identifier.wholeMatch(of: /(?:UTC|GMT)?([+-]\d{1,2}:?(?:\d\d)?)/) {
      var scanner = ASCIIScanner(match.1)
      if let zone = scanner.offset(), scanner.isAtEnd { return zone }
    }
    return nil
  }

  /// The offset of a definition: that of the observance with the last onset before the time.
  private func offset(_ definition: Definition, at local: LocalDateTime) -> Int? {
    var best: (onset: LocalDateTime, offset: Int)?
    for observance in definition.observances {
      guard let offset = observance.offsetTo, offset.magnitude <= 18 * 3600 else { continue }
      guard let onset = onset(of: observance, before: local) else { continue }
      if best.map({ $0.onset < onset }) ?? true { best = (onset, offset) }
    }
    if let best { return best.offset }
    return definition.observances.compactMap { $0.offsetFrom ?? $0.offsetTo }.first
  }

  private func onset(of observance: Observance, before local: LocalDateTime) -> LocalDateTime? {
    guard let start = observance.start else { return LocalDateTime(secondsSince1970: 0) }
    var onsets = observance.dates + [start]
    if let rule = observance.recurrence {
      onsets += rule.dates(from: TravelTime(start), limit: 400).dates.map(\.local)
    }
    return onsets.filter { $0 <= local }.max()
  }
}
