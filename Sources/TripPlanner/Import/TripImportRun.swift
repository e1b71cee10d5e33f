// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

/// The import of the documents of one call, each in the caller's transaction.
final class TripImportRun {
  let context: ModelContext
  let options: TripImportOptions
  let now: Date
  var index: KeyIndex
  /// The result of the current file.
  var file = TripImportReport.File(name: "")
  /// The objects that strong keys of the current file name.
  var taken: Set<KeyIndex.Reference> = []
  /// The recorded expenses of each trip by the code and price of a booking, as far as they are needed.
  var costs: [UUID: [String: UUID]] = [:]
  /// The keys of the travellers of the current file.
  private(set) var travellers: Set<String> = []
  /// The identifiers of the recurring events of the current file.
  private var recurringIDs: Set<String> = []

  init(context: ModelContext, options: TripImportOptions, now: Date) throws {
    self.context = context
    self.options = options
    self.now = now
    index = try KeyIndex(context)
  }

  /// Stores the content of a document.
  func store(_ document: TravelDocument, name: String) throws {
    file = TripImportReport.File(name: name)
    file.format = document.format
    file.issues = document.issues.first.map { .init(line: $0.line, message: $0.reason + ".") }
    file.issueCount = document.issues.total
    if let trip = options.trip {
      let model = try context.first(Trip.self, id: trip)
      guard let known = model, !known.isDeleted else {
        throw TripLibraryError.notFound(kind: "trip", name: model?.title ?? trip.uuidString)
      }
    }
    let reservations = reservations(of: document)
    travellers = Set(reservations.map { BookingKeys.traveller($0.traveller) })
    if !document.issues.first.contains(where: { $0.kind == .endBeforeStart }) {
      // The reader reports an event of a calendar with its line.
      for reservation in reservations {
        guard let start = reservation.startTime, let end = reservation.endTime, end.precedes(start),
          end.date < start.date
        else { continue }
        let name = ReservationValues.name(reservation.venue)
        addIssue("\(reservation.event?.name ?? name ?? "A booking") ends before it starts.")
      }
    }
    let references = match(reservations)
    let trips = try TripAssignment(context, options, now).assign(
      reservations, references, title: document.title, in: self)
    for (offset, reservation) in reservations.enumerated() {
      try store(reservation, references[offset], in: trips[offset])
      if offset % ModelContext.batchSize == 0 { try context.save() }
    }
    let target = options.trip ?? (Set(file.trips).count == 1 ? file.trips.first : nil)
    try storePlaces(document, in: target)
    try storeTracks(document, in: target)
    try storePacking(document, in: target, name: name)
    try storeAttachments(document, in: target, name: name)
  }

  func addChange<Entity: TripEntity>(
    _ kind: TripImportReport.Change.Kind, _ entity: Entity
  ) {
    let trip = entity.owningTrip?.id
    file.changes.append(
      .init(
        kind: kind, type: Entity.entityName, id: entity.id, name: entity.snapshot().name, trip: trip
      ))
    if let trip, kind != .unchanged, kind != .stayedDeleted, !file.trips.contains(trip) {
      file.trips.append(trip)
    }
  }

  func addIssue(_ message: String) {
    file.issueCount += 1
    if file.issues.count < TravelFileIssueLog.limit {
      file.issues.append(.init(line: nil, message: message))
    }
  }

  // MARK: Reservations

  /// The number of occurrences of a recurring event that are stored.
  private static let occurrenceLimit = 366

  /// Returns the recurring event of which a reservation is an occurrence; nil for other reservations.
  func recurringEvent(of reservation: Reservation) -> String? {
    guard let uid = reservation.event?.uid else { return nil }
    if recurringIDs.contains(uid) { return uid }
    let base = uid.range(of: "#", options: .backwards).map { String(uid[..<$0.lowerBound]) }
    return base.flatMap { recurringIDs.contains($0) ? $0 : nil }
  }

