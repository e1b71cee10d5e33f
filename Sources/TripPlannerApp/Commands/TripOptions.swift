// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// The values of a trip as options.
struct TripOptions: ParsableArguments {
  @Option(help: "The destination.")
  var destination: String?

  @Option(help: "The first day, such as 2027-03-10; empty for none.")
  var start: String?

  @Option(help: "The last day, such as 2027-03-24; empty for none.")
  var end: String?

  @Option(help: "The time zone of days and times without a place, such as Asia/Tokyo.")
  var zone: String?

  @Option(help: "The currency of budget and sums, such as EUR.")
  var currency: String?

  @Option(help: "The budget, such as 2500; empty for none.")
  var budget: String?

  @Option(help: "The budget of a category, such as Food=300; Food= removes it. Repeatable.")
  var categoryBudget: [String] = []

  @Option(help: "The notes.")
  var notes: String?

  var isEmpty: Bool {
    categoryBudget.isEmpty
      && [destination, start, end, zone, currency, budget, notes].allSatisfy { $0 == nil }
  }

  /// The change that the options make; absent options change nothing.
  ///
  /// - Parameter trip: The stored trip; nil for a new one.
  /// - Returns: The change.
  /// - Throws: A `ValidationError` that names the option.
  func change(
    editing trip: TripSnapshot? = nil
  ) throws -> @Sendable (inout TripSnapshot) -> Void {
    let start = try argument("--start") { () throws(TripInputError) in try TripInput.day(self.start)
    }
    let end = try argument("--end") { () throws(TripInputError) in try TripInput.day(self.end) }
    let zone = try argument("--zone") { () throws(TripInputError) in
      try TripInput.zoneName(self.zone)
    }
    let currency = try argument("--currency") { () throws(TripInputError) in
      try TripInput.currency(self.currency)
    }
    let budget = try argument("--budget") { () throws(TripInputError) in
      try TripInput.amount(self.budget)
    }
    if self.budget != nil || self.currency != nil {
      _ = try argument(self.budget == nil ? "--currency" : "--budget") {
        () throws(TripInputError) in
        try TripInput.budget(
          self.budget == nil ? trip?.budget : budget,
          in: self.currency == nil ? trip?.currency : currency)
      }
    }
    let categories = try argument("--category-budget") { () throws(TripInputError) in
      try TripInput.categoryBudgets(
        categoryBudget.joined(separator: "\n"),
        in: self.currency == nil ? trip?.currency : currency)
    }
    return { [self] trip in
      if let destination { trip.destination = destination }
      if self.start != nil { trip.firstDate = start }
      if self.end != nil { trip.lastDate = end }
      if self.zone != nil { trip.zone = zone }
      if self.currency != nil { trip.currency = currency }
      if self.budget != nil { trip.budget = budget }
      if !categories.isEmpty {
        var budgets = Budget.categoryBudgets(trip)
        for (category, amount) in categories { budgets[category] = amount }
        trip.categoryBudgets = Budget.encode(categoryBudgets: budgets)
      }
      if notes != nil { trip.notes = TripInput.text(notes) }
    }
  }
}

/// `cairn trip new`: creates a trip.
struct TripNew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a trip.",
    discussion: """
      EXAMPLE
        cairn trip new "Spring in Japan" --start 2027-03-10 --end 2027-03-24 --currency EUR
      """)

  @Argument(help: "The trip's name.")
  var name: String

  @OptionGroup var values: TripOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    guard let title = TripInput.text(name) else { throw ValidationError("A trip needs a name.") }
    let change = try values.change()
    var trip = TripSnapshot()
    trip.title = title
    change(&trip)
    let stored = try await data.openTrips().createTrip(trip)
    try output.write(TripJSON.trip(stored)) {
      "created \(stored.id.shortText)  \(stored.title.printable)\n"
    }
  }
}

/// `cairn trip list`: lists trips.
struct TripList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the trips, the latest first.",
    discussion: """
      EXAMPLE
        cairn trip list --json
      """)

  @Flag(help: "List the archived trips.")
  var archived = false

  @Flag(help: "List the deleted trips.")
  var deleted = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let filter: TripFilter = deleted ? .deleted : archived ? .archived : .active
    let trips = try await data.openTrips().trips(filter)
    try output.write(trips.map(TripJSON.summary)) { TripText.trips(trips) }
  }
}

