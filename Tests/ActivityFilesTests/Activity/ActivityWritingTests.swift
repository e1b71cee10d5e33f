// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Files that the writers produce, read again.
struct ActivityWritingTests {
  private static let start = Date(timeIntervalSince1970: 1_600_000_000)

  static let strokeFiles = [
    "ergarcade__concept2-result-44214428.csv", "rowingdata__sled_2016-03-10T07-23-21.strokes.csv",
    "rowingdata__head__boatcoach_fixed_distance.csv", "rowingdata__head__rp3intervals2.csv",
    "rowingdata__herodata.csv", "rowingdata__Speedcoach2example.csv",
    "rowingdata__head__EmpowerSpeedCoachForce.csv", "rowingdata__smartrow.csv",
  ]

  private func isNear(_ first: Double?, _ second: Double?, _ tolerance: Double) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return abs(first - second) <= tolerance * 1.000_001
  }

  @Test(arguments: strokeFiles)
  func `a FIT file has equal strokes, within the scale of each field`(name: String) throws {
    let workout = try #require(try RowingFile(contentsOf: Fixture.url(name)).workouts.first)
    let file = try RowingFile(data: workout.fitData(start: Self.start))
    #expect(file.issues.isEmpty)
    let copy = try #require(file.workouts.first)
    #expect(copy.strokes.count == workout.strokes.count)
    #expect(copy.machine == (workout.machine == .water ? .water : .rower))
    for (old, new) in zip(workout.strokes, copy.strokes) {
      #expect(new.number == old.number)
      #expect(new.interval == old.interval)
      #expect(new.isRest == old.isRest)
      #expect(new.heartRate == old.heartRate)
      #expect(new.dragFactor == old.dragFactor)
      #expect(isNear(new.distance, old.distance, 0.005))
      #expect(old.elapsed == nil || isNear(new.elapsed, old.elapsed, 0.0005))
      #expect(old.pace == nil || isNear(new.pace, old.pace, 0.0005))
      #expect(isNear(new.strokeRate, old.strokeRate, 1.0 / 256))
      #expect(isNear(new.power, old.power, 0.5))
      #expect(isNear(new.driveLength, old.driveLength, 0.005))
      #expect(isNear(new.driveTime, old.driveTime, 0.0005))
      #expect(isNear(new.recoveryTime, old.recoveryTime, 0.0005))
      #expect(isNear(new.work, old.work, 0.05))
      #expect(isNear(new.averageForce, old.averageForce, 0.05))
      #expect(isNear(new.peakForce, old.peakForce, 0.05))
      #expect(isNear(new.strokeDistance, old.strokeDistance, 0.005))
      #expect(isNear(new.oarlock?.catchAngle, old.oarlock?.catchAngle, 0.05))
      #expect(new.forceCurve?.newtons.count == old.forceCurve?.newtons.count)
      #expect(new.forceCurve?.spacing == old.forceCurve?.spacing)
      for (first, second) in zip(old.forceCurve?.newtons ?? [], new.forceCurve?.newtons ?? []) {
        #expect(isNear(first, second, 0.05))
      }
    }
    // One interval of a whole workout is not kept.
    if workout.intervals.count > 1 {
      #expect(copy.intervals.count == workout.intervals.count)
      for (old, new) in zip(workout.intervals, copy.intervals) {
        #expect(isNear(old.duration, new.duration, 0.0005))
        #expect(isNear(old.distance, new.distance, 0.005))
      }
    }
    #expect(isNear(copy.duration, workout.duration, 0.001))
    #expect(isNear(copy.distance, workout.distance, 0.05))
  }

  @Test(arguments: strokeFiles)
  func `a CSV file has equal strokes`(name: String) throws {
    let workout = try #require(try RowingFile(contentsOf: Fixture.url(name)).workouts.first)
    let file = try RowingFile(data: workout.csvData())
    #expect(file.format == .cairnCSV)
    #expect(file.issues.isEmpty)
    #expect(file.workouts.first?.strokes == workout.strokes)
  }

  @Test(arguments: strokeFiles)
  func `a TCX file has equal times, distances, powers and rates`(name: String) throws {
    let workout = try #require(try RowingFile(contentsOf: Fixture.url(name)).workouts.first)
    let file = try RowingFile(data: workout.tcxData(start: Self.start))
    #expect(file.issues.isEmpty)
    let copy = try #require(file.workouts.first)
    #expect(copy.strokes.map(\.distance) == workout.strokes.map(\.distance))
    #expect(copy.strokes.map(\.heartRate) == workout.strokes.map(\.heartRate))
    #expect(copy.strokes.map(\.power) == workout.strokes.map { $0.power?.rounded() })
    for (old, new) in zip(workout.strokes, copy.strokes) {
      #expect(old.elapsed == nil || isNear(old.elapsed, new.elapsed, 0.001))
    }
    #expect(copy.start(in: .gmt) == Self.start)
  }

  @Test(arguments: ["fit", "tcx"])
  func `strokes of intervals with rests are in the laps of their intervals`(format: String) throws {
    var workout = RowingWorkout(format: .concept2Result)
    for index in 0..<3 {
      var interval = RowingInterval(index: index)
      interval.duration = 10
      interval.distance = 50
      interval.restDuration = 60
      workout.intervals.append(interval)
      for number in 1...4 {
        var stroke = RowingStroke()
        stroke.interval = index
        // Seconds and metres of work alone, as a monitor's recording has them.
        stroke.elapsed = Double(index) * 10 + Double(number) * 2
        stroke.distance = Double(index) * 50 + Double(number) * 12.5
        stroke.power = 200
        workout.strokes.append(stroke)
      }
    }
    workout.duration = 30
    workout.distance = 150
    workout.restDuration = 180
    let recording = ActivityRecording(workout, start: Self.start)
    let times = recording.segments.joined().compactMap { $0.time?.timeIntervalSince(Self.start) }
    #expect(times == [2, 4, 6, 8, 72, 74, 76, 78, 142, 144, 146, 148])
    let data =
      try format == "fit"
      ? workout.fitData(start: Self.start) : workout.tcxData(start: Self.start)
    let copy = try #require(try RowingFile(data: data).workouts.first)
    #expect(copy.strokes.count == 12 && copy.strokes.allSatisfy { !$0.isRest })
    #expect(copy.strokes.map(\.interval) == [0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4])
    if format == "fit" { #expect(copy.strokes.map(\.elapsed) == workout.strokes.map(\.elapsed)) }
    #expect(copy.duration == 30 && copy.restDuration == 180)
  }

  @Test(arguments: ["fit", "tcx", "csv"])
  func `strokes of rests are in the laps of their rests`(format: String) throws {
    let workout = RowingWorkout.intervals()
    let data =
      switch format {
      case "fit": try workout.fitData(start: Self.start)
      case "tcx": try workout.tcxData(start: Self.start)
      default: workout.csvData()
      }
    let file = try RowingFile(data: data)
    #expect(file.issues.isEmpty)
    let copy = try #require(file.workouts.first)
    #expect(copy.strokes.map(\.interval) == RowingWorkout.lapsOfIntervals)
    #expect(copy.strokes.map(\.isRest) == workout.strokes.map(\.isRest))
    #expect(copy.strokes.map(\.elapsed) == workout.strokes.map(\.elapsed))
    #expect(copy.strokes.map(\.distance) == workout.strokes.map(\.distance))
    #expect(copy.strokes.map(\.power) == workout.strokes.map(\.power))
    #expect(copy.strokes.map(\.heartRate) == workout.strokes.map(\.heartRate))
    #expect(copy.intervals.map(\.isRest) == [false, true, false, true, false, true])
    #expect(copy.intervals.map(\.start) == [0, 10, 30, 40, 60, 70])
    #expect(copy.intervals.map(\.duration) == [10, 20, 10, 20, 10, 20])
    #expect(copy.intervals.map(\.distance) == [50, 12, 50, 12, 50, 12])
    #expect(copy.duration == 30 && copy.restDuration == 60)
    #expect(copy.distance == 150 && copy.restDistance == 36)
  }

  @Test
  func `a CSV file states the totals of a workout without intervals`() throws {
    var workout = RowingWorkout(format: .concept2Result)
    for number in 1...3 {
      var stroke = RowingStroke()
      (stroke.elapsed, stroke.distance) = (Double(number) * 2, Double(number) * 9)
      workout.strokes.append(stroke)
    }
    (workout.duration, workout.distance) = (7.5, 30)
    let copy = try #require(try RowingFile(data: workout.csvData()).workouts.first)
    #expect(copy.duration == 7.5 && copy.distance == 30)
    #expect(copy.strokes == workout.strokes && copy.intervals.isEmpty)
  }

  @Test
  func `intervals and rests are laps, elapsed without the next rest`() throws {
    var workout = RowingWorkout(format: .concept2Result)
    for index in 0..<3 {
      var interval = RowingInterval(index: index)
      interval.start = Double(index) * 220
      interval.duration = 100
      interval.distance = 500
      interval.restDuration = 120
      interval.restDistance = 20
      interval.heartRate = 150 + index
      workout.intervals.append(interval)
    }
    workout.duration = 300
    workout.distance = 1500
    workout.restDuration = 360
    workout.restDistance = 60
    let data = try workout.fitData(start: Self.start)
    let content = try FITContent(FITReader(data: data))
    #expect(content.laps.map(\.intensity) == [0, 1, 0, 1, 0, 1])
    #expect(content.laps.map(\.totals.elapsedTime) == [100, 120, 100, 120, 100, 120])
    #expect(content.sessions[0].totals.sport == 15)
    #expect(content.sessions[0].totals.subSport == 14)
    #expect(content.sessions[0].totals.elapsedTime == 660)
    let copy = try #require(try RowingFile(data: data).workouts.first)
    #expect(copy.duration == 300)
    #expect(copy.distance == 1500)
    #expect(copy.restDuration == 360)
    #expect(copy.restDistance == 60)
    #expect(copy.intervals.map(\.isRest) == [false, true, false, true, false, true])
    #expect(copy.intervals.map(\.start) == [0, 100, 220, 320, 440, 540])
    let tcx = try #require(try RowingFile(data: workout.tcxData(start: Self.start)).workouts.first)
    #expect(tcx.duration == 300)
    #expect(tcx.restDuration == 360)
  }

  @Test
  func `a force curve of any length is whole`() throws {
    for count in [1, 127, 128, 300] {
      var stroke = RowingStroke()
      stroke.elapsed = 2
      stroke.forceCurve = RowingForceCurve(
        newtons: (0..<count).map { Double($0) / 2 - 3 }, spacing: .equal)
      var workout = RowingWorkout(format: .rp3)
      workout.strokes = [stroke]
      let copy = try RowingFile(data: workout.fitData(start: Self.start)).workouts[0].strokes[0]
      #expect(copy.forceCurve == stroke.forceCurve)
    }
  }

  @Test
  func `a ruck has positions, pauses and sub-sport 124`() throws {
    let source = try ActivityRecording(contentsOf: Fixture.url("gpxpy__cerknicko-jezero.gpx"))
    var ruck = source
    ruck.summary.sport = .rucking
    ruck.summary.totals.ascent = 209
    let data = try ruck.fitData()
    let content = try FITContent(FITReader(data: data))
    #expect(content.sessions.map(\.totals.subSport) == [124])
    #expect(content.sessions.map(\.totals.ascent) == [209])
    #expect(content.sessions.map(\.totals.elapsedTime) == [7190])
    #expect(content.sessions.map(\.totals.timerTime) == [4239])
    #expect(content.events.filter(\.stopsTimer).count == source.segments.count)
    let copy = try ActivityRecording(data: data)
    #expect(copy.summary.sport == .rucking)
    #expect(copy.segments.map(\.count) == source.segments.map(\.count))
    for (old, new) in zip(source.segments.joined(), copy.segments.joined()) {
      #expect(isNear(old.latitude, new.latitude, 5e-8))
      #expect(isNear(old.longitude, new.longitude, 5e-8))
      #expect(isNear(old.altitude, new.altitude, 0.1))
      #expect(old.time == nil || old.time == new.time)
    }
    let tcx = try ActivityRecording(data: ruck.tcxData())
    #expect(tcx.segments.map(\.count) == source.segments.map(\.count))
    #expect(tcx.segments.joined().map(\.latitude) == source.segments.joined().map(\.latitude))
  }

  @Test
  func `texts are escaped, and an activity without time is refused`() throws {
    var recording = ActivityRecording()
    recording.summary.name = "<a> & \"b\" \u{0}\u{202E}"
    recording.summary.device = "R&D"
    for write in [{ try recording.fitData() }, { try recording.tcxData() }] {
      let error = #expect(throws: ActivityFileError.self) { try write() }
      #expect(error?.code == .missingTime)
    }
    recording.summary.totals.start = Self.start
    let copy = try ActivityRecording(data: recording.tcxData())
    #expect(copy.summary.notes == "<a> & \"b\" \u{202E}")
    #expect(copy.summary.device == "R&D")
    recording.summary.totals.start = .distantPast
    #expect(throws: ActivityFileError.self) { try recording.fitData() }
  }
}
