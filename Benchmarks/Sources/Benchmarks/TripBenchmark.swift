// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pages of `cairn serve` for 200 trips with 20,000 items, and for a timeline of 500 journeys.
struct TripBenchmark {
  let directory: URL
  let trips = 200
  let itemsOfTrip = 100
  let segments = 500
  let requests = 30

  /// The days since 1970 on which the first trip begins.
  private static let firstDay = 21_000
  /// The days between two trips, so that each file creates its own.
  private static let daysOfTrip = 20

  private var data: URL { directory.appending(path: "trips", directoryHint: .isDirectory) }
  private var dataArguments: [String] { ["--data", data.path(percentEncoded: false)] }

  private struct Trip: Decodable {
    let id: String
  }

  func run() async throws -> [Figure] {
    let large = [1_000, 2_000]
    let (timeline, checked) = try fill(large)
    let server = try PageServer(data: data)
    defer { server.end() }
    let whole = try server.latency(of: "/trips/\(timeline)", requests: requests)
    let list = try server.latency(of: "/trips", requests: requests)
    let search = try server.latency(of: "/trips?q=concert", requests: requests)
    let findings = try checked.map {
      try server.latency(of: "/trips/\($0)/findings", requests: requests)
    }
    let growth = findings[1] / findings[0]
    return [
      Figure("timeline of \(segments) journeys", whole, goal: 30),
      Figure("list of \(trips) trips", list, goal: 50),
      Figure("search in \(trips * itemsOfTrip) items", search, goal: 20),
      Figure("checks of a trip of \(large[1]) items", findings[1], goal: 100),
      Figure(
        name: "  growth from \(large[0]) items", value: growth, unit: "x", ratio: growth / 2.4,
        baseline: "goal: linearithmic, at most 2.4 x"),
    ]
  }

  // MARK: The store

  /// Imports the trips, and returns the identifiers of the one with journeys and of the large ones.
  private func fill(_ large: [Int]) throws -> (timeline: String, checked: [String]) {
    var files: [String] = []
    for index in 0..<trips {
      let name = index % 20 == 0 ? "Concert" : "Visit"
      let text = TravelSample.calendar(
        itemsOfTrip, from: Self.firstDay + index * Self.daysOfTrip, perDay: 10, name: name,
        note: "Trip \(index)")
      // Each file has its own identifiers; those of another file would update its events.
      files.append(
        try write(text.replacing("UID:\(name)-", with: "UID:\(index)-"), "\(index).ics"))
    }
    try command(["trip", "import"] + files)
    let timeline = try add(
      "Timeline", try write(TravelSample.trains(segments, from: 20_500), "trains.json"))
    let checked = try large.map { count in
      let text = TravelSample.calendar(count, from: 10_000, perDay: 20, name: "Large\(count)")
      return try add("Large \(count)", try write(text, "large-\(count).ics"))
    }
    let list = try JSONDecoder().decode([Trip].self, from: command(["trip", "list", "--json"]))
    try WrongResult.unless(
      list.count == trips + 1 + large.count, "\(list.count) trips are imported")
    return (timeline, checked)
  }

  /// Creates a trip, imports a file into it, and returns its identifier.
  private func add(_ name: String, _ file: String) throws -> String {
    let trip = try JSONDecoder().decode(
      Trip.self, from: command(["trip", "new", name, "--json"]))
    try command(["trip", "import", file, "--trip", trip.id])
    return trip.id
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let file = directory.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  @discardableResult
  private func command(_ arguments: [String]) throws -> Data {
    try ProgramOutput.of(CairnBinary.url(), arguments + dataArguments)
  }
}
