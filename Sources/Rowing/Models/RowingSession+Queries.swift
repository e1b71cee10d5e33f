// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

extension RowingSession {
  /// The number of sessions in a list of recent ones.
  public static let recentLimit = 50

  /// An athlete's completed sessions, newest first, at most ``recentLimit``, with their strokes.
  public static func recentSessions(of athleteID: UUID) -> FetchDescriptor<RowingSession> {
    var descriptor = FetchDescriptor<RowingSession>(
      predicate: #Predicate { session in
        session.athlete?.id == athleteID && session.isComplete
      },
      sortBy: [SortDescriptor(\.startTime, order: .reverse)])
    descriptor.fetchLimit = recentLimit
    descriptor.relationshipKeyPathsForPrefetching = [\.metrics]
    return descriptor
  }

  /// The time for which a session without an end counts as running.
  public static let activeDuration: TimeInterval = 6 * 3600

  /// The running sessions that started at most six hours before a time, newest first; a session that
  /// was closed as incomplete has an end, and doesn't run.
  ///
  /// The cutoff is captured: a live query counts from its creation.
  ///
  /// - Parameter now: The time from which the cutoff is calculated.
  /// - Returns: The descriptor.
  public static func activeSessions(at now: Date = Date()) -> FetchDescriptor<RowingSession> {
    let cutoff = now.addingTimeInterval(-activeDuration)
    return FetchDescriptor<RowingSession>(
      predicate: #Predicate { session in
        !session.isComplete && session.endTime == nil && session.startTime > cutoff
      },
      sortBy: [SortDescriptor(\.startTime, order: .reverse)])
  }

  /// The session with an identifier.
  public static func withIdentifier(_ id: UUID) -> FetchDescriptor<RowingSession> {
    var descriptor = FetchDescriptor<RowingSession>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    return descriptor
  }
}

extension PerformanceMetric {
  /// A session's strokes in the order of time.
  public static func metrics(of sessionID: UUID) -> FetchDescriptor<PerformanceMetric> {
    FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { metric in metric.session?.id == sessionID },
      sortBy: [SortDescriptor(\.timestamp), SortDescriptor(\.index)])
  }
}

extension ModelContainer {
  /// An athlete's recent sessions, initially and after each save that changes them.
  public func recentSessions(of athleteID: UUID) -> ResultsSequence<RowingSession> {
    results(of: RowingSession.recentSessions(of: athleteID))
  }

  /// A session's strokes, initially and after each save that changes them.
  public func metrics(of sessionID: UUID) -> ResultsSequence<PerformanceMetric> {
    results(of: PerformanceMetric.metrics(of: sessionID))
  }

  /// The running sessions, initially and after each save that changes them.
  public func activeSessions(at now: Date = Date()) -> ResultsSequence<RowingSession> {
    results(of: RowingSession.activeSessions(at: now))
  }
}
