// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import StoreTestSupport
import SwiftData
import Testing

/// The app's three queries, and the indexes that serve them.
@Suite struct RowingQueryTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let athlete: Athlete
  private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws {
    container = try RowingStore.inMemory()
    context = ModelContext(container)
    athlete = Athlete(name: "Anna", email: "")
    let other = Athlete(name: "Bo", email: "")
    context.insert(athlete)
    context.insert(other)
    for index in 0..<120 {
      let session = RowingSession(
        athlete: index % 2 == 0 ? athlete : other,
        startTime: start.addingTimeInterval(Double(index / 4) * 3600))
      session.isComplete = index % 10 != 0
      context.insert(session)
      for number in [1, 0] {
        let stroke = PerformanceMetric(
          id: UUID(), session: session, index: number,
          timestamp: session.startTime.addingTimeInterval(Double(number)))
        context.insert(stroke)
      }
    }
    let loose = RowingSession(athleteID: athlete.id, pm5DeviceID: "")
    loose.isComplete = true
    context.insert(loose)
    try context.save()
  }

  /// The lines of a plan that sort all rows; SQLite may sort the rows of one time by the rest of
  /// the order.
  private func sorts(_ plan: [String]) -> [String] {
    plan.filter { $0 == "USE TEMP B-TREE FOR ORDER BY" }
  }

  @Test func `an athlete's recent sessions are read in the order of their index`() throws {
    let descriptor = RowingSession.recentSessions(of: athlete.id)
    let plan = try QueryPlan.lines(descriptor, in: context, columns: "t.*")
    #expect(
      plan.contains {
        $0.contains(
          "RowingSession_athlete_isComplete_startTime_index (athlete=? AND isComplete=?)")
      }, "\(plan)")
    #expect(sorts(plan).isEmpty, "\(plan)")
    let found = try context.fetch(descriptor)
    #expect(found.count == 48)
    #expect(found.allSatisfy { $0.athlete === athlete && $0.isComplete })
    #expect(found.map(\.startTime) == found.map(\.startTime).sorted(by: >))
  }

  @Test func `a session's strokes are read in the order of their index`() throws {
    let session = try #require(
      try context.fetch(RowingSession.recentSessions(of: athlete.id)).first)
    let descriptor = PerformanceMetric.metrics(of: session.id)
    let plan = try QueryPlan.lines(descriptor, in: context, columns: "t.*")
    #expect(
      plan.contains { $0.contains("PerformanceMetric_session_timestamp_index (session=?)") },
      "\(plan)")
    #expect(sorts(plan).isEmpty, "\(plan)")
    #expect(try context.fetch(descriptor).map(\.index) == [0, 1])
  }

  @Test func `the running sessions are read from six hours before in the order of an index`() throws
  {
    let now = start.addingTimeInterval(30 * 3600)
    let descriptor = RowingSession.activeSessions(at: now)
    let plan = try QueryPlan.lines(descriptor, in: context, columns: "t.*")
    #expect(
      plan.contains { $0.contains("RowingSession_startTime_id_") && $0.contains("startTime>?") },
      "\(plan)")
    #expect(sorts(plan).isEmpty, "\(plan)")
    let found = try context.fetch(descriptor)
    #expect(found.count == 2)
    #expect(
      found.allSatisfy {
        !$0.isComplete && $0.startTime > now.addingTimeInterval(-RowingSession.activeDuration)
      })
  }

  @Test func `the newest sessions are read in the order of start and identifier`() throws {
    let newest = FetchDescriptor<RowingSession>(
      sortBy: [SortDescriptor(\.startTime, order: .reverse), SortDescriptor(\.id, order: .reverse)])
    let plan = try QueryPlan.lines(newest, in: context, columns: "t.*")
    #expect(plan.contains { $0.contains("INDEX RowingSession_startTime_id_") }, "\(plan)")
    #expect(sorts(plan).isEmpty, "\(plan)")
    let found = try context.fetch(newest)
    #expect(
      found.map(\.id) == found.sorted { ($0.startTime, $0.id) > ($1.startTime, $1.id) }.map(\.id))
  }

  @Test func `lists, records and load read no sessions without an index`() throws {
    let (id, end) = (athlete.id, start + 30 * 86_400)
    let whole: [SessionQuery] = [
      SessionQuery(), SessionQuery(isEnded: true), SessionQuery(isEnded: false),
      SessionQuery(direction: .ascending), SessionQuery(machine: .rowErg, isEnded: true),
    ]
    for query in whole {
      // The rows are read in the order of the list, until its limit.
      let plan = try QueryPlan.lines(
        FetchDescriptor(predicate: query.condition, sortBy: query.order), in: context,
        columns: "t.*")
      #expect(plan.contains { $0.contains("USING INDEX RowingSession_startTime_id_") }, "\(plan)")
      #expect(sorts(plan).isEmpty, "\(plan)")
    }
    let selected: [SessionQuery] = [
      SessionQuery(athlete: id), SessionQuery(team: UUID()), SessionQuery(from: start, to: end),
      SessionQuery(athlete: id, from: start, to: end, isEnded: true),
      SessionQuery(athlete: id, machine: .rowErg, isEnded: true),
      SessionQuery(team: UUID(), from: start, isEnded: true),
    ]
    for query in selected {
      let orders: [[SortDescriptor<RowingSession>]] = [
        query.order, [SortDescriptor(\.startTime)], [],
      ]
      for order in orders {
        let plan = try QueryPlan.lines(
          FetchDescriptor(predicate: query.condition, sortBy: order), in: context, columns: "t.*")
        #expect(plan.contains { $0.hasPrefix("SEARCH t USING ") }, "\(query): \(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN t") }, "\(query): \(plan)")
      }
    }
  }

  @Test func `totals of sessions read an index alone`() throws {
    let start = start
    let ended = FetchDescriptor<RowingSession>(
      predicate: #Predicate { $0.startTime >= start && ($0.isComplete || $0.endTime != nil) })
    for descriptor in [FetchDescriptor<RowingSession>(), ended] {
      let plan = try QueryPlan.lines(
        descriptor, in: context, columns: "count(*), sum(t.totalDistance), sum(t.totalTime)")
      #expect(plan.contains { $0.contains("USING COVERING INDEX") }, "\(plan)")
    }
  }

  @Test func `an import finds logbook numbers and totals by their indexes`() throws {
    let numbers: [String?] = (0..<300).map { "\($0)" }
    let (shortest, longest) = (1199.0, 1206.0)
    let (nearest, farthest) = (4999.0, 5025.0)
    let found = try QueryPlan.lines(
      FetchDescriptor<RowingSession>(predicate: #Predicate { numbers.contains($0.sourceID) }),
      in: context)
    #expect(
      found.contains { $0.contains("RowingSession_sourceID_startTime_index (sourceID=?)") },
      "\(found)")
    let equal = try QueryPlan.lines(
      FetchDescriptor<RowingSession>(
        predicate: #Predicate {
          $0.recordedStrokes == 0 && $0.totalTime >= shortest && $0.totalTime <= longest
            && $0.totalDistance >= nearest && $0.totalDistance <= farthest
        }), in: context)
    #expect(
      equal.contains { $0.contains("RowingSession_totalTime_totalDistance_index (totalTime>?") },
      "\(equal)")
  }

  @Test func `a part of a session's strokes is read in the order of the session`() throws {
    let session = try #require(
      try context.fetch(RowingSession.recentSessions(of: athlete.id)).first)
    let id = session.id
    let descriptor = FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { $0.session?.id == id && !$0.isRest && $0.index >= 1 },
      sortBy: [SortDescriptor(\.index)])
    let plan = try QueryPlan.lines(descriptor, in: context, columns: "t.*")
    #expect(
      plan.contains {
        $0.contains("PerformanceMetric_session_index_index (session=? AND index>?)")
      },
      "\(plan)")
    #expect(sorts(plan).isEmpty, "\(plan)")
    #expect(try context.fetch(descriptor).map(\.index) == [1])
  }

  @Test func `sessions of other athletes and without an athlete meet a negated condition`() throws {
    let id = athlete.id
    let others = try context.fetch(
      FetchDescriptor<RowingSession>(predicate: #Predicate { $0.athlete?.id != id }))
    #expect(others.count == 61)
    #expect(others.allSatisfy { $0.athlete !== athlete })
    let unknown = UUID()
    #expect(
      try context.fetchCount(
        FetchDescriptor<RowingSession>(predicate: #Predicate { $0.athlete?.id == unknown })) == 0)
    #expect(
      try context.fetchCount(
        FetchDescriptor<RowingSession>(predicate: #Predicate { $0.athlete?.id != unknown })) == 121)
  }
}
