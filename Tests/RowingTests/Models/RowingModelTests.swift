// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

@Suite struct RowingModelTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try RowingStore.inMemory()
    context = ModelContext(container)
  }

  @Test func `an athlete has the seed's defaults`() {
    let before = Date()
    let athlete = Athlete(name: "Anna", email: "anna@example.com")
    #expect(athlete.name == "Anna")
    #expect(athlete.email == "anna@example.com")
    #expect(athlete.userRole == .athlete)
    #expect(athlete.teamID == nil)
    #expect(athlete.profileImageData == nil)
    #expect(athlete.preferredBoat == nil)
    #expect(athlete.weight == nil)
    #expect(athlete.height == nil)
    #expect(athlete.createdAt >= before)
    #expect(athlete.modifiedAt == athlete.createdAt)
    #expect(athlete.isActive)
    #expect(athlete.sessions.isEmpty)
    #expect(Athlete(name: "Ben", email: "", userRole: .coach).userRole == .coach)
  }

  @Test func `a session has the seed's defaults`() {
    let id = UUID()
    let session = RowingSession(athleteID: id, pm5DeviceID: "430123456")
    #expect(session.athleteID == id)
    #expect(session.teamID == nil)
    #expect(session.pm5DeviceID == "430123456")
    #expect(session.sessionType == .training)
    #expect(session.endTime == nil)
    for value in [
      session.totalDistance, session.totalTime, session.averagePace, session.averageStrokeRate,
      session.averagePower, session.maxPower, session.dragFactor,
    ] { #expect(value == 0) }
    #expect(!session.isComplete)
    #expect(session.createdAt == session.startTime)
    #expect(session.athlete == nil)
    #expect(session.metrics.isEmpty)
    #expect(
      RowingSession(athleteID: id, pm5DeviceID: "", sessionType: .race).sessionType == .race)
  }

  @Test func `a stroke has the seed's defaults`() {
    let (id, time) = (UUID(), Date(timeIntervalSince1970: 1000))
    let metric = PerformanceMetric(sessionID: id, timestamp: time)
    #expect(metric.sessionID == id)
    #expect(metric.timestamp == time)
    for value in [
      metric.distance, metric.pace, metric.power, metric.driveTime, metric.recoveryTime,
      metric.strokeLength, metric.peakForce, metric.averageForce, metric.workPerStroke,
    ] { #expect(value == 0) }
    #expect(metric.strokeRate == 0)
    #expect(metric.strokeCount == 0)
    #expect(metric.heartRate == nil)
    #expect(metric.strokePhase == .catch)
    #expect(metric.session == nil)
  }

  @Test func `enumerations have the seed's raw values`() {
    #expect(UserRole.allCases.map(\.rawValue) == ["athlete", "coach", "admin"])
    #expect(BoatType.allCases.map(\.rawValue) == ["Single", "Double", "Four", "Eight"])
    #expect(SessionType.allCases.map(\.rawValue) == ["Training", "Test", "Race"])
    #expect(StrokePhase.allCases.map(\.rawValue) == ["catch", "drive", "finish", "recovery"])
  }

  @Test func `identifiers of relations are set by the relation only`() throws {
    let (anna, ben) = (Athlete(name: "Anna", email: ""), Athlete(name: "Ben", email: ""))
    let team = Team(name: "Eights")
    anna.team = team
    let session = RowingSession(athleteID: anna.id, pm5DeviceID: "")
    let metric = PerformanceMetric(sessionID: UUID())
    for model: any PersistentModel in [anna, ben, team, session, metric] as [any PersistentModel] {
      context.insert(model)
    }
    session.athlete = ben
    session.team = team
    metric.session = session
    try context.save()
    #expect(session.athleteID == ben.id)
    #expect(session.teamID == team.id)
    #expect(metric.sessionID == session.id)
    #expect(anna.teamID == team.id)
    anna.sessions.append(session)
    #expect(session.athleteID == anna.id)
    context.delete(team)
    try context.save()
    #expect(anna.teamID == nil)
    #expect(session.teamID == nil)
  }

  @Test func `deleting an athlete deletes sessions, strokes and intervals`() throws {
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    let session = RowingSession(athlete: athlete)
    context.insert(session)
    context.insert(PerformanceMetric(id: UUID(), session: session, index: 0, timestamp: Date()))
    let interval = RowingInterval(index: 0, kind: .work)
    context.insert(interval)
    interval.session = session
    try context.save()
    context.delete(athlete)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<RowingSession>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<PerformanceMetric>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<RowingInterval>()) == 0)
  }

  @Test func `private attributes are encrypted in records`() throws {
    let entity = try #require(
      Schema(versionedSchema: RowingSchemaV1.self).entities.first { $0.name == "Athlete" })
    let encrypted = entity.attributes.filter { $0.options.contains(.allowsCloudEncryption) }
    #expect(
      Set(encrypted.map(\.name)) == ["email", "weight", "height", "birthYear", "profileImageData"])
  }

  @Test func `the three queries find their objects`() throws {
    let athlete = Athlete(name: "Anna", email: "")
    let other = Athlete(name: "Ben", email: "")
    context.insert(athlete)
    context.insert(other)
    let now = Date(timeIntervalSince1970: 1_000_000)
    for index in 0..<60 {
      let session = RowingSession(
        athlete: index.isMultiple(of: 12) ? other : athlete,
        startTime: now.addingTimeInterval(Double(-index) * 3600))
      session.isComplete = !index.isMultiple(of: 2)
      context.insert(session)
      for stroke in 0..<3 {
        context.insert(
          PerformanceMetric(
            id: UUID(), session: session, index: stroke,
            timestamp: session.startTime.addingTimeInterval(Double(3 - stroke))))
      }
    }
    try context.save()

    let recent = try context.fetch(RowingSession.recentSessions(of: athlete.id))
    #expect(recent.count == 30)
    #expect(recent.allSatisfy { $0.isComplete && $0.athleteID == athlete.id })
    #expect(recent.map(\.startTime) == recent.map(\.startTime).sorted(by: >))
    #expect(RowingSession.recentSessions(of: athlete.id).fetchLimit == 50)
    #expect(
      RowingSession.recentSessions(of: athlete.id).relationshipKeyPathsForPrefetching
        == [\RowingSession.metrics])

    let first = try #require(recent.first)
    let metrics = try context.fetch(PerformanceMetric.metrics(of: first.id))
    #expect(metrics.map(\.index) == [2, 1, 0])

    let active = try context.fetch(RowingSession.activeSessions(at: now))
    #expect(active.map { now.timeIntervalSince($0.startTime) / 3600 } == [0, 2, 4])

    // The seed's own predicate, on the derived identifier.
    let id = athlete.id
    let seed = FetchDescriptor<RowingSession>(
      predicate: #Predicate { $0.athleteID == id && $0.isComplete })
    #expect(try context.fetchCount(seed) == 30)
  }

  @Test func `live results follow the store`() async throws {
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    try context.save()
    var iterator = container.activeSessions().makeAsyncIterator()
    #expect(try await iterator.next()?.identifiers.isEmpty == true)
    let session = RowingSession(athlete: athlete)
    context.insert(session)
    try context.save()
    #expect(try await iterator.next()?.identifiers == [session.persistentModelID])
  }

  @Test func `a force curve is stored in newtons and shown in pounds`() {
    let metric = PerformanceMetric(sessionID: UUID())
    #expect(metric.forceCurve == nil)
    metric.forceCurve = ForceCurve(pounds: [24, 41, 83])
    let curve = metric.forceCurve
    #expect(curve?.pounds.map { ($0 * 1000).rounded() / 1000 } == [24, 41, 83])
    #expect(curve?.newtons.first.map { abs($0 - 106.757) < 0.001 } == true)
    #expect(ForceCurve(newtons: [.nan, -1, 5]).newtons == [0, 0, 5])
    #expect(ForceCurve(data: Data([1, 2, 3])) == nil)
  }

  @Test func `an identifier of version 5 is that of RFC 9562`() {
    let dns = UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8") ?? .unknown
    #expect(
      UUID(namespace: dns, name: "www.example.com").uuidString
        == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
  }

  @Test func `the store file has the seed's name and reopens`() throws {
    let folder = try TemporaryFolder()
    let id = UUID()
    do {
      let context = ModelContext(try RowingStore.container(directory: folder.url))
      let athlete = Athlete(name: "Anna", email: "anna@example.com")
      athlete.id = id
      athlete.powerZones = PowerZone.standard
      context.insert(athlete)
      try context.save()
    }
    #expect(FileManager.default.fileExists(atPath: folder.url.path + "/rowing.store"))
    let context = ModelContext(try RowingStore.container(directory: folder.url))
    let athlete = try #require(try context.fetch(FetchDescriptor<Athlete>()).first)
    #expect(athlete.id == id)
    #expect(athlete.powerZones == PowerZone.standard)
  }
}
