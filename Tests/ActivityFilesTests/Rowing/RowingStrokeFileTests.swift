// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Files with a stroke or sample a row, from every supported program and device.
struct RowingStrokeFileTests {
  private func workout(_ name: String, _ format: RowingFileFormat) throws -> RowingWorkout {
    let file = try RowingFile(contentsOf: Fixture.url(name))
    #expect(file.format == format)
    #expect(!file.issues.hasWarnings, "\(file.issues.first)")
    #expect(file.workouts.count == 1)
    return try #require(file.workouts.first)
  }

  @Test
  func `a Concept2 result has its strokes and no date`() throws {
    let workout = try workout("ergarcade__concept2-result-44214428.csv", .concept2Result)
    #expect(workout.strokes.count == 689)
    #expect(workout.date == nil)
    #expect(workout.distance == 7584.1)
    #expect(workout.duration == 1798.6)
    #expect(workout.intervals.isEmpty)
    let stroke = workout.strokes[1]
    #expect(stroke.number == 2)
    #expect(stroke.elapsed == 3.3)
    #expect(stroke.distance == 11)
    #expect(stroke.pace == 150.4)
    #expect(stroke.power == 103)
    #expect(stroke.caloriesPerHour == 654)
    #expect(stroke.strokeRate == 24)
    #expect(stroke.heartRate == nil)
  }

  @Test
  func `ErgData's header without a bracket is read`() throws {
    let workout = try workout("rowingdata__ergdata_example.csv", .ergData)
    #expect(workout.strokes.count == 180)
    #expect(workout.strokes[1].pace == 160.5)
    #expect(workout.strokes[1].heartRate == 86)
    #expect(workout.strokes[0].strokeRate == nil)
  }

  @Test
  func `painsled has forces in newtons, laps, and nil for 6553.5`() throws {
    let workout = try workout("rowingdata__sled_2016-03-10T07-01-16.strokes.csv", .painsled)
    #expect(workout.strokes.count == 407)
    #expect(workout.intervals.count == 5)
    #expect(workout.distance == 5039.3)
    let first = workout.strokes[0]
    #expect(first.work == nil)
    #expect(first.dragFactor == nil)
    #expect(first.timestamp == Date(timeIntervalSince1970: 1_457_611_370.77614))
    let stroke = workout.strokes[1]
    #expect(stroke.strokeRate == 17)
    #expect(stroke.driveTime == 0.77)
    #expect(stroke.recoveryTime == 2.65)
    #expect(stroke.work == 652.4)
    #expect(abs((stroke.averageForce ?? 0) - 555.138) < 0.001)
    #expect(abs((stroke.peakForce ?? 0) - 961.261) < 0.001)
    let start = try #require(workout.start(in: .gmt)).timeIntervalSince1970
    #expect(abs(start - (1_457_611_370.77614 - 0.87)) < 0.001)
  }

  @Test
  func `BoatCoach's rows are merged by stroke`() throws {
    let workout = try workout("rowingdata__boatcoach.csv", .boatCoach)
    #expect(workout.strokes.count == 44)
    #expect(workout.strokes.compactMap(\.number) == Array(1...44))
    #expect(workout.date?.date(in: .gmt) == Date(timeIntervalSince1970: 1_480_322_220))
    let stroke = workout.strokes[1]
    #expect(stroke.elapsed == 3)
    #expect(stroke.distance == 10)
    #expect(stroke.pace == 160)
    #expect(stroke.dragFactor == 113)
    #expect(abs((stroke.peakForce ?? 0) - 114 * 4.448_221_6) < 0.001)
    #expect(workout.strokes[2].elapsed == 5)
    #expect(workout.duration == 120)
    #expect(workout.distance == 499)
  }