  /// The bookings, journeys and events of a document as reservations, recurring events expanded.
  private func reservations(of document: TravelDocument) -> [Reservation] {
    var recurring: [String: CalendarEvent] = [:]
    var replaced: Set<String> = []
    for event in document.events {
      guard let uid = event.uid else { continue }
      if let start = event.recurrenceID {
        replaced.insert("\(uid)#\(start.local)")
      } else if event.recurrence != nil || !event.addedDates.isEmpty {
        recurring[uid] = event
      }
    }
    recurringIDs = Set(recurring.keys)
    var result: [Reservation] = []
    var (rest, skipped) = (options.occurrenceLimit, 0)
    for item in document.items {
      switch item {
      case .reservation(let reservation): result.append(reservation)
      case .journey(let journey):
        result.append(Reservation(Self.kind(journey.mode), subject: .journey(journey)))
      case .event(let event):
        if let uid = event.uid, let rule = recurring[uid] {
          guard rest > 0 else {
            skipped += 1
            continue
          }
          let limit = min(rest, Self.occurrenceLimit)
          let found = occurrences(of: event, rule, uid, except: replaced, limit: limit)
          rest -= found.count
          result += found
        } else {
          result.append(Self.reservation(event))
        }
      case .place, .organization: break
      }
    }
    if skipped > 0 {
      addIssue(
        "The file has more than \(options.occurrenceLimit) occurrences of recurring events; \(skipped) events are "
          + "skipped.")
    }
    return result
  }

  private static func kind(_ mode: Journey.Mode) -> Reservation.Kind {
    switch mode {
    case .flight: .flight
    case .train: .train
    case .bus: .bus
    case .boat: .boat
    }
  }

  private static func reservation(_ event: Event) -> Reservation {
    var reservation = Reservation(.event, subject: .event(event))
    if event.isCancelled { reservation.status = .cancelled }
    return reservation
  }

  private func occurrences(
    of event: Event, _ rule: CalendarEvent, _ uid: String, except replaced: Set<String>, limit: Int
  ) -> [Reservation] {
    let (starts, isTruncated) = rule.occurrences(limit: limit)
    if isTruncated, let last = starts.last {
      let name = event.name ?? uid
      let count = "\(starts.count) occurrences until \(last.date)"
      addIssue(
        rule.recurrence?.isEndless == true
          ? "\(name) repeats without end; \(count) are stored."
          : "\(name) recurs more often; the first \(count) are stored.")
    }
    guard let start = rule.start else { return [Self.reservation(event)] }
    return starts.compactMap { time in
      let key = "\(uid)#\(time.local)"
      if replaced.contains(key) { return nil }
      var copy = event
      copy.uid = time.local == start.local ? uid : key
      copy.start = time
      copy.end = event.end.map { end in
        let seconds = end.local.secondsSince1970 - start.local.secondsSince1970
        var moved = end
        moved.local =
          LocalDateTime(secondsSince1970: time.local.secondsSince1970 + seconds) ?? end.local
        return moved
      }
      if let zone = rule.displayZone {
        copy.start = copy.start?.displayed(in: zone)
        copy.end = copy.end?.displayed(in: zone)
      }
      return Self.reservation(copy)
    }
  }

  /// Returns the stored objects of reservations; objects that a strong key names have no weak match.
  private func match(_ reservations: [Reservation]) -> [KeyIndex.Reference?] {
    let keys = reservations.map { BookingKeys($0) }
    var matches = keys.map { index.match($0) }
    taken = Set(matches.compactMap(\.self))
    var identities: [String: Set<String>] = [:]
    for key in keys {
      for weak in key.weak { identities[weak, default: []].insert(key.identity) }
    }
    var found: [String: KeyIndex.Reference] = [:]
    for (offset, key) in keys.enumerated() where matches[offset] == nil {
      // The bookings of several travellers have one journey.
      if let match = found[key.identity] {
        matches[offset] = match
        continue
      }
      // Two journeys of one document with one weak key are different ones.
      let isUnique = key.weak.allSatisfy { identities[$0]?.count == 1 }
      guard isUnique, let match = index.weakMatch(key, except: taken) else { continue }
      matches[offset] = match
      found[key.identity] = match
      taken.insert(match)
    }
    return matches
  }
}
