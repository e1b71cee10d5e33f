// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import TravelFiles

extension TripChecker {
  /// A journey, or one end of a rental; its traveller is between its two ends.
  struct Passage {
    var segment: SegmentSnapshot
    var start: TravelTime
    /// The end; nil if it is not known.
    var end: TravelTime?
    var isPickup = false
    var isReturn = false

    var isMoment: Bool { isPickup || isReturn }

    /// The name within a sentence.
    var name: String {
      let title = segment.displayTitle
      return isPickup ? "the pick-up of \(title)" : isReturn ? "the return of \(title)" : title
    }

    /// The identifier and the name of the place where the passage begins.
    var origin: (id: UUID?, name: String?) {
      isReturn
        ? (segment.destinationID, segment.destinationName)
        : (segment.originID, segment.originName)
    }
    /// The identifier and the name of the place where the passage ends.
    var destination: (id: UUID?, name: String?) {
      isPickup
        ? (segment.originID, segment.originName)
        : (segment.destinationID, segment.destinationName)
    }
  }

  /// The passages of a segment with a clock time: one, or the pick-up and the return of a rental.
  func passages(of segment: SegmentSnapshot) -> [Passage] {
    guard rentals.contains(segment.id) else {
      guard let start = segment.departureTime, !start.isDateOnly else { return [] }
      return [Passage(segment: segment, start: start, end: segment.arrivalTime)]
    }
    var passages: [Passage] = []
    if let time = segment.departureTime, !time.isDateOnly {
      passages.append(Passage(segment: segment, start: time, end: time, isPickup: true))
    }
    if let time = segment.arrivalTime, !time.isDateOnly {
      passages.append(Passage(segment: segment, start: time, end: time, isReturn: true))
    }
    return passages
  }

  /// The parts of each traveller in their order; parts without a known traveller are in all sequences.
  ///
  /// People of one trip may travel apart: two flights at one time are no problem then.
  func sequences<Part>(_ parts: [Part], _ id: (Part) -> UUID) -> [[Part]] {
    let names = Set(parts.flatMap { travellers[id($0)] ?? [] })
    guard (2...Self.travellerLimit).contains(names.count) else { return [parts] }
    return names.sorted().map { name in
      parts.filter { travellers[id($0)]?.contains(name) ?? true }
    }
  }

  /// Reports missed and tight connections, and ways that the plan lacks.
  mutating func checkConnections() {
    var passages = activeSegments.flatMap { self.passages(of: $0) }
    if !rentals.isEmpty {
      passages = passages.enumerated().sorted { first, second in
        if first.element.start.precedes(second.element.start) { return true }
        if second.element.start.precedes(first.element.start) { return false }
        return first.offset < second.offset
      }.map(\.element)
    }
    for sequence in sequences(passages, \.segment.id) { checkConnections(sequence) }
  }

  private mutating func checkConnections(_ passages: [Passage]) {
    var rented: Set<UUID> = []
    for (first, second) in zip(passages, passages.dropFirst()) {
      if first.isPickup { rented.insert(first.segment.id) }
      if first.isReturn { rented.remove(first.segment.id) }
      if first.segment.id == second.segment.id { continue }
      // The way between two places is driven as long as the car is rented.
      if rented.isEmpty { checkGap(first, second) }
      checkChange(first, second)
    }
  }

  private mutating func checkChange(_ first: Passage, _ second: Passage) {
    guard let seconds = first.end?.seconds(until: second.start), seconds < Self.connectionLimit
    else { return }
    let minutes = Int((seconds / 60).rounded())
    let objects = [first.segment.id, second.segment.id]
    if seconds < 0 {
      let isSame = isSameBooking(first, second)
      add(
        Finding(
          isSame ? .doubleBooking : .impossibleConnection, .error,
          "\(second.name.sentenceStart) \(second.isMoment ? "is" : "departs") \(-minutes) minutes before "
            + "\(first.name)\(first.isMoment ? "" : " arrives"). Change one of them.",
          objects: objects, day: second.start.date, seconds: seconds))
    } else if seconds < Self.minimumChange(second.segment.mode), !first.isPickup,
      !isSameVehicle(first, second)
    {
      add(
        Finding(
          .tightConnection, .warning,
          "\(minutes) minutes between \(first.name) and \(second.name) are short. Check the change.",
          objects: objects, day: second.start.date, seconds: seconds))
    }
  }

  private func isSameVehicle(_ first: Passage, _ second: Passage) -> Bool {
    let (first, second) = (first.segment, second.segment)
    return first.number != nil && first.number == second.number && first.mode == second.mode
  }

  private func isSameBooking(_ first: Passage, _ second: Passage) -> Bool {
    let (first, second) = (first.segment, second.segment)
    return first.mode == second.mode && first.departure == second.departure
      && first.originName == second.originName && first.destinationName == second.destinationName
  }

  private mutating func checkGap(_ first: Passage, _ second: Passage) {
    let end = place(first.destination.id)
    let start = place(second.origin.id)
    let isApart: Bool
    if let from = end?.coordinates, let to = start?.coordinates {
      let distance = Geodesic.distance(
        from: (from.latitude, from.longitude), to: (to.latitude, to.longitude))
      // Stations and airports of one city are a local journey apart.
      isApart = distance > (sameCity(end, start) ? 80_000 : Self.changeDistance)
    } else if let from = first.destination.name, let to = second.origin.name {
      // Offices of rental companies have names of their own.
      isApart =
        from.compare(to, options: [.caseInsensitive, .diacriticInsensitive]) != .orderedSame
        && !sameCity(end, start) && !first.isMoment && !second.isMoment
    } else {
      return
    }
    guard isApart else { return }
    add(
      Finding(
        .placeGap, .notice,
        "\(first.name.sentenceStart) ends at \(name(end, first.destination.name)), and \(second.name) "
          + "begins at \(name(start, second.origin.name)). Add the way between them.",
        objects: [first.segment.id, second.segment.id], day: second.start.date))
  }

  private func place(_ id: UUID?) -> PlaceSnapshot? { id.flatMap { places[$0] } }

  private func name(_ place: PlaceSnapshot?, _ name: String?) -> String {
    place?.name ?? name ?? "an unknown place"
  }

  private func sameCity(_ first: PlaceSnapshot?, _ second: PlaceSnapshot?) -> Bool {
    guard let city = first?.locality, let other = second?.locality else { return false }
    return city.compare(other, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
  }
}

extension String {
  /// The text at the beginning of a sentence.
  var sentenceStart: String {
    hasPrefix("the ") ? "T" + dropFirst() : self
  }
}
