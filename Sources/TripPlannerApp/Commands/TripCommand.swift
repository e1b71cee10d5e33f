// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TripPlanner

/// `cairn trip`: plans trips.
struct TripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trip",
    abstract: "Plan trips: journeys, days, packing, documents, costs.",
    discussion: """
      EXAMPLES
        cairn trip import booking.eml pass.pkpass calendar.ics
        cairn trip list
        cairn trip show Japan
        cairn trip next
      """,
    subcommands: [
      TripNew.self, TripList.self, TripShow.self, TripEdit.self, TripCopy.self, TripShift.self,
      TripArchive.self, TripDelete.self, TripRestore.self, DayGroup.self, SegmentGroup.self,
      PlaceGroup.self, RouteGroup.self, PackGroup.self, DocGroup.self, ExpenseGroup.self,
      PeopleGroup.self, TemplateGroup.self, TripNext.self, TripCheck.self, TripSearch.self,
      TripNear.self, TripWeather.self, TripImport.self, TripExportCommand.self, TripFeed.self,
      TripLog.self,
      TripUndo.self, TripRedo.self,
    ])
}

/// A trip, given by its name or any unambiguous prefix of its ID.
struct TripArgument: ParsableArguments {
  @Argument(help: "The trip's name, or any unambiguous prefix of its ID.")
  var trip: String

  /// Finds the one trip that matches, deleted or not.
  func resolve(in library: TripLibrary) async throws -> UUID {
    try await library.tripID(matching: trip)
  }

  /// Loads the one trip that matches.
  ///
  /// - Throws: ``CommandError`` if it is deleted.
  func view(in library: TripLibrary) async throws -> TripView {
    try await TripView.load(try await resolve(in: library), in: library)
  }
}

extension TripView {
  /// Loads a trip for a command.
  static func load(_ id: UUID, in library: TripLibrary) async throws -> TripView {
    guard let detail = try await library.trip(id) else {
      throw CommandError("the trip \(id.idText) has just been deleted for good")
    }
    guard !detail.trip.isDeleted else {
      throw CommandError(
        "the trip '\(detail.trip.title.printable)' is deleted: bring it back with cairn trip restore "
          + id.shortText)
    }
    return TripView(detail, format: TripFormat())
  }
}

/// Runs a parser, and reports its error as one of the arguments.
func argument<Value>(_ name: String, _ body: () throws(TripInputError) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw ValidationError("\(name): \(error.message)")
  }
}
