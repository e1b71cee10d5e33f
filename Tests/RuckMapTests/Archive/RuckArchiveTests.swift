// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Exports of all rucks, and their restoration.
@Suite(.timeLimit(.minutes(15))) struct RuckArchiveTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  @Test func `an export of all rucks restores equal values into an empty store`() async throws {
    let files = [
      Fixture.url("gpxpy__cerknicko-jezero.gpx"), Fixture.url("gpxpy__Mojstrovka.gpx"),
      Fixture.url("fitparse__2013-02-06-12-11-14.fit"),
      Fixture.activity("fitparse__sample-activity-indoor-trainer.fit"),
    ]
    let report = await library.importFiles(
      files, options: ImportOptions(packWeight: 16, bodyWeight: 80, surface: .dirtRoad))
    #expect(report.imported.count == 4, "\(report.failed)")
    let data = try await library.exportAll()
    let file = folder.url.appending(path: "rucks.json")
    try data.write(to: file)

    let other = try RuckLibrary.open(directory: folder.url.appending(path: "other"))
    let restored = await other.importFiles([file], options: ImportOptions())
    #expect(restored.imported.count == 4, "\(restored.failed)")
    #expect(try await other.rucks() == (try await library.rucks()))
    for ruck in try await library.rucks() {
      #expect(try await other.ruck(ruck.id) == (try await library.ruck(ruck.id)))
    }
    #expect(try await other.exportAll() == data)
    let again = await other.importFiles([file], options: ImportOptions())
    #expect(again.imported.isEmpty && again.unchanged.count == 4)
  }

  @Test func `a file in another layout is restored, and a damaged ruck is reported alone`()
    async throws
  {
    _ = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx"), Fixture.url("gpxpy__Mojstrovka.gpx")],
      options: ImportOptions(packWeight: 16))
    let data = try await library.exportAll()
    let text = String(decoding: data, as: UTF8.self)
    let pretty = try folder.file("pretty.json", text.replacing("\n", with: " "))
    let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let report = await other.importFiles([pretty], options: ImportOptions())
    #expect(report.imported.count == 2, "\(report.failed)")
    #expect(try await other.rucks() == (try await library.rucks()))

    let damaged =
      text.replacing("\"latitude\":[45.", with: "\"latitude\":[145.", maxReplacements: 1)
    let third = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let partly = await third.importFiles(
      [try folder.file("damaged.json", damaged)], options: ImportOptions())
    #expect(partly.imported.count == 1 && partly.failed.count == 1, "\(partly)")
    let entries = try ModelContext(third.modelContainer).fetch(FetchDescriptor<SocialActivity>())
    #expect(
      entries.filter { $0.kind == .sessionCompleted }.map { $0.session?.id } == [
        partly.imported.first?.ruck.id
      ])
  }

  @Test func `an object that can't be decoded is reported alone in another layout`() async throws {
    _ = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx"), Fixture.url("gpxpy__Mojstrovka.gpx")],
      options: ImportOptions(packWeight: 16))
    let text = String(decoding: try await library.exportAll(), as: UTF8.self)
    let first = try #require(text.range(of: "{\"ruck\":"))
    for object in [#"{"ruck":{"name":7}}"#, #"{"boat":{}}"#, "{}", "[1]", "7", "null"] {
      let damaged = "\(text[..<first.lowerBound])\(object),\n\(text[first.lowerBound...])"
      for content in [damaged.replacing("\n", with: " "), damaged] {
        let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
        let report = await other.importFiles(
          [try folder.file("damaged.json", content)], options: ImportOptions())
        #expect(report.imported.count == 2 && report.failed.count == 1, "\(object): \(report)")
        #expect(try await other.rucks() == (try await library.rucks()))
      }
    }
  }

  @Test(arguments: [
    ("\"latitude\":[46.", "\"latitude\":[146."), ("\"longitude\":[", "\"longitude\":[1,"),
    ("\"segment\":[0,", "\"segment\":["), ("\"startDate\":", "\"startDate\":\"nan\",\"x\":"),
    ("\"lastModified\":", "\"lastModified\":1e300,\"x\":"),
    ("\"time\":[", "\"time\":[\"inf\",\"x\","),
    ("\"caloriesLow\":", "\"caloriesLow\":\"nan\",\"x\":"),
  ])
  func `a forged ruck is refused in each layout, and changes nothing`(
    part: String, replacement: String
  ) async throws {
    _ = await library.importFiles(
      [Fixture.url("gpxpy__Mojstrovka.gpx")], options: ImportOptions(packWeight: 16))
    let text = String(decoding: try await library.exportAll(), as: UTF8.self)
    let forged = text.replacing(part, with: replacement, maxReplacements: 1)
    #expect(forged != text)
    for content in [forged, forged.replacing("\n", with: " ")] {
      let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
      let report = await other.importFiles(
        [try folder.file("forged.json", content)], options: ImportOptions())
      #expect(report.failed.count == 1 && report.imported.isEmpty, "\(part): \(report)")
      #expect(try await other.rucks().isEmpty)
    }
  }

  @Test(arguments: ["windSpeed", "windDirection", "pressure", "visibility"])
  func `a ruck with a weather that is no number is refused`(name: String) async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__Mojstrovka.gpx")], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck)
    try await library.setWeather(
      WeatherObservation(
        timestamp: Tracks.start, condition: "Fog", temperature: 7, humidity: 93, windSpeed: 4.5,
        windDirection: 240, pressure: 1002, visibility: 150),
      of: ruck.id)
    let text = String(decoding: try await library.exportAll(), as: UTF8.self)
    let weather = try #require(text.range(of: "\"weather\":{"))
    let forged =
      text[..<weather.upperBound]
      + text[weather.upperBound...].replacing(
        "\"\(name)\":", with: "\"\(name)\":\"inf\",\"x\":", maxReplacements: 1)
    #expect(forged != text)
    let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let restored = await other.importFiles(
      [try folder.file("forged.json", String(forged))], options: ImportOptions())
    #expect(restored.imported.isEmpty && restored.failed.count == 1, "\(restored)")
  }

  @Test func `texts of a JSON file have the lengths of other imports`() async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__Mojstrovka.gpx")],
      options: ImportOptions(packWeight: 16, name: "Ridge"))
    #expect(report.imported.count == 1)
    let text = String(decoding: try await library.exportAll(), as: UTF8.self)
    let long = text.replacing(
      "\"Ridge\"", with: "\"\(String(repeating: "x", count: 10 << 20))\"")
    let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let restored = await other.importFiles(
      [try folder.file("long.json", long)], options: ImportOptions())
    #expect(restored.imported.first?.ruck.name == String(repeating: "x", count: 500))
  }

  @Test func `one ruck as JSON is a file for the import`() async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck)
    let file = folder.url.appending(path: "ruck.json")
    try await library.export(ruck.id, as: .json).write(to: file)
    let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    _ = await other.importFiles([file], options: ImportOptions())
    #expect(try await other.ruck(ruck.id) == (try await library.ruck(ruck.id)))
  }

  @Test func `a file of version 1 is restored, with the use of gear and the entry of the feed`()
    async throws
  {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck)
    let lines = String(
      decoding: try await library.export(ruck.id, as: .json, includesPrivatePlaces: true),
      as: UTF8.self
    ).split(separator: "\n")
    let line = try #require(lines.dropFirst().first)
    let former =
      #"{"format":"cairn-rucks","version":1,"rucks":["# + "\n"
      + String(line.dropFirst(#"{"ruck":"#.count).dropLast()) + "\n]}\n"
    let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let restored = await other.importFiles(
      [try folder.file("former.json", former)], options: ImportOptions())
    #expect(restored.failed.isEmpty && restored.imported.map(\.ruck) == [ruck], "\(restored)")
    #expect(try await other.ruck(ruck.id) == (try await library.ruck(ruck.id)))
    let entries = try ModelContext(other.modelContainer).fetch(FetchDescriptor<SocialActivity>())
    #expect(entries.contains { $0.session?.id == ruck.id })
  }
}
