// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip day`: activities, meals, events and stays.
struct DayGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day", abstract: "Add, list, edit, move and remove entries of the days.",
    discussion: """
      EXAMPLE
        cairn trip day list Japan
      """,
    subcommands: [
      PartAdd<DayOptions>.self, PartList<DayOptions>.self, PartEdit<DayOptions>.self,
      PartMove<DayOptions>.self, PartRemove<DayOptions>.self,
    ])
}

/// The values of an entry of a day as options.
struct DayOptions: PartOptions {
  static let noun = "entry"
  static let nouns = "entries"
  static let group = "day"
  static let example = "--title \"Tea ceremony\" --day 2027-03-12 --start 14:00 --place Kyoto"
  static let moveAbstract = "Move an entry to another day, position or trip; local times stay."
  static let moveExample = "--day 2027-03-13"

  @Option(help: "The title.")
  var title: String?

  @Option(help: "The kind: \(PlanKind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: PlanKind?

  @Option(help: "The day, such as 2027-03-12; of a stay, the arrival.")
  var day: String?

  @Option(help: "The local time of the beginning, such as 14:00.")
  var start: String?

  @Option(help: "The local time of the end; of a stay, the day of departure.")
  var end: String?

  @Option(help: "The time zone; by default, that of the place or the trip.")
  var zone: String?

  @Option(help: "The place: one of the trip, or the name of a new one.")
  var place: String?

  @Option(help: "The state: \(BookingStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
  var status: BookingStatus?

  @Option(help: "The booking code.")
  var code: String?

  @Option(help: "Whether it is done: yes or no.")
  var done: YesNo?

  @Option(help: "The notes.")
  var notes: String?

  @OptionGroup(title: "Booking") var booking: BookingOptions

  var isEmpty: Bool {
    kind == nil && status == nil && done == nil && booking.isEmpty
      && [title, day, start, end, zone, place, code, notes].allSatisfy { $0 == nil }
  }

  func change(
    _ view: TripView, editing part: DayPlanItemSnapshot?
  ) throws -> PartChange<DayPlanItemSnapshot> {
    let isNew = part == nil
    if isNew, TripInput.text(title) == nil { throw ValidationError("Give --title.") }
    _ = try booking.change(part?.id, view)
    var named = PlaceResolver.resolve(
      place, among: view.detail.places, in: view.tripID, usesAirports: false)
    if let name = named, name.id == nil {
      var new = PlaceSnapshot()
      new.tripID = view.tripID
      new.name = name.name
      named = NamedPlace(id: new.id, new: new, name: name.name, zone: nil)
    }
    let times = try DayTimes(self, view, part, place: named)
    let placed = named
    return PartChange(
      apply: { [self] item in
        if let title { item.title = title }
        if let kind { item.planKind = kind }
        if day != nil { item.date = times.day }
        if place != nil { item.placeID = placed?.id }
        if times.areChanged { (item.startTime, item.endTime) = (times.start, times.end) }
        if item.planKind == .lodging, item.startTime == nil, let day = item.date {
          item.startTime = TravelTime(day, zone: times.zone ?? .unknown)
        }
        if let status {
          item.bookingStatus = status
        } else if isNew {
          item.bookingStatus = .planned
        }
        if let code { item.bookingCode = TripInput.text(code) }
        if let done { item.isDone = done == .yes }
        if let notes { item.notes = TripInput.text(notes) }
        if isNew {
          item.position = Itinerary.position(
            of: item, among: view.detail.items.filter { $0.day == item.day })
        }
      }, places: [placed])
  }

  func storeRelated(
    _ part: DayPlanItemSnapshot, _ view: TripView, _ library: TripLibrary
  ) async throws {
    try await booking.store(of: part, view, library)
  }

  static func parts(_ view: TripView) -> [DayPlanItemSnapshot] { view.detail.items }

  static func record(_ part: DayPlanItemSnapshot, _ view: TripView) -> TripJSON {
    .item(part, view)
  }

  static func table(_ parts: [DayPlanItemSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("DAY"), .left("FROM"), .left("UNTIL"), .left("KIND"), .left("TITLE"),
      .left("PLACE"),
    ])
    for part in parts {
      func clock(_ time: TravelTime) -> String? {
        view.format.clock(time).map { "\($0) \(view.format.zone(time))" }
      }
      let end = part.endTime.map { clock($0) ?? view.format.shortDay($0.date) }
      table.add([
        part.id.shortText, part.date.map(view.format.day) ?? "open",
        part.startTime.flatMap(clock) ?? "", end ?? "", part.planKind.rawValue,
        part.title.truncated(to: 36), (view.place(part.placeID)?.name ?? "").truncated(to: 24),
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout DayPlanItemSnapshot) { part.tripID = trip }

  static func move(
    _ part: DayPlanItemSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    if let trip = target.trip {
      try await library.moveItem(part.id, to: trip)
      if target.day == nil, target.before == nil { return }
    }
    var before: UUID?
    if let text = target.before {
      before = try await library.itemID(
        DayPlanItemSnapshot.self, matching: text, in: target.trip ?? view.tripID)
    }
    var other: DayPlanItemSnapshot?
    if let before { other = try await library.item(DayPlanItemSnapshot.self, before) }
    try await library.move(part.id, to: target.day ?? other?.date ?? part.date, before: before)
  }

  static func moveAll(
    _ text: String, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws -> Int? {
    guard let trip = target.trip, target.day == nil, target.before == nil,
      let day = StoredTime.day(text)
    else { return nil }
    return try await library.moveDay(day, of: view.tripID, to: trip)
  }
}

/// A yes or a no on the command line.
enum YesNo: String, CaseIterable, ExpressibleByArgument {
  case yes, no
}

extension Transport: ExpressibleByArgument {}
extension BookingStatus: ExpressibleByArgument {}
extension PlanKind: ExpressibleByArgument {}
extension PlaceCategory: ExpressibleByArgument {}
extension CollaboratorRole: ExpressibleByArgument {}
extension TripExportFormat: ExpressibleByArgument {}
