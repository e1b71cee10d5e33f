// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip next`: shows the next departure.
struct TripNext: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Show the next departure or plan, and the time until it.",
    discussion: """
      EXAMPLE
        cairn trip next
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let format = TripFormat()
    guard let next = try await library.next(now: .now),
      let detail = try await library.trip(next.trip.id)
    else {
      return try output.write(TripJSON.null) { "Nothing is coming.\n" }
    }
    let view = TripView(detail, format: format)
    var values: [String: TripJSON] = [
      "trip_id": TripJSON(next.trip.id), "trip": .text(next.trip.title),
      "in_s": TripJSON(next.seconds),
      "segment": next.segment.map { TripJSON.segment($0, view) } ?? .null,
      "item": next.item.map { TripJSON.item($0, view) } ?? .null,
    ]
    values.merge(TripJSON.time("starts", next.time)) { $1 }
    try output.write(TripJSON.object(values)) {
      let title = next.segment.map { view.title($0) } ?? next.item?.title ?? ""
      let line = next.segment.flatMap { view.line($0) }
      let stand = next.segment.flatMap {
        view.stand($0.departureTerminal, $0.departureGate, $0.departurePlatform)
      }
      return TripText.fields([
        ("Trip", next.trip.title),
        ("Next", [title, line].compactMap(\.self).joined(separator: ", ")),
        ("Time", format.full(next.time)), ("In", format.duration(next.seconds)), ("At", stand),
      ])
    }
  }
}

/// `cairn trip check`: checks trips.
struct TripCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check trips for overlaps, tight connections and other problems.",
    discussion: """
      Without a trip, all trips that are not past are checked. With --strict, the exit status is 1 if there \
      is a finding. A dismissed finding stays away on all devices; its key is in the JSON output, and begins \
      with the kind that each line has in parentheses.

      EXAMPLES
        cairn trip check Japan --strict
        cairn trip check Japan --dismiss nightWithoutBed
      """)

  @Argument(help: "The trip's name, or any unambiguous prefix of its ID.")
  var trip: String?

  @Flag(help: "Exit with status 1 if there is a finding.")
  var strict = false

  @Flag(help: "Show dismissed findings, too.")
  var all = false

  @Option(help: "Dismiss the findings of the trip whose keys begin with this text.")
  var dismiss: String?

  @Option(help: "Show dismissed findings of the trip again.")
  var undismiss: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if trip == nil, dismiss != nil || undismiss != nil {
      throw ValidationError("--dismiss and --undismiss need a trip.")
    }
  }

  /// Dismisses the findings whose keys begin with a text, or shows them again.
  private func setDismissed(
    _ isDismissed: Bool, _ prefix: String, in trip: UUID, _ library: TripLibrary
  ) async throws {
    let matches = try await library.findings(trip, includingDismissed: true).filter {
      $0.isDismissed != isDismissed && $0.key.lowercased().hasPrefix(prefix.lowercased())
    }
    guard !matches.isEmpty, TripInput.text(prefix) != nil else {
      throw CommandError(
        "no \(isDismissed ? "" : "dismissed ")finding has a key that begins with "
          + "'\(prefix.printable)': list them with cairn trip check --all --json")
    }
    for finding in matches {
      if isDismissed {
        try await library.dismiss(finding.key, in: trip)
      } else {
        try await library.undismiss(finding.key, in: trip)
      }
    }
  }

  func run() async throws {
    let library = try data.openTrips()
    var trips: [TripSnapshot] = []
    if let trip {
      let id = try await library.tripID(matching: trip)
      trips = [try await TripView.load(id, in: library).detail.trip]
      if let dismiss { try await setDismissed(true, dismiss, in: id, library) }
      if let undismiss { try await setDismissed(false, undismiss, in: id, library) }
    } else {
      trips = try await library.trips(.active, countsItems: false)
        .filter { $0.phase != .past }.map(\.trip)
    }
    var records: [TripJSON] = []
    var text = ""
    var count = 0
    for trip in trips {
      let findings = try await library.findings(trip.id, includingDismissed: all)
      count += findings.count { !$0.isDismissed }
      records += findings.map { Self.record($0, trip) }
      if trips.count > 1, !findings.isEmpty { text += "\(trip.title.printable)\n" }
      if !findings.isEmpty { text += TripText.findings(findings) }
    }
    try output.write(records) { text.isEmpty ? "Nothing to check.\n" : text }
    if strict, count > 0 { throw ExitCode.failure }
  }

  private static func record(_ finding: Finding, _ trip: TripSnapshot) -> TripJSON {
    let severity =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      }
    return .object([
      "trip_id": TripJSON(trip.id), "trip": .text(trip.title), "key": .text(finding.key),
      "kind": .text(finding.kind.rawValue), "severity": .text(severity),
      "message": .text(finding.message), "day": TripJSON(finding.day),
      "objects": .list(finding.objects.map { TripJSON($0) }),
      "dismissed": .flag(finding.isDismissed),
    ])
  }
}

/// `cairn trip search`: finds trips and their parts.
struct TripSearch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search the texts of all trips.",
    discussion: """
      EXAMPLE
        cairn trip search "NZ 6"
      """)

  @Argument(help: "The words; the last one may be the beginning of a word.")
  var words: [String]

  @Option(help: "The maximum number of results.")
  var limit = 50

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit: give a number above zero.") }
  }

  func run() async throws {
    let hits = try await data.openTrips().search(words.joined(separator: " "), limit: limit)
    let records = hits.map { hit in
      TripJSON.object([
        "id": TripJSON(hit.id), "type": .text(hit.type), "name": .text(hit.name),
        "trip_id": TripJSON(hit.trip), "trip": TripJSON(hit.tripTitle),
        "snippet": .text(hit.snippet.text),
      ])
    }
    try output.write(records) {
      guard !hits.isEmpty else { return "Nothing found.\n" }
      var table = TextTable([
        .left("ID"), .left("KIND"), .left("NAME"), .left("TRIP"), .left("TEXT"),
      ])
      for hit in hits {
        table.add([
          hit.id.shortText, TripWords.noun(hit.type), hit.name.truncated(to: 36),
          (hit.type == "Trip" ? "" : hit.tripTitle ?? "").truncated(to: 24),
          hit.snippet.text.printable.truncated(to: 48),
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}

/// `cairn trip near`: finds the places nearest to a position.
struct TripNear: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "Find the places nearest to a position or an airport.",
    discussion: """
      EXAMPLE
        cairn trip near "34.967, 135.773" --radius 2
      """)

  // Southern latitudes begin like an option.
  @Argument(
    parsing: .allUnrecognized, help: "Latitude and longitude in degrees, or the code of an airport."
  )
  var position: [String]

  @Option(help: "The radius in kilometres.")
  var radius = 5.0

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if !(0...20_100).contains(radius) {
      throw ValidationError("--radius: give kilometres from 0 to 20100.")
    }
  }

  func run() async throws {
    let text = position.filter { $0 != "--" }.joined(separator: " ")
    let airport = AirportTable.airport(text.uppercased())?.coordinates
    let parsed =
      try airport
      ?? argument("position") { () throws(TripInputError) in try TripInput.coordinates(text) }
    guard let center = parsed else { throw ValidationError("Give a position.") }
    let places = try await data.openTrips().near(center, radius: radius * 1000)
    let records = places.map { near in
      guard case .object(var values) = TripJSON.place(near.place) else { return TripJSON.null }
      values["distance_m"] = TripJSON(near.distance)
      values["trip"] = TripJSON(near.tripTitle)
      return .object(values)
    }
    try output.write(records) {
      guard !places.isEmpty else { return "No place is nearer than \(radius) km.\n" }
      var table = TextTable([.right("DISTANCE"), .left("PLACE"), .left("TRIP"), .left("ID")])
      for near in places {
        table.add([
          TripFormat().distance(near.distance) ?? "-", near.place.name.truncated(to: 40),
          (near.tripTitle ?? "").truncated(to: 24), near.place.id.shortText,
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}
