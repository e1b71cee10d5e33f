// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct WalkingSpeedTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  func imported(_ file: URL, packWeight: Double) async throws -> ImportReport.Imported {
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: packWeight, bodyWeight: 80))
    return try #require(report.imported.first, "\(report.failed)")
  }

  @Test(arguments: [
    (20_000.0, 4_596.0, false), (20_001, 4_596, true), (0, 60, false), (1_000, 0, false),
    (1_609.344, 36, true), (1_609.344, 900, false), (.infinity, 60, true),
  ])
  func `a mean speed above the fastest walk exceeds the limit`(
    distance: Double, time: TimeInterval, isExceeded: Bool
  ) {
    #expect(WalkingSpeed.isExceeded(distance: distance, time: time) == isExceeded)
  }

  @Test func `a bicycle ride is marked as too fast to walk`() async throws {
    let ride = try await imported(
      Fixture.url("stravavis__activity_7348460494.gpx"), packWeight: 15)
    #expect(ride.ruck.isTooFastToWalk)
    #expect(ride.warnings.count == 1)
    #expect(ride.warnings.first?.contains("probably a run or a ride") == true)
    let walk = try await imported(Fixture.url("gpxpy__cerknicko-jezero.gpx"), packWeight: 15)
    #expect(!walk.ruck.isTooFastToWalk)
  }

  @Test func `a walk with wrong positions is marked, but not as a run or a ride`()
    async throws
  {
    var track = Tracks.north(points: 601, spacing: 8, seconds: 6)
    track[300].latitude += 1
    let ruck = try await imported(
      folder.file("jump.gpx", GPXText.file(track)), packWeight: 15)
    #expect(ruck.ruck.isTooFastToWalk)
    #expect(ruck.warnings.contains { $0.contains("positions are probably wrong") })
  }

  @Test func `a recording without times is never too fast to walk`() async throws {
    let ruck = try await imported(
      Fixture.url("gpxpy__cerknicko-without-times.gpx"), packWeight: 15
    ).ruck
    #expect(!ruck.isTooFastToWalk)
  }

  @Test func `a ruck that is too fast to walk is in sums, but not in records and means`()
    async throws
  {
    let walk = try await imported(
      folder.file("walk.gpx", GPXText.file(Tracks.north(points: 101))), packWeight: 10)
    let drive = try await imported(
      folder.file("drive.gpx", GPXText.file(Tracks.north(points: 301, spacing: 250))),
      packWeight: 40)
    #expect(drive.ruck.isTooFastToWalk && !walk.ruck.isTooFastToWalk)
    let totals = try await library.totals()
    #expect(totals.count == 2)
    #expect(totals.tooFastCount == 1)
    #expect(abs(totals.distance - 76_000) < 1)
    #expect(abs(totals.longestDistance - 1_000) < 0.01)
    #expect(abs((totals.fastestPace ?? 0) - 1_000) < 0.01)
    #expect(abs(totals.averagePackWeight - 10) < 1e-9)
    #expect(totals.experienceLevel == .beginner)
  }
}
