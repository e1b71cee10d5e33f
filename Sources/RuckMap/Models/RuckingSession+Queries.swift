// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

extension RuckingSession {
  /// The 20 most recent completed rucks, newest first.
  public static var recentSessions: FetchDescriptor<RuckingSession> {
    var descriptor = completedSessions
    descriptor.fetchLimit = 20
    return descriptor
  }

  /// All completed rucks, newest first.
  public static var completedSessions: FetchDescriptor<RuckingSession> {
    FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.isCompleted },
      sortBy: [SortDescriptor(\.startDate, order: .reverse)])
  }

  /// A user's completed rucks, newest first.
  public static func sessionsForUser(_ userId: UUID) -> FetchDescriptor<RuckingSession> {
    FetchDescriptor<RuckingSession>(
      predicate: #Predicate { session in
        session.user?.id == userId && session.isCompleted
      },
      sortBy: [SortDescriptor(\.startDate, order: .reverse)])
  }

  /// The ruck with an identifier.
  public static func withIdentifier(_ id: UUID) -> FetchDescriptor<RuckingSession> {
    var descriptor = FetchDescriptor<RuckingSession>(predicate: #Predicate { $0.id == id })
    descriptor.fetchLimit = 1
    return descriptor
  }

  /// The running rucks of all users, the earliest first.
  public static var activeSessions: FetchDescriptor<RuckingSession> {
    // An equation uses the index, unlike a negation.
    FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.isCompleted == false }, sortBy: [SortDescriptor(\.startDate)])
  }

  /// A user's running rucks.
  static func activeSessions(of userId: UUID) -> FetchDescriptor<RuckingSession> {
    FetchDescriptor<RuckingSession>(
      predicate: #Predicate { session in
        session.user?.id == userId && session.isCompleted == false
      },
      sortBy: [SortDescriptor(\.startDate)])
  }

  /// The ruck imported from a recording with a fingerprint.
  static func withFingerprint(_ fingerprint: String) -> FetchDescriptor<RuckingSession> {
    var descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.sourceFingerprint == fingerprint })
    descriptor.fetchLimit = 1
    return descriptor
  }
}
