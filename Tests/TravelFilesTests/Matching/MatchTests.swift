// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

/// The agreement with the results that KDE Itinerary expects of its own test documents.
@Suite struct MatchTests {
  /// The result of a folder of documents.
  private struct Row {
    var name: String
    var floor: Double
    var files = 0
    var result = MatchResult(expected: [], found: [])
    /// The misses with the names of their files, in the order of the files.
    var misses: [(file: String, miss: MatchResult.Miss)] = []

    var share: Double {
      result.expected == 0 ? 1 : Double(result.matched) / Double(result.expected)
    }

    mutating func add(_ file: String, expected: [StructuredValue], found: [StructuredValue]) {
      let result = MatchResult(expected: expected, found: found)
      files += 1
      self.result.expected += result.expected
      self.result.matched += result.matched
      self.result.extra += result.extra
      self.result.wrongFacts += result.wrongFacts.map { "\(file)\($0)" }
      misses += result.misses.map { (file, $0) }
    }

    private var percent: String {
      result.matched == result.expected ? "100" : String(format: "%.1f", share * 100)
    }

    /// The result as a row of the table in `docs/travel-files.md`.
    var line: String {
      "| \(name) | \(files) | \(result.expected) | \(percent) % | \(Int(floor * 100)) % |"
    }

    /// Each miss as a row of the table in `docs/travel-files.md`: file, value, expected, found.
    var missLines: [String] {
      misses.map { file, miss in
        let path = miss.path.hasPrefix(".") ? String(miss.path.dropFirst()) : miss.path
        return "| \(name)/\(file.replacing("kitinerary__\(name)_", with: "")) | \(path) "
          + "| \(miss.expected.cell) | \(miss.found?.cell ?? "–") |"
      }
    }

    var report: String { ([line] + missLines).joined(separator: "\n") }

    /// Writes the rows for `Scripts/match-table` into a folder.
    func write(to folder: URL) throws {
      for (ending, lines) in [("row", [line]), ("misses", missLines)] {
        let text = lines.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: folder.appending(path: "\(name).\(ending)"))
      }
    }
  }

  private func check(_ row: Row, wrongFacts: [String] = []) throws {
    if let folder = ProcessInfo.processInfo.environment["CAIRN_MATCH_REPORT"] {
      try row.write(to: URL(filePath: folder, directoryHint: .isDirectory))
    }
    #expect(row.files > 0)
    #expect(row.share >= row.floor, "\(row.report)")
    #expect(row.result.wrongFacts.sorted() == wrongFacts.sorted())
  }

  private func read(_ name: String) throws -> TravelDocument {
    try TravelFileReader().read(Fixture.data(name), name: name)
  }

  /// The pairs of an input and its expected objects.
  private func pairs(_ prefix: String, _ ending: String) throws -> [(String, String)] {
    try Fixture.names(prefix).filter { $0.hasSuffix(ending) }.map {
      ($0, String($0.dropLast(ending.count)))
    }
  }

  @Test func `two sightings of a booking merge as expected`() throws {
    var row = Row(name: "mergedata", floor: 1)
    for (file, stem) in try pairs("kitinerary__mergedata_", ".merged.json") {
      var decoder = SchemaDecoder()
      let first = try decoder.items(.array(Fixture.json(stem + ".lhs.json")))
      let second = try decoder.items(.array(Fixture.json(stem + ".rhs.json")))
      let merged = zip(first, second).compactMap { ReservationMerge.merged($0, $1) }
      row.add(
        file, expected: try Fixture.json(file), found: merged.map { SchemaEncoder.encode($0) })
    }
    try check(row)
  }

  @Test func `JSON-LD is decoded as expected`() throws {
    var row = Row(name: "jsonlddata", floor: 0.9)
    for (file, stem) in try pairs("kitinerary__jsonlddata_", ".in.json") {
      var decoder = SchemaDecoder()
      let items = try decoder.items(.array(Fixture.json(file)))
      row.add(
        file, expected: try Fixture.json(stem + ".out.json"),
        found: items.map { SchemaEncoder.encode($0) })
    }
    try check(row)
  }

  @Test func `structured data is extracted from HTML as expected`() throws {
    var row = Row(name: "structureddata", floor: 0.9)
    for (file, stem) in try pairs("kitinerary__structureddata_", ".html") {
      let bytes = try Array(Fixture.data(file))
      let result = bytes.withUnsafeBufferPointer { HTMLStructuredData.read($0) }
      row.add(
        file, expected: try Fixture.json(stem + ".json"), found: result.objects.map { .object($0) })
    }
    try check(row)
  }

  @Test func `codes, zones and legs are completed as expected`() throws {
    var row = Row(name: "postprocessordata", floor: 0.9)
    for (file, stem) in try pairs("kitinerary__postprocessordata_", ".pre.json") {
      row.add(
        file, expected: try Fixture.json(stem + ".post.json"),
        found: Fixture.objects(try read(file)))
    }
    try check(row)
  }

  @Test func `whole documents are read as expected`() throws {
    var row = Row(name: "extractordata", floor: 0.9)
    for name in try Fixture.names("kitinerary__extractordata_") {
      let expected = name + ".json"
      guard let expectedObjects = try? Fixture.json(expected) else { continue }
      row.add(name, expected: expectedObjects, found: Fixture.objects(try read(name)))
    }
    // A night train departs before midnight of the event's first day; the expected file leaves the
    // times after midnight on that day.
    let file = "kitinerary__extractordata_deutschebahn_20220726-warsaw-luxembourg-PL.ics"
    let times = [
      ("arrivalTime", "05:11"), ("arrivalTime", "07:31"), ("departureTime", "01:41"),
      ("departureTime", "06:03"), ("departureTime", "07:41"),
    ]
    try check(
      row,
      wrongFacts: times.map { key, time in
        "\(file).reservationFor.\(key): wallClock(\"2022-07-27T\(time):00\"), "
          + "expected wallClock(\"2022-07-26T\(time):00\")"
      })
  }

  @Test func `Wallet passes are read as expected`() throws {
    var row = Row(name: "pkpassdata", floor: 0.9)
    for (file, stem) in try pairs("kitinerary__pkpassdata_", ".pkpass") {
      row.add(
        file, expected: try Fixture.json(stem + ".json"), found: Fixture.objects(try read(file)))
    }
    try check(row)
  }

  @Test func `calendars with embedded bookings are read as expected`() throws {
    var row = Row(name: "calendarhandlerdata", floor: 0.9)
    for (file, stem) in try pairs("kitinerary__calendarhandlerdata_", ".ics") {
      guard let bookings = try? Fixture.data(stem + ".json") else { continue }
      // The pair is two forms of one booking; both are completed before they are compared.
      let expected = try TravelFileReader().read(bookings)
      row.add(file, expected: Fixture.objects(expected), found: Fixture.objects(try read(file)))
    }
    try check(row)
  }
}
