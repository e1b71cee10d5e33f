// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip segment`: journeys by one vehicle.
struct SegmentGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment", abstract: "Add, list, edit, move and remove journeys.",
    discussion: """
      EXAMPLE
        cairn trip segment list Japan
      """,
    subcommands: [
      PartAdd<SegmentOptions>.self, PartList<SegmentOptions>.self, PartEdit<SegmentOptions>.self,
      PartMove<SegmentOptions>.self, PartRemove<SegmentOptions>.self,
    ])
}

/// The values of a journey as options.
struct SegmentOptions: PartOptions {
  static let noun = "journey"
  static let nouns = "journeys"
  static let group = "segment"
  static let example =
    "--from AKL --departs \"2027-03-10 23:55\" --to LAX --arrives \"2027-03-10 15:20\" --number \"NZ 6\""
  static let moveAbstract = "Move a journey to another day or trip; local times stay."
  static let moveExample = "--day 2027-03-12"

  @Option(
    help: "The means of transport: \(Transport.allCases.map(\.rawValue).joined(separator: ", ")).")
  var transport: Transport?

  @Option(help: "The title, if it is not that of both ends.")
  var title: String?

  @Option(help: "The airline or other company.")
  var carrier: String?

  @Option(help: "The number, such as \"NZ 6\".")
  var number: String?

  @Option(help: "The place of departure: a place of the trip, or the code of an airport.")
  var from: String?

  @Option(help: "The place of arrival.")
  var to: String?

  @Option(
    help:
      "Day, clock and zone, such as \"2027-03-10 23:55 Pacific/Auckland\"; the zone may follow from the place."
  )
  var departs: String?

  @Option(help: "The arrival in the same form.")
  var arrives: String?

  @Option(help: "The local time of boarding, such as 23:10; empty for none.")
  var boards: String?

  @Option(help: "The terminal of departure.")
  var terminal: String?

