// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import RuckMap
import SwiftData
import Testing

@Suite struct RuckingSessionTests {
  let context: ModelContext
  let user: User
  let start = Tracks.start

  init() throws {
    context = ModelContext(try RuckMapStore.inMemory())
    user = User(email: "test@example.com", displayName: "Test", persona: .general)
    context.insert(user)
  }

  func session(packWeight: Double) -> RuckingSession {
    let session = RuckingSession(startDate: start, packWeight: packWeight, user: user)
    context.insert(session)
    return session
  }

  @Test func `completing a session stores its duration, distance and energy`() throws {
    user.healthProfile.weight = 180
    let session = session(packWeight: 35)
    try session.completeSession(endDate: start + 3600, finalDistance: 4)
    try context.save()
    #expect(session.isCompleted)
    #expect(session.endDate == start + 3600)
    #expect(session.distance == 4)
    #expect(session.duration == 3600)
    #expect(abs(session.calories - 514) < 0.5)
    #expect(session.calorieEquation == "pandolf-santee")
    #expect(session.isBodyWeightAssumed == false)
    #expect(session.ruckWork == 140)
    #expect(session.averagePace == 15)
    #expect(session.storedPace == 15)
  }

  @Test func `an unknown body weight is assumed and marked as assumed`() throws {
    let session = session(packWeight: 35)
    try session.completeSession(endDate: start + 3600, finalDistance: 4)
    #expect(session.isBodyWeightAssumed)
    #expect(session.bodyWeight == nil)
    let estimate = try #require(session.calorieEstimate)
    #expect(abs(Mass.pounds(kilograms: estimate.bodyWeight) - 154.3) < 1e-9)
    #expect(abs(session.calories - 452) < 0.5)
  }

  @Test func `work, power and pace are derived from pack weight, distance and duration`() throws {
    let session = session(packWeight: 40)
    session.distance = 5
    session.duration = 3600
    session.isCompleted = true
    try context.save()
    #expect(session.ruckWork == 200)
    #expect(session.ruckPower == 200)
    #expect(session.averagePace == 12)
    session.duration = 0
    #expect(session.ruckPower == 0)
  }