  @Test
  func `BoatCoach's force curve is in pound-force at 64 samples a second`() throws {
    let file = try RowingFile(
      contentsOf: Fixture.url("rowingdata__head__boatcoach_fixed_distance.csv"))
    let workout = try #require(file.workouts.first)
    #expect(file.issues.count(.distanceCountsDown) == 1)
    #expect(file.issues.total == 1)
    let curve = try #require(workout.strokes.first?.forceCurve)
    #expect(curve.spacing == .time(1.0 / 64))
    #expect(curve.newtons.map { ($0 / RowingForceCurve.newtonsPerPound).rounded() } == [285, 285])
    let distances = workout.strokes.compactMap(\.distance)
    #expect(distances.first == 5)
    #expect(distances == distances.sorted())
    // The time of the first row has an offset from UTC.
    #expect(workout.date?.hour == 12)
  }

  @Test
  func `BoatCoach's European form has semicolons and decimal commas`() throws {
    let workout = try workout("rowingdata__head__EUBoatCoach.csv", .boatCoach)
    let stroke = try #require(workout.strokes.first)
    #expect(stroke.driveLength == 1.33)
    #expect(stroke.driveTime == 1.27)
    #expect(stroke.elapsed == 3)
    #expect(stroke.timestamp != nil)
  }

  @Test
  func `ErgStick's values have units`() throws {
    let workout = try workout("rowingdata__ergstick2.csv", .ergStick)
    #expect(workout.strokes.count == 89)
    #expect(workout.distance == 965)
    #expect(workout.duration == 298.9)
    let stroke = workout.strokes[1]
    #expect(stroke.elapsed == 7.2)
    #expect(stroke.pace == 160.7)
    #expect(stroke.speed == 3.1)
    #expect(stroke.dragFactor == 106)
  }

  @Test
  func `RP3 has a force curve by handle travel, and cumulative intervals`() throws {
    let single = try workout("rowingdata__head__rp3_curve.csv", .rp3)
    let stroke = single.strokes[0]
    #expect(stroke.driveLength == 0.858)
    #expect(abs((stroke.strokeDistance ?? 0) - 1.8186) < 1e-9)
    #expect(stroke.peakForce == 266)
    #expect(stroke.peakForcePosition == 0.154)
    #expect(stroke.work == 275.81)
    let curve = try #require(stroke.forceCurve)
    #expect(curve.newtons.count == 39)
    #expect(curve.peak == 266)
    #expect(curve.spacing == .length(0.022))
    let intervals = try workout("rowingdata__head__rp3intervals2.csv", .rp3)
    #expect(intervals.intervals.count == 5)
    let times = intervals.strokes.compactMap(\.elapsed)
    #expect(times == times.sorted())
    #expect(intervals.strokes.map(\.interval) == intervals.strokes.map(\.interval).sorted())
  }

  @Test
  func `SmartRow and Hero have their figures`() throws {
    let smart = try workout("rowingdata__smartrow.csv", .smartRow)
    #expect(smart.strokes.count == 878)
    #expect(smart.strokes[0].elapsed == nil)
    #expect(smart.strokes[4].power == 67)
    #expect(smart.strokes[4].work == 227.3)
    #expect(smart.distance == 7836)
    let hero = try workout("rowingdata__herodata.csv", .hero)
    #expect(hero.strokes.count == 300)
    #expect(hero.title == "15'")
    #expect(hero.date?.date(in: .gmt) == Date(timeIntervalSince1970: 1_619_444_252))
    #expect(hero.strokes[1].driveLength == 1.36)
    #expect(hero.strokes[1].pace == 212)
    #expect(hero.strokes[1].peakForce == 252.7)
    #expect(hero.strokes[1].recoveryTime == 2.08)
  }

