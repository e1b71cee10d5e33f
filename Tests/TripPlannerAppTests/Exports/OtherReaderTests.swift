// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles
import TripPlanner

/// Exported trips, read by programs that others wrote: Python's icalendar, and gpsbabel.
@Suite(.serialized) struct OtherReaderTests {
  /// An event as `read_calendar.py` prints it.
  private struct Event: Decodable {
    struct End: Decodable {
      let day: String?
      let local: String?
      let instant: Double?
      let zone: String?
      let defined: Double?
    }

    let uid: String
    let summary: String
    let sequence: Int
    let start: End
    let end: End?
    let errors: [String]
  }

  /// A library with the sample's trips.
  private func sample() async throws -> TripLibrary {
    let library = TripLibrary(modelContainer: try TripStore.inMemory())
    #expect(try await library.addSampleIfEmpty())
    return library
  }

  /// Runs a body with a file that has the content.
  private func withFile<Result>(
    _ data: Data, _ name: String, _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try data.write(to: file)
    return try await body(file)
  }

  private func expect(_ end: Event.End?, is time: TravelTime?, _ name: String) throws {
    guard let time else { return }
    let end = try #require(end, "\(name)")
    if time.isDateOnly { return #expect(end.day != nil, "\(name)") }
    #expect(end.instant == time.instant?.timeIntervalSince1970, "\(name)")
    guard case .named(let identifier) = time.zone, !time.fold else { return }
    #expect(end.zone == identifier, "\(name)")
    #expect(end.local.map { $0 + "[\(identifier)]" } == time.stored, "\(name)")
    // The definition in the file has the rules of the zone database.
    #expect(end.defined == end.instant, "\(name)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `icalendar reads each end of all journeys and items of a calendar`() async throws {
    let library = try await sample()
    var count = 0
    for summary in try await library.trips(.all) {
      let detail = try #require(try await library.trip(summary.id))
      let export = try await library.export(.calendar, of: detail.id)
      let text = try await withFile(export.data, "trip.ics") { file in
        try await PythonClient.run("read_calendar.py", environment: "calendars", file)
      }
      let events = try JSONDecoder().decode([Event].self, from: Data(text.utf8))
      let known = Dictionary(uniqueKeysWithValues: events.map { ($0.uid, $0) })
      #expect(events.allSatisfy { $0.errors.isEmpty })
      for segment in detail.segments where segment.departure != nil {
        let event = try #require(known[segment.id.uuidString.lowercased() + "@trips.cairn"])
        #expect(event.summary == segment.displayTitle)
        try expect(event.start, is: segment.departureTime, segment.displayTitle)
        try expect(event.end, is: segment.arrivalTime, segment.displayTitle)
        count += 1
      }
      for item in detail.items {
        guard let event = known[item.id.uuidString.lowercased() + "@trips.cairn"] else { continue }
        #expect(event.summary == item.title)
        if item.planKind != .lodging { try expect(event.start, is: item.startTime, item.title) }
        count += 1
      }
      #expect(events.count <= detail.segments.count + detail.items.count)
    }
    #expect(count > 10)
  }

  @Test(.timeLimit(.minutes(15)), arguments: [TripExportFormat.gpx, .kml])
  func `gpsbabel reads all places of a trip`(format: TripExportFormat) async throws {
    let library = try await sample()
    let id = try await library.tripID(matching: "Around the Pacific")
    let detail = try #require(try await library.trip(id))
    let places = detail.places.filter { $0.coordinates != nil }
    try #require(places.count > 2)
    let data = try await library.export(format, of: id).data
    let csv = try await withFile(data, "trip.\(format.rawValue)") { file in
      try await PythonClient.output(
        URL(filePath: "/usr/bin/env"),
        [
          "gpsbabel", "-w", "-i", format.rawValue, "-f", file.path(percentEncoded: false), "-o",
          "unicsv,format=0", "-F", "-",
        ])
    }
    let rows = csv.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(rows.first)
    let latitude = try #require(header.firstIndex(of: "Latitude"))
    let longitude = try #require(header.firstIndex(of: "Longitude"))
    #expect(rows.count == places.count + 1)
    for (row, place) in zip(rows.dropFirst(), places) {
      let position = try #require(place.coordinates)
      #expect(abs((Double(row[latitude]) ?? 0) - position.latitude) < 1e-6, "\(place.name)")
      #expect(abs((Double(row[longitude]) ?? 0) - position.longitude) < 1e-6, "\(place.name)")
      #expect(csv.contains(place.name))
    }
  }
}
