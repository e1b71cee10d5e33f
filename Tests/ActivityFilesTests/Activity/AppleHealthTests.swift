// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

@Suite struct AppleHealthTests {
  private func events(_ data: Data, chunk: Int = 100) throws -> [AppleHealthEvent] {
    var rest = data[...]
    let reader = try AppleHealthReader {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(chunk) }
      return Data(rest.prefix(chunk))
    }
    var events: [AppleHealthEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  private func workouts(_ events: [AppleHealthEvent]) -> [AppleHealthWorkout] {
    events.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
  }

  @Test func `a real export has its workout, route and heart rate`() throws {
    let data = try Fixture.data("dogsheep__tests_export.xml")
    #expect(AppleHealthReader.matches(data))
    let events = try events(data)
    #expect(events.contains(.heartRate(Date(timeIntervalSince1970: 1_536_571_735), 72)))
    let workout = try #require(workouts(events).first)
    #expect(workout.kind == "Running" && workout.sport == .running)
    #expect(workout.start == Date(timeIntervalSince1970: 1_479_133_541))
    #expect(abs((workout.duration ?? 0) - 311.647) < 0.001)
    #expect(abs((workout.distance ?? 0) - 800.126) < 0.01)
    #expect(abs((workout.weather?.temperature ?? 0) - 24 / 1.8) < 1e-9)
    #expect(workout.weather?.humidity == 96 && workout.weather?.time == workout.start)
    #expect(workout.locations.count == 2)
    #expect(workout.locations.first?.latitude == 37.7777)
    #expect(workout.locations.first?.course == nil)
    #expect(workout.locations.first?.speed == 2.48034)
  }

  /// The export of a newer system: a damaged document type, control characters, totals as
  /// statistics, and routes as files.
  static let modern = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 11 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
    <!ATTLIST Record
      type CDATA #REQUIRED
      value CDATA #IMPLIED
    startDate CDATA #REQUIRED>
    <!ELEMENT WorkoutEvent (MetadataEntry?)>
    ATTLIST damaged
    ]>
    <HealthData locale="de_DE">
     <Record type="HKQuantityTypeIdentifierBodyMass" unit="lb" startDate="2024-05-01 07:00:00 +0200" value="176"/>
     <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" startDate="2024-05-01 08:00:10 +0200" value="110"/>
     <Record type="HKQuantityTypeIdentifierStepCount" startDate="2024-05-01 08:00:00 +0200" value="12"/>
     <Workout workoutActivityType="HKWorkoutActivityTypeHiking" duration="60.5" durationUnit="min" sourceName="Watch\u{0B}of Sam" startDate="2024-05-01 08:00:00 +0200" endDate="2024-05-01 09:00:30 +0200">
      <MetadataEntry key="HKElevationAscended" value="12345 cm"/>
      <MetadataEntry key="HKIndoorWorkout" value="0"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5.25" unit="km"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="1673.6" unit="kJ"/>
      <WorkoutRoute><FileReference path="/workout-routes/route_2024-05-01_9.00am.gpx"/></WorkoutRoute>
     </Workout>
    </HealthData>
    """

  @Test(arguments: [1, 64, 100_000])
  func `a damaged document type and control characters are skipped`(chunk: Int) throws {
    let events = try events(Data(Self.modern.utf8), chunk: chunk)
    #expect(events.count == 3)
    guard case .bodyMass(_, let mass) = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(abs(mass - 79.832) < 0.001)
    let workout = try #require(workouts(events).first)
    #expect(workout.sport == .hiking)
    #expect(workout.distance == 5250)
    #expect(workout.ascent == 123.45)
    #expect(abs((workout.energy ?? 0) - 400) < 1e-9)
    #expect(workout.isIndoor == false)
    #expect(workout.source == "Watch of Sam")
    #expect(workout.routes == ["/workout-routes/route_2024-05-01_9.00am.gpx"])
    #expect(workout.end.timeIntervalSince(workout.start) == 3630)
  }

  @Test func `records are skipped on demand`() throws {
    var rest: Data? = Data(Self.modern.utf8)
    let reader = try AppleHealthReader(includesRecords: false) {
      defer { rest = nil }
      return rest
    }
    guard case .workout = try reader.next() else {
      Issue.record("no workout")
      return
    }
    #expect(try reader.next() == nil)
  }

  @Test func `truncated files, other files and entities are errors`() throws {
    let data = Data(Self.modern.utf8)
    #expect(throws: ActivityFileError.self) { try events(data.dropLast(20)) }
    #expect(throws: ActivityFileError.self) { try events(Data("<gpx/>".utf8)) }
    #expect(!AppleHealthReader.matches(Data("<gpx/>".utf8)))
    let bomb =
      "<!DOCTYPE HealthData [<!ENTITY a 'aaaa'>]><HealthData><Workout a='&a;'/></HealthData>"
    #expect(throws: ActivityFileError.self) { try events(Data(bomb.utf8)) }
  }
}
