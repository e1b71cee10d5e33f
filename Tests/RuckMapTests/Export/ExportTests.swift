// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// The files of a ruck in each format.
@Suite struct ExportTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  private func imported(_ fixture: String) async throws -> RuckSummary {
    let report = await library.importFiles(
      [Fixture.url(fixture)], options: ImportOptions(packWeight: 15, bodyWeight: 80, name: "Lake"))
    return try #require(report.imported.first?.ruck, "\(report.failed)")
  }

  @Test(arguments: [RuckFileFormat.fit, .tcx])
  func `an exported recording is imported with its track and totals`(_ format: RuckFileFormat)
    async throws
  {
    let ruck = try await imported("stravavis__activity_7348460494.gpx")
    let file = folder.url.appending(path: "export.\(format.rawValue)")
    try await library.export(ruck.id, as: format).write(to: file)
    let recording = try ActivityRecording(contentsOf: file)
    #expect(abs((recording.laps.first?.distance ?? 0) - ruck.distance) < 0.01)
    // The lap of a TCX file has the time in motion.
    if format == .fit {
      #expect(recording.laps.first?.elapsedTime == ruck.duration)
      #expect(recording.summary.sport == .rucking)
      // Of other programs, the name is that of the device's profile.
      #expect(recording.summary.name == "Lake")
      let other = Fixture.activity("fitparse__garmin-fenix-5-walk.fit")
      #expect(try ActivityRecording(contentsOf: other).summary.name == nil)
    }

    let other = try RuckLibrary.open(directory: folder.url.appending(path: "other"))
    let report = await other.importFiles([file], options: ImportOptions(packWeight: 15))
    let copy = try #require(report.imported.first?.ruck, "\(report.failed)")
    let before = try #require(try await library.ruck(ruck.id)?.track)
    let after = try #require(try await other.ruck(copy.id)?.track)
    #expect(after.count == before.count)
    for (one, two) in zip(before, after) {
      #expect(abs(one.latitude - two.latitude) < 1e-6)
      #expect(abs(one.longitude - two.longitude) < 1e-6)
      #expect(one.timestamp == two.timestamp && one.heartRate == two.heartRate)
    }
    #expect(abs(copy.distance - ruck.distance) < 0.001 * ruck.distance)
  }

  @Test func `GeoJSON has a line for each segment, with altitudes and times`() async throws {
    struct Document: Decodable {
      struct Feature: Decodable {
        struct Properties: Decodable {
          let name: String?
          let coordTimes: [[String?]]?
        }
        struct Geometry: Decodable {
          let type: String
          let coordinates: [[[Double]]]
        }
        let type: String
        let properties: Properties
        let geometry: Geometry
      }
      let type: String
      let features: [Feature]
    }
    let ruck = try await imported("opentracks__legacy_gpx_pause_resume.gpx")
    let track = try #require(try await library.ruck(ruck.id)?.track)
    let data = try await library.export(ruck.id, as: .geojson)
    let document = try JSONDecoder().decode(Document.self, from: data)
    let feature = try #require(document.features.first)
    #expect(document.type == "FeatureCollection" && feature.type == "Feature")
    #expect(feature.properties.name == "Lake" && feature.geometry.type == "MultiLineString")
    let segments = Dictionary(grouping: track, by: \.segment).values.filter { $0.count > 1 }
    #expect(feature.geometry.coordinates.map(\.count).sorted() == segments.map(\.count).sorted())
    let first = try #require(feature.geometry.coordinates.first?.first)
    #expect(abs(first[0] - track[0].longitude) < 1e-7 && abs(first[1] - track[0].latitude) < 1e-7)
    let time = try #require(feature.properties.coordTimes?.first?.first ?? nil)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(try Date(time, strategy: format) == track[0].timestamp)
  }

  @Test func `CSV has a row for each point, and empty fields for unknown values`() async throws {
    let ruck = try await imported("gpxpy__cerknicko-without-times.gpx")
    let data = try await library.export(ruck.id, as: .csv)
    let rows = String(decoding: data, as: UTF8.self).split(separator: "\r\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.count == ruck.points + 1)
    #expect(rows[0].prefix(4) == ["time", "segment", "latitude", "longitude"])
    #expect(rows.allSatisfy { $0.count == 12 })
    let track = try #require(try await library.ruck(ruck.id)?.track)
    #expect(rows[1][0].isEmpty && Double(rows[1][2]) == track[0].latitude)
  }

  @Test(arguments: [RuckFileFormat.fit, .tcx])
  func `an indoor ruck is exported with its totals and series`(_ format: RuckFileFormat)
    async throws
  {
    let source = Fixture.activity("fitparse__sample-activity-indoor-trainer.fit")
    let report = await library.importFiles([source], options: ImportOptions(packWeight: 15))
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    #expect(ruck.points == 0)
    let recording = try ActivityRecording(data: try await library.export(ruck.id, as: format))
    let original = try ActivityRecording(contentsOf: source).segments.flatMap(\.self)
      .filter { $0.time != nil && $0.heartRate != nil }
    let samples = recording.segments.flatMap(\.self).filter { $0.heartRate != nil }
    #expect(samples.map(\.heartRate) == original.map(\.heartRate))
    #expect(samples.map(\.time) == original.map(\.time))
    #expect(abs((recording.summary.totals.distance ?? 0) - ruck.distance) < 0.01)
    if format == .fit {
      #expect(samples.map(\.temperature) == original.map(\.temperature))
      #expect(recording.summary.totals.elapsedTime == ruck.duration)
    }
    await #expect(throws: RuckLibraryError.nothingToExport(ruck.id.uuidString)) {
      try await library.export(ruck.id, as: .gpx)
    }
  }

  @Test func `a ruck that was entered by hand is exported as FIT, and imported again`()
    async throws
  {
    let ruck = try await library.add(
      RuckEntry(startedAt: Tracks.start, duration: 3600, distance: 5000))
    let file = folder.url.appending(path: "entry.fit")
    try await library.export(ruck.id, as: .fit).write(to: file)
    let other = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let report = await other.importFiles([file], options: ImportOptions(packWeight: 15))
    let copy = try #require(report.imported.first?.ruck, "\(report.failed)")
    #expect(copy.points == 0 && copy.startedAt == ruck.startedAt)
    #expect(abs(copy.distance - 5000) < 0.01 && copy.duration == 3600)
  }

  @Test(arguments: [RuckFileFormat.fit, .tcx])
  func `a recording without times has no FIT or TCX file`(_ format: RuckFileFormat) async throws {
    let ruck = try await imported("gpxpy__cerknicko-without-times.gpx")
    #expect(format.needsTimes && !ruck.isTimed)
    await #expect(throws: RuckLibraryError.missingTimes(ruck.id.uuidString, format)) {
      try await library.export(ruck.id, as: format)
    }
  }
}