  @Test
  func `SpeedCoach 2 has a table of intervals`() throws {
    let workout = try workout("rowingdata__Speedcoach2example.csv", .speedCoach)
    #expect(workout.strokes.count == 97)
    #expect(workout.intervals.map(\.distance) == [250.4, 250.9, 250.4])
    #expect(workout.intervals.map(\.pace) == [113.1, 118.2, 111.1])
    #expect(workout.distance == 751.6)
    #expect(workout.duration == 171.4)
    #expect(workout.strokeCount == 94)
    #expect(workout.title == "3x250M/500M")
    #expect(workout.machine == .water)
    #expect(workout.device?.model == "SpeedCoach GPS Pro")
    #expect(workout.device?.serial == "2136923")
    #expect(
      workout.date == RowingDate(year: 2016, month: 7, day: 28, hour: 11, minute: 35))
    #expect(workout.strokes.last?.interval == 2)
    #expect(abs((workout.strokes.last?.distance ?? 0) - 751.7) < 0.001)
    let stroke = workout.strokes[0]
    #expect(stroke.pace == 675.6)
    #expect(stroke.speed == 0.74)
  }

  @Test
  func `SpeedCoach 3 has dashes, oarlocks and impellers`() throws {
    let plain = try workout("rowingdata__speedcoach3test3.csv", .speedCoach)
    #expect(plain.distance == 1111.5)
    #expect(plain.strokes[0].pace == nil)
    #expect(plain.date?.hour == 12)
    let oarlock = try workout("rowingdata__head__EmpowerSpeedCoachForce.csv", .speedCoach)
    let stroke = oarlock.strokes[2]
    #expect(stroke.averageForce == 154)
    #expect(stroke.peakForce == 239)
    #expect(stroke.oarlock?.catchAngle == -36)
    #expect(stroke.oarlock?.peakForceAngle == -6)
    #expect(stroke.heartRate == nil)
    #expect(stroke.position?.latitude == 49.1114197)
    #expect(oarlock.distance == 6291.7)
  }

  @Test
  func `times that restart are cumulative, one interval each`() throws {
    let text = """
      Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts,Cal/Hr,"Stroke Rate","Heart Rate"
      1,2.0,8.0,125,179,916,24,255
      2,4.0,16.5,120,203,997,26,140
      3,1.5,6.0,118,,,,
      4,3.5,15.0,6553.5,,,,
      """
    let workout = try #require(try rowingFile(text).workouts.first)
    #expect(workout.strokes.map(\.elapsed) == [2, 4, 5.5, 7.5])
    #expect(workout.strokes.map(\.distance) == [8, 16.5, 22.5, 31.5])
    #expect(workout.strokes.map(\.interval) == [0, 0, 1, 1])
    #expect(workout.strokes.map(\.heartRate) == [nil, 140, nil, nil])
    #expect(workout.strokes.map(\.pace) == [125, 120, 118, nil])
    #expect(workout.intervals.map(\.duration) == [4, 3.5])
    #expect(workout.intervals.map(\.strokeCount) == [2, 2])
    #expect(workout.intervals.map(\.start) == [0, 4])
    #expect(workout.duration == 7.5)
    #expect(workout.distance == 31.5)
  }

  @Test
  func `a bad stroke is an issue with its line and stops no other`() throws {
    let text = """
      Number,"Time (seconds)","Distance (meters)","Pace (seconds)",Watts
      1,2.0,8.0,125,179
      2,four,16.5,120,203
      3
      4,-1,5,120,200
      5,8.0,33.0,fast,200
      6,9.0,"37.0,120,200
      7,10,41,120,200
      """
    let file = try rowingFile(text)
    #expect(file.workouts[0].strokes.map(\.number) == [1, 5, 7])
    #expect(file.issues.first.map(\.line) == [3, 4, 5, 6, 7])
    #expect(file.issues.count(.badRow) == 4)
    #expect(file.issues.count(.badValue) == 1)
  }

  @Test
  func `an unknown unit drops its column`() throws {
    let file = try rowingFile(
      "Number,Time (fortnights),Distance (m),Pace (s),Watts\n1,2,8,125,179\n")
    #expect(file.workouts[0].strokes[0].elapsed == nil)
    #expect(file.workouts[0].strokes[0].distance == 8)
    #expect(
      file.issues.first.map(\.description) == [
        "line 1: The unit \"fortnights\" of time is not known. The column is dropped."
      ])
  }
}
