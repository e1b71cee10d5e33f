// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

/// GPX and TCX files with several activities, as devices export their whole memory.
@Suite struct SeveralActivitiesTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
  }

  /// A GPX file with a track for each start in hours; nil leaves out the times.
  private func gpx(_ hours: [Double?], points: Int = 60) -> String {
    let tracks = hours.enumerated().map { number, hour in
      let track = Tracks.north(
        points: points, from: 45 + Double(number) / 100, at: Tracks.start + (hour ?? 0) * 3_600)
      let text = track.map { point in
        let time = hour == nil ? "" : "<time>\((point.timestamp ?? .now).ISO8601Format())</time>"
        return "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">\(time)</trkpt>"
      }
      return "<trk><name>Track \(number)</name><trkseg>\(text.joined())</trkseg></trk>"
    }
    return "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
      + tracks.joined(separator: "\n") + "</gpx>"
  }

  private func imported(_ name: String, _ text: String) async throws -> ImportReport {
    await library.importFiles(
      [try folder.file(name, text)], options: ImportOptions(packWeight: 16))
  }

  @Test(
    arguments: [
      ([0, 1, 24, 25, 72], [120, 120, 60]), ([72, 25, 24, 0], [60, 120, 60]),
      ([0, 5, 10, 15], [240]), ([0, nil, 24, nil], [120, 120]), ([nil, nil], [120]), ([0], [60]),
    ] as [([Double?], [Int])])
  func `tracks more than six hours apart are rucks of their own`(
    hours: [Double?], points: [Int]
  ) async throws {
    let report = try await imported("tracks.gpx", gpx(hours))
    #expect(report.imported.map(\.ruck.points) == points, "\(report.failed)")
    #expect(report.failed.isEmpty)
    // Each ruck has the names of its own tracks, and no gap of days.
    #expect(report.imported.first?.ruck.name == "Track 0")
    #expect(report.imported.allSatisfy { $0.ruck.duration < 20 * 3_600 })
    let again = try await imported("again.gpx", gpx(hours))
    #expect(again.imported.isEmpty && again.unchanged.count == points.count)
  }

  @Test func `a file that an earlier version stored as one ruck is not divided`() async throws {
    let text = gpx([0, 24])
    let single = text.replacing("</trk>\n<trk><name>Track 1</name>", with: "")
    #expect(single != text)
    let report = try await imported("single.gpx", single)
    #expect(report.imported.map(\.ruck.points) == [120], "\(report.failed)")
    let again = try await imported("tracks.gpx", text)
    #expect(again.imported.isEmpty && again.failed.isEmpty, "\(again.failed)")
    #expect(again.unchanged.map(\.ruck.id) == report.imported.map(\.ruck.id))
  }

  @Test func `one wrong date at the end of a track divides no ruck`() async throws {
    var text = gpx([0, 1])
    let time = Tracks.start.ISO8601Format()
    text = text.replacing(time, with: "1970-01-01T00:00:00Z")
    let report = try await imported("tracks.gpx", text)
    #expect(report.imported.map(\.ruck.points) == [120], "\(report.failed)")
  }

  @Test func `a damaged file with several activities stores nothing`() async throws {
    let text = gpx([0, 24, 48])
    let report = try await imported("tracks.gpx", String(text.dropLast(200)))
    #expect(report.failed.count == 1 && report.imported.isEmpty)
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `a file with too many activities is refused`() async throws {
    let hours = (0...500).map { Optional(Double($0) * 24) }
    let report = try await imported("tracks.gpx", gpx(hours, points: 2))
    #expect(
      report.failed.map(\.error) == [
        "The file has more than 500 activities. Divide it into smaller files."
      ])
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `each activity of a TCX file is a ruck with its laps and notes`() async throws {
    func activity(_ number: Int, laps: Int) -> String {
      let texts = (0..<laps).map { lap in
        let start = Tracks.start + Double(number) * 86_400 + Double(lap) * 300
        let points = Tracks.north(points: 30, from: 45 + Double(lap) / 100, at: start).map {
          "<Trackpoint><Time>\(($0.timestamp ?? .now).ISO8601Format())</Time><Position>"
            + "<LatitudeDegrees>\($0.latitude)</LatitudeDegrees>"
            + "<LongitudeDegrees>\($0.longitude)</LongitudeDegrees></Position></Trackpoint>"
        }
        return "<Lap StartTime=\"\(start.ISO8601Format())\">"
          + "<TotalTimeSeconds>290</TotalTimeSeconds><DistanceMeters>290</DistanceMeters>"
          + "<Track>\(points.joined())</Track></Lap>"
      }
      return "<Activity Sport=\"Other\">\(texts.joined())<Notes>Note \(number)</Notes></Activity>"
    }
    let text =
      "<TrainingCenterDatabase><Activities>" + activity(0, laps: 2) + activity(1, laps: 1)
      + activity(2, laps: 3) + "</Activities></TrainingCenterDatabase>"
    let report = try await imported("history.tcx", text)
    #expect(report.failed.isEmpty, "\(report.failed)")
    #expect(report.imported.map(\.ruck.points) == [60, 30, 90])
    #expect(report.imported.map(\.ruck.notes) == ["Note 0", "Note 1", "Note 2"])
    let starts = report.imported.map { $0.ruck.startedAt.timeIntervalSince(Tracks.start) }
    #expect(starts == [0, 86_400, 172_800])
    for (result, laps) in zip(report.imported, [2, 0, 3]) {
      #expect(try await library.segments(of: result.ruck.id).count == laps)
    }
  }
}
