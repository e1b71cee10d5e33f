// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Rowing files are told from files of other sports.
struct RowingSportTests {
  @Test(arguments: [
    "rowingdata__3x250m.fit", "rowingdata__cottwich.fit", "rowingdata__test_cycle16.fit",
    "fitparse__20170518-191602-1740899583.fit", "rowingdata__3x250m.tcx",
    "rowingdata__painsled.tcx", "rowingdata__recover.tcx",
  ])
  func `a file of a rowing device or program is read`(name: String) throws {
    let file = try RowingFile(contentsOf: Fixture.url(name))
    #expect(file.workouts.count == 1)
    #expect(file.workouts.first?.strokes.isEmpty == false)
  }

  @Test(arguments: [
    ("fitparse__2013-02-06-12-11-14.fit", "a running activity"),
    ("fitparse__activity-small-fenix2-run.fit", "a running activity"),
    ("fitparse__antfs-dump.63.fit", "a running activity"),
    ("fitparse__compressed-speed-distance.fit", "a running activity"),
    ("fitparse__developer-types-sample.fit", "a running activity"),
    ("fitparse__garmin-fenix-5-run.fit", "a running activity"),
    ("fitparse__garmin-fenix-5-walk.fit", "a walking activity"),
    ("fitparse__garmin-fenix-5-bike.fit", "a cycling activity"),
    ("fitparse__garmin-edge-820-bike.fit", "a cycling activity"),
    ("fitparse__sample-activity-indoor-trainer.fit", "a cycling activity"),
    (
      "fitparse__elemnt-bolt-no-application-id-inside-developer-data-id.fit", "a cycling activity"
    ),
    ("fitparse__sample_mulitple_header.fit", "an activity of several sports (swimming,"),
    ("tcxparser__no_hr.tcx", "a running activity"), ("tcxparser__test.tcx", "a running activity"),
    ("tcxparser__sup_activity_1.tcx", "an activity without a sign of rowing"),
  ])
  func `a file of another sport is refused by name`(name: String, activity: String) throws {
    let error = #expect(throws: ActivityFileError.self) {
      try RowingFile(contentsOf: Fixture.url(name))
    }
    #expect(error?.code == .otherSport)
    #expect(error?.reason.contains(activity) == true, "\(String(describing: error))")
  }

  @Test func `only the rowing sessions of several sports are read`() throws {
    let start: UInt32 = 1_000_000_000
    var builder = FITBuilder()
    builder.define(18, [(2, 4, 0x86), (5, 1, 0), (6, 1, 0), (8, 4, 0x86), (9, 4, 0x86)])
    for (index, sport) in [UInt8(1), 15, 2].enumerated() {
      builder.message(
        bytes(start + UInt32(index) * 1000) + [sport, 0] + bytes(UInt32(600_000))
          + bytes(UInt32(index + 1) * 100_000))
    }
    let file = try RowingFile(data: builder.file())
    #expect(file.workouts.map(\.distance) == [2000])
    #expect(file.workouts.first?.machine == .water)
  }

  @Test func `an exported TCX file without strokes is rowing`() throws {
    var workout = RowingWorkout(format: .concept2Season)
    (workout.duration, workout.distance) = (480, 2000)
    let data = try workout.tcxData(start: Date(timeIntervalSince1970: 1_600_000_000))
    let copy = try #require(try RowingFile(data: data).workouts.first)
    #expect(copy.duration == 480 && copy.distance == 2000)
  }

  @Test func `a CSV file of a workout without strokes has its totals`() throws {
    var workout = RowingWorkout(format: .concept2Season)
    (workout.duration, workout.distance) = (480, 2000)
    let copy = try #require(try RowingFile(data: workout.csvData()).workouts.first)
    #expect(copy.duration == 480 && copy.distance == 2000)
    #expect(copy.strokes.isEmpty && copy.intervals.isEmpty)
  }
}
