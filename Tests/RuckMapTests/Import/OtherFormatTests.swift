// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// FIT and TCX files, which are recognised by their content.
@Suite struct OtherFormatTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  @Test func `a FIT file is a ruck with heart rates`() async throws {
    let file = try folder.copy("fitparse__2013-02-06-12-11-14.fit", as: "recording.gpx")
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 15))
    let result = try #require(report.imported.first, "\(report.failed)")
    #expect(result.ruck.points == 583)
    // The distance on the ellipsoid; the device's own is 4835.38 m.
    #expect(abs(result.ruck.distance - 4788.71) < 0.005 * 4788.71)
    #expect(result.warnings.contains { $0.contains("7 samples have no position") })
    let stored = try #require(try await library.ruck(result.ruck.id))
    #expect(stored.track.compactMap(\.heartRate).max() == 171)
    #expect(stored.track.first?.timestamp == Date(timeIntervalSince1970: 1_360_152_674))
  }

  @Test func `the climb of the device is beside the computed one, and is exported`() async throws {
    let file = Fixture.url("fitparse__2013-02-06-12-11-14.fit")
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 15))
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    let stored = try #require(try await library.ruck(ruck.id))
    #expect(abs(try #require(stored.deviceElevationGain) - 168) < 0.001)
    #expect(abs(ruck.elevationGain - 160.2) < 0.1)
    for format in [RuckFileFormat.fit, .tcx] {
      let copy = folder.url.appending(path: "copy.\(format.rawValue)")
      try await library.export(ruck.id, as: format).write(to: copy)
      let recording = try ActivityRecording(contentsOf: copy)
      // TCX has no climb.
      #expect(recording.summary.totals.ascent == (format == .fit ? 168 : nil), "\(format)")
    }
    // The climb of a trimmed track is not the device's any more.
    _ = try await library.trim(ruck.id, from: .time(300), to: nil)
    #expect(try await library.ruck(ruck.id)?.deviceElevationGain == nil)
  }

  @Test func `a TCX file is a ruck, once`() async throws {
    let file = Fixture.url("tcxparser__sup_activity_1.tcx")
    let report = await library.importFiles([file, file], options: ImportOptions(packWeight: 15))
    #expect(report.imported.map(\.ruck.points) == [111])
    #expect(report.unchanged.count == 1)
    let distance = try #require(report.imported.first?.ruck.distance)
    #expect(abs(distance - 1157.51) < 0.05 * 1157.51)
  }

  @Test func `a truncated file and a file without times store nothing`() async throws {
    let data = try Fixture.data("fitparse__2013-02-06-12-11-14.fit")
    let half = folder.url.appending(path: "half.fit")
    try data.prefix(9000).write(to: half)
    let untimed = Fixture.activity("fitparse__antfs-dump.63.fit")
    let report = await library.importFiles([half, untimed], options: ImportOptions())
    #expect(
      report.failed.map(\.error) == [
        "At byte 8992: The file ends in a message. It was truncated when it was saved or copied; "
          + "copy it again from the device.",
        "The file has no recorded points, and no samples with times. Export the recorded activity "
          + "instead of a route.",
      ])
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `an indoor recording is a ruck with measurements`() async throws {
    let file = Fixture.url("rowingdata__test_cycle16.fit")
    let report = await library.importFiles([file, file], options: ImportOptions(packWeight: 16))
    let result = try #require(report.imported.first, "\(report.failed)")
    #expect(report.unchanged.count == 1)
    #expect(result.ruck.points == 0 && result.ruck.distance == 2000)
    #expect(abs(result.ruck.duration - 537.242) < 1)
    #expect(result.warnings.contains { $0.contains("no positions") })
    #expect(result.warnings.contains { $0.contains("another sport (indoorRowing)") })
    #expect(result.ruck.calories == nil)
    let context = ModelContext(
      try RuckMapStore.container(directory: folder.url.appending(path: "data")))
    let metrics = try context.fetch(FetchDescriptor<ActivityMetric>())
    #expect(metrics.contains { $0.metricType == .power && $0.unit == "W" })
    #expect(Set(metrics.map(\.id)).count == metrics.count)
  }
}