  @Option(help: "The state: \(BookingStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
  var status: BookingStatus?

  @Option(help: "The booking code.")
  var code: String?

  @Option(help: "The gate of departure.")
  var gate: String?

  @Option(help: "The platform of departure.")
  var platform: String?

  @Option(help: "The notes.")
  var notes: String?

  @OptionGroup(title: "Booking") var booking: BookingOptions

  var isEmpty: Bool {
    transport == nil && status == nil && booking.isEmpty
      && [
        title, carrier, number, from, to, departs, arrives, boards, terminal, code, gate, platform,
        notes,
      ].allSatisfy { $0 == nil }
  }

  func change(
    _ view: TripView, editing part: SegmentSnapshot?
  ) throws -> PartChange<SegmentSnapshot> {
    let isNew = part == nil
    if isNew, from == nil, to == nil, title == nil {
      throw ValidationError("Give --from and --to, or --title.")
    }
    _ = try booking.change(part?.id, view)
    let usesAirports = (transport ?? part?.mode ?? .flight) == .flight
    func place(_ text: String?) -> NamedPlace? {
      PlaceResolver.resolve(
        text, among: view.detail.places, in: view.tripID, usesAirports: usesAirports)
    }
    let (origin, destination) = (place(from), place(to))
    let start = try argument("--departs") { () throws(TripInputError) in
      try TripInput.time(departs, placeZone: origin?.zone)
    }
    let end = try argument("--arrives") { () throws(TripInputError) in
      try TripInput.time(arrives, placeZone: destination?.zone)
    }
    let departure =
      departs == nil
      ? part?.departureTime
      : Self.zoned(start, view.place(from == nil ? part?.originID : origin?.id))
    let boarding = try argument("--boards") { () throws(TripInputError) in
      try TripInput.boarding(boards, before: departure)
    }
    return PartChange(
      apply: { [self] segment in
        if let transport { segment.mode = transport } else if isNew { segment.mode = .flight }
        setTexts(of: &segment)
        if from != nil { (segment.originID, segment.originName) = (origin?.id, origin?.name) }
        if to != nil {
          (segment.destinationID, segment.destinationName) = (destination?.id, destination?.name)
        }
        if departs != nil {
          segment.departureTime = Self.zoned(start, view.place(segment.originID))
        } else if from != nil {
          segment.departureTime = Self.rezoned(
            segment.departureTime, from: view.place(part?.originID), to: origin)
        }
        if arrives != nil {
          segment.arrivalTime = Self.zoned(end, view.place(segment.destinationID))
        } else if to != nil {
          segment.arrivalTime = Self.rezoned(
            segment.arrivalTime, from: view.place(part?.destinationID), to: destination)
        }
        if boards != nil {
          segment.boardingTime = boarding
        } else if departs != nil, let old = part?.departureTime,
          let new = segment.departureTime, let time = segment.boardingTime
        {
          // The boarding moves with the day of the departure.
          segment.boardingTime = time.shifted(
            days: new.date.daysSince1970 - old.date.daysSince1970)
        }
      }, places: [origin, destination])
  }

  /// Sets the values that depend on no time and on no place.
  private func setTexts(of segment: inout SegmentSnapshot) {
    if let title { segment.title = title }
    if let carrier {
      segment.carrier = TripInput.text(carrier)
      segment.carrierCode = nil
    }
    if let number { segment.number = TripInput.text(number) }
    if let terminal { segment.departureTerminal = TripInput.text(terminal) }
    if let status { segment.bookingStatus = status }
    if let code { segment.bookingCode = TripInput.text(code) }
    if let gate { segment.departureGate = TripInput.text(gate) }
    if let platform { segment.departurePlatform = TripInput.text(platform) }
    if let notes { segment.notes = TripInput.text(notes) }
  }

  func storeRelated(
    _ part: SegmentSnapshot, _ view: TripView, _ library: TripLibrary
  ) async throws {
    try await booking.store(of: part, view, library)
  }

  /// A time with the zone of a place of the trip, if it has none.
  private static func zoned(_ time: TravelTime?, _ place: PlaceSnapshot?) -> TravelTime? {
    guard var time, time.zone == .unknown else { return time }
    time.zone = place?.zone.flatMap(TravelZone.init(identifier:)) ?? .unknown
    return time
  }

  /// A time with the zone of its new place, if its zone is unknown or that of the old place.
  private static func rezoned(
    _ time: TravelTime?, from old: PlaceSnapshot?, to new: NamedPlace?
  ) -> TravelTime? {
    guard var time, let zone = new?.zone,
      time.zone == .unknown || time.zone.identifier != nil && time.zone.identifier == old?.zone
    else { return time }
    time.zone = zone
    return time
  }

  static func parts(_ view: TripView) -> [SegmentSnapshot] { view.detail.segments }

  static func record(_ part: SegmentSnapshot, _ view: TripView) -> TripJSON {
    .segment(part, view)
  }

  static func table(_ parts: [SegmentSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("DEPARTS"), .left("ARRIVES"), .left("JOURNEY"), .left("NUMBER"),
      .right("TIME"), .left("STATE"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.departureTime.map(view.format.full) ?? "open",
        part.arrivalTime.map(view.format.full) ?? "", view.title(part).truncated(to: 36),
        view.line(part) ?? "", view.format.duration(part.duration) ?? "-",
        part.bookingStatus.rawValue,
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout SegmentSnapshot) { part.tripID = trip }

  static func move(
    _ part: SegmentSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    if let trip = target.trip { try await library.moveSegment(part.id, to: trip) }
    guard let day = target.day else {
      if target.trip != nil { return }
      throw ValidationError("A journey moves to a day or trip: give --day or --to.")
    }
    guard let old = (part.departureTime ?? part.arrivalTime)?.date else {
      throw CommandError("the journey has no time: set --departs with cairn trip segment edit")
    }
    let days = day.daysSince1970 - old.daysSince1970
    try await library.edit(SegmentSnapshot.self, part.id) { segment in
      segment.departureTime = segment.departureTime?.shifted(days: days)
      segment.arrivalTime = segment.arrivalTime?.shifted(days: days)
      segment.boardingTime = segment.boardingTime?.shifted(days: days)
    }
  }
}