  @Test(arguments: [
    (30.0, 1.0, SessionError.sessionTooShort), (59.999, 1, .sessionTooShort),
    (3600, 100, .unreasonableDistance), (3600, 50.01, .unreasonableDistance),
    (3600, -1, .unreasonableDistance), (3600, .nan, .unreasonableDistance),
    (-3600, 5, .invalidEndDate), (0, 5, .invalidEndDate),
  ])
  func `an invalid completion leaves the session unchanged`(
    seconds: Double, miles: Double, error: SessionError
  ) throws {
    let session = session(packWeight: 30)
    try context.save()
    let modified = session.lastModified
    #expect(throws: error) {
      try session.completeSession(endDate: start + seconds, finalDistance: miles)
    }
    #expect(session.isCompleted == false)
    #expect(session.endDate == nil)
    #expect(session.distance == 0)
    #expect(session.duration == 0)
    #expect(session.calories == 0)
    #expect(session.lastModified == modified)
    #expect(context.hasChanges == false)
  }

  @Test func `consecutive invalid completions each throw their own error`() {
    let session = session(packWeight: 30)
    #expect(throws: SessionError.sessionTooShort) {
      try session.completeSession(endDate: start + 30, finalDistance: 1)
    }
    #expect(throws: SessionError.unreasonableDistance) {
      try session.completeSession(endDate: start + 3600, finalDistance: 100)
    }
    #expect(throws: SessionError.invalidEndDate) {
      try session.completeSession(endDate: start - 3600, finalDistance: 5)
    }
  }

  @Test func `durations and distances at the limits are accepted`() throws {
    let shortest = session(packWeight: 30)
    try shortest.completeSession(endDate: start + 60, finalDistance: 0)
    #expect(shortest.calories == 0)
    #expect(shortest.calorieEstimate == nil)
    let longest = session(packWeight: 30)
    try longest.completeSession(endDate: start + 86400, finalDistance: 50)
    #expect(longest.isCompleted)
  }

  @Test func `a completed session cannot be completed again`() throws {
    let session = session(packWeight: 30)
    try session.completeSession(endDate: start + 3600, finalDistance: 4)
    #expect(throws: SessionError.alreadyCompleted) {
      try session.completeSession(endDate: start + 7200, finalDistance: 5)
    }
    #expect(session.distance == 4)
  }

  @Test func `the intensity score combines pack weight, distance, climb and pace`() throws {
    let session = session(packWeight: 50)
    session.distance = 6
    session.duration = 3600
    session.elevationGain = 500
    session.averagePace = 10
    session.isCompleted = true
    try context.save()
    let expected = (50.0 * 6 / 100 + 500.0 / 100 * 1.2) * (15.0 / 10)
    #expect(abs(session.intensityScore - expected) < 1e-9)
  }

  @Test func `the stored pace applies until distance and duration are known`() {
    let session = session(packWeight: 50)
    session.averagePace = 12.7
    #expect(session.averagePace == 12.7)
    #expect(session.formattedPace == "12:42")
    session.distance = 4
    session.duration = 3600
    #expect(session.averagePace == 15)
  }

  @Test(arguments: [
    (12.7, "12:42"), (5.05, "5:03"), (59.999, "60:00"), (0, "--"), (.nan, "--"), (9.995, "10:00"),
  ])
  func `a pace is formatted as minutes and seconds`(pace: Double, text: String) {
    let session = session(packWeight: 0)
    session.averagePace = pace
    #expect(session.formattedPace == text)
  }

  @Test(arguments: [(3600.0, "1h"), (3661, "1h 1m 1s"), (0, "0s")])
  func `a duration is formatted in hours, minutes and seconds`(seconds: Double, text: String) {
    let session = session(packWeight: 0)
    session.duration = seconds
    #expect(session.formattedDuration == text)
  }

  @Test func `heart rates are aggregated from metrics and from track points`() throws {
    let indoor = session(packWeight: 20)
    for (second, rate) in [120.0, 121, 121].enumerated() {
      let metric = ActivityMetric(
        timestamp: start + Double(second), type: .heartRate, value: rate, unit: "bpm")
      metric.session = indoor
      context.insert(metric)
    }
    try indoor.completeSession(endDate: start + 600, finalDistance: 1)
    #expect(indoor.averageHeartRate == 121)
    #expect(indoor.maxHeartRate == 121)

    let outdoor = session(packWeight: 20)
    for rate in [100, 141] {
      let point = LocationPoint(
        TrackPoint(latitude: 0, longitude: 0, heartRate: rate), index: 0)
      point.session = outdoor
      context.insert(point)
    }
    try outdoor.completeSession(endDate: start + 600, finalDistance: 1)
    #expect(outdoor.averageHeartRate == 121)
    #expect(outdoor.maxHeartRate == 141)
  }

  @Test func `metric properties convert the stored imperial values`() throws {
    user.healthProfile.weight = 180
    let session = session(packWeight: 35)
    session.distance = 4
    session.elevationGain = 1000
    #expect(abs(session.totalDistance - 6437.376) < 1e-9)
    #expect(abs(session.totalElevationGain - 304.8) < 1e-9)
    #expect(abs(session.distanceMeasurement.converted(to: .kilometers).value - 6.437376) < 1e-3)
    let work = 215 * 0.45359237 * 9.80665 * 304.8
    #expect(abs(session.totalWork - work) < 1e-6)
    session.totalDistance = 1609.344
    #expect(abs(session.distance - 1) < 1e-12)
  }

  @Test func `weather data is deleted with its session`() throws {
    let session = session(packWeight: 35)
    let weather = WeatherData(
      timestamp: start, condition: "Light rain", temperature: 12.5, humidity: 88)
    weather.windSpeed = 4
    session.weatherData = weather
    try context.save()
    #expect(session.weather === weather)
    #expect(weather.session === session)
    context.delete(session)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<WeatherData>()) == 0)
  }

  @Test func `recent sessions are the latest twenty completed sessions`() throws {
    for day in 0..<1000 {
      let session = session(packWeight: 20 + Double(day % 30))
      session.startDate = start - Double(day) * 86400
      session.distance = 1 + Double(day % 9)
      session.isCompleted = true
    }
    let running = session(packWeight: 1)
    running.startDate = start + 1
    try context.save()
    let recent = try context.fetch(RuckingSession.recentSessions)
    #expect(recent.count == 20)
    #expect(recent.map(\.startDate) == (0..<20).map { start - Double($0) * 86400 })
    #expect(try context.fetch(RuckingSession.sessionsForUser(user.id)).count == 1000)
    #expect(try context.fetch(RuckingSession.sessionsForUser(UUID())).isEmpty)
  }
}