/// `cairn trip show`: shows a trip by days.
struct TripShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a trip: its days with local times, and the findings.",
    discussion: """
      EXAMPLE
        cairn trip show "Spring in Japan"
      """)

  @OptionGroup var trip: TripArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let plan = try await library.plan(view.tripID)
    let findings = try await library.findings(view.tripID)
    try output.write(TripJSON.detail(view)) { TripText.detail(view, plan, findings: findings) }
  }
}

/// `cairn trip edit`: changes a trip's name, dates, budget or notes.
struct TripEdit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a trip's name, dates, budget or notes.",
    discussion: """
      EXAMPLE
        cairn trip edit Japan --end 2027-03-26 --budget 3000
      """)

  @OptionGroup var trip: TripArgument

  @Option(help: "The new name.")
  var name: String?

  @OptionGroup var values: TripOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if name == nil, values.isEmpty {
      throw ValidationError("Nothing to change: give --name, --start, --end or another option.")
    }
  }

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let change = try values.change(editing: view.detail.trip)
    let name = TripInput.text(name)
    let stored = try await library.edit(TripSnapshot.self, view.tripID) { trip in
      if let name { trip.title = name }
      change(&trip)
    }
    try output.write(TripJSON.trip(stored)) {
      "changed \(stored.id.shortText)  \(stored.title.printable)\n"
    }
  }
}

/// `cairn trip copy`: copies a trip to other dates.
struct TripCopy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy a trip, without booking codes and packed marks.",
    discussion: """
      EXAMPLE
        cairn trip copy "Spring in Japan" --name "Autumn in Japan" --start 2027-10-01
      """)

  @OptionGroup var trip: TripArgument

  @Option(help: "The name of the copy.")
  var name: String?

  @Option(help: "The first day of the copy; by default, that of the trip.")
  var start: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let start = try argument("--start") { () throws(TripInputError) in try TripInput.day(self.start)
    }
    var days = 0
    if let start {
      guard let first = view.detail.trip.firstDate else {
        throw CommandError("the trip has no first day: copy it without --start, and set the dates")
      }
      days = start.daysSince1970 - first.daysSince1970
    }
    let copy = try await library.copyTrip(view.tripID, title: TripInput.text(name), days: days)
    try output.write(TripJSON.trip(copy)) {
      "created \(copy.id.shortText)  \(copy.title.printable)\n"
    }
  }
}

/// `cairn trip shift`: moves a trip to other dates.
struct TripShift: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shift", abstract: "Move all dates of a trip; local times stay.",
    discussion: """
      EXAMPLE
        cairn trip shift Japan 7
        cairn trip shift Japan -- -2
      """)

  @OptionGroup var trip: TripArgument

  @Argument(help: "The number of days; for earlier dates, a negative number after --.")
  var days: Int

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let count = try await library.shiftTrip(view.tripID, days: days)
    let stored = try await library.item(TripSnapshot.self, view.tripID) ?? view.detail.trip
    try output.write(TripJSON.trip(stored)) {
      "moved \(stored.title.printable) to "
        + "\(TripFormat().range(stored.firstDate, stored.lastDate) ?? "other dates"), "
        + "\(TripFormat.count(count, "change"))\n"
    }
  }
}

/// `cairn trip archive`: moves a trip to or from the archive.
struct TripArchive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Move a trip to the archive, or back.",
    discussion: """
      EXAMPLE
        cairn trip archive "Spring in Japan"
      """)

  @OptionGroup var trip: TripArgument

  @Flag(help: "Take the trip out of the archive.")
  var undo = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    try await library.setArchived(view.tripID, !undo)
    let stored = try await library.item(TripSnapshot.self, view.tripID) ?? view.detail.trip
    try output.write(TripJSON.trip(stored)) {
      (undo ? "in the list again: " : "archived: ") + "\(stored.title.printable)\n"
    }
  }
}
