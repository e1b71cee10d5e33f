// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Recognition of formats by content, and common events.
struct ActivityFileReaderTests {
  @Test(arguments: [
    ("fitparse__garmin-fenix-5-walk.fit", ActivityFileFormat.fit, 17, 1),
    ("fitparse__sample_mulitple_header.fit", .fit, 1773, 5),
    ("tcxparser__test.tcx", .tcx, 384, 3), ("rowingdata__recover.tcx", .tcx, 41, 1),
    ("gpxpy__Mojstrovka.gpx", .gpx, 184, 0),
    ("ergarcade__concept2-result-44214428.csv", .csv, 689, 0),
    ("rowingdata__Speedcoach2example.csv", .csv, 97, 3),
  ])
  func `a file is recognised by its content`(
    name: String, format: ActivityFileFormat, samples: Int, laps: Int
  ) throws {
    let data = try Fixture.data(name)
    let reader = try ActivityFileReader(data: data, name: "no.extension")
    #expect(reader.format == format)
    let recording = try ActivityRecording(data: data)
    #expect(recording.segments.joined().count == samples)
    #expect(recording.laps.count == laps)
  }

  @Test
  func `a FIT recording has its totals, positions and heart rates`() throws {
    let recording = try ActivityRecording(
      contentsOf: Fixture.url("fitparse__2013-02-06-12-11-14.fit"))
    #expect(recording.summary.sport == .running)
    #expect(recording.summary.totals.distance == 4835.38)
    #expect(recording.summary.totals.ascent == 168)
    #expect(recording.summary.totals.timerTime == 2625.14)
    #expect(recording.laps.count == 5)
    #expect(recording.segments.joined().filter { $0.latitude != nil }.count == 583)
    #expect(recording.segments.joined().filter { $0.heartRate != nil }.count == 590)
  }

  @Test
  func `tracks of one lap are segments, tracks of further laps are not`() throws {
    func point(_ second: Int) -> String {
      "<Trackpoint><Time>2020-01-01T10:00:0\(second)Z</Time></Trackpoint>"
    }
    let text =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Other\"><Lap><Track>\(point(1))</Track>"
      + "<Track>\(point(2))</Track></Lap><Lap><Track>\(point(3))</Track></Lap></Activity>"
      + "</Activities></TrainingCenterDatabase>"
    let recording = try ActivityRecording(data: Data(text.utf8))
    #expect(recording.segments.map(\.count) == [1, 2])
    #expect(recording.laps.count == 2)
  }

  @Test
  func `unknown formats are refused by name`() throws {
    for (text, part) in [
      ("<kml xmlns=\"http://www.opengis.net/kml/2.2\"/>", "a KML file"),
      ("<html>Sign in</html>", "an HTML page"), ("\u{1}\u{2}", "no known rowing file"),
      ("", "empty"),
      ("PK\u{3}\u{4}xxxx", "a zip archive"), ("x,y\n1,2\n", "no known rowing file"),
    ] {
      let error = #expect(throws: ActivityFileError.self) {
        try ActivityRecording(data: Data(text.utf8), name: "a")
      }
      #expect(error?.reason.contains(part) == true, "\(part): \(error?.description ?? "")")
    }
  }

  @Test
  func `a GPX file has no strokes`() throws {
    let error = #expect(throws: ActivityFileError.self) {
      try RowingFile(contentsOf: Fixture.url("gpxpy__Mojstrovka.gpx"))
    }
    #expect(error?.code == .unknownFormat)
  }
}
