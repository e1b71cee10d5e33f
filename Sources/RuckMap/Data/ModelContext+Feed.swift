// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ModelContext {
  /// The number of latest rucks whose missing entries are written.
  private static var latestRucks: Int { 50 }

  /// Writes the entries about a completed ruck and about the awards that its user has now.
  ///
  /// Call it in the transaction of the completion. A ruck without a user has no entries.
  ///
  /// - Throws: A `SwiftDataError`.
  func recordCompletion(of session: RuckingSession) throws {
    try recordActivity(of: session)
    if let user = session.user { try recordMissingActivities(of: user) }
  }

  /// Writes the missing entries about the awards and the latest rucks of a user.
  ///
  /// Rucks of a store without a feed, and those that a device of the first release completed, have no
  /// entries.
  ///
  /// - Throws: A `SwiftDataError`.
  func recordMissingActivities(of user: User) throws {
    try recordAwards(of: user)
    let id = user.id
    var latest = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.user?.id == id && $0.isCompleted },
      sortBy: [SortDescriptor(\.startDate, order: .reverse)])
    latest.fetchLimit = Self.latestRucks
    let sessions = try fetch(latest)
    let ids = sessions.map {
      SocialActivity.identifier(.sessionCompleted, about: $0.id, by: id)
    }
    let known = Set(
      try fetch(FetchDescriptor<SocialActivity>(predicate: #Predicate { ids.contains($0.id) }))
        .map(\.id))
    for (session, id) in zip(sessions, ids) where !known.contains(id) {
      try recordActivity(of: session)
    }
  }

  /// Writes the entry about a completed ruck, if there is none.
  ///
  /// - Throws: A `SwiftDataError`.
  func recordActivity(of session: RuckingSession) throws {
    guard session.isCompleted, let user = session.user else { return }
    let entry = try recordActivity(
      .sessionCompleted, about: session.id, by: user, at: session.endDate ?? session.startDate)
    if entry.session == nil { entry.session = session }
  }

  /// Writes the entries about awards of a user that have none.
  private func recordAwards(of user: User, at now: Date = Date()) throws {
    let calendar = UserStatistics.calendar(of: user)
    let awards = try awards(of: user.id, in: calendar, at: now)
    let ids = awards.map {
      SocialActivity.identifier(.achievementEarned, about: $0.id, by: user.id)
    }
    let known = Set(
      try fetch(FetchDescriptor<SocialActivity>(predicate: #Predicate { ids.contains($0.id) }))
        .map(\.id))
    for (award, id) in zip(awards, ids) where !known.contains(id) {
      try recordActivity(.achievementEarned, about: award.id, by: user, at: award.earnedAt)
    }
  }

  /// Writes the entry about an object, if its kind has one and there is none yet.
  ///
  /// - Throws: A `SwiftDataError`.
  func recordActivity<Object: RuckObject>(
    _ type: Object.Type, about model: Object.Model, by user: User
  ) throws {
    guard let kind = Object.activityKind else { return }
    let entry = try recordActivity(kind, about: Object(model).id, by: user, at: Date())
    Object.link(entry, to: model)
  }

  /// Relates the entry about an object to the object's present group and route.
  ///
  /// - Throws: A `SwiftDataError`.
  func relinkActivity<Object: RuckObject>(
    _ type: Object.Type, about model: Object.Model, by user: User
  ) throws {
    guard let kind = Object.activityKind else { return }
    let id = SocialActivity.identifier(kind, about: Object(model).id, by: user.id)
    let entries = try fetch(FetchDescriptor<SocialActivity>(predicate: #Predicate { $0.id == id }))
    if let entry = entries.first { Object.link(entry, to: model) }
  }

  /// Deletes the entries with some identifiers, if they exist.
  ///
  /// - Throws: A `SwiftDataError`.
  func deleteActivities(_ ids: [UUID]) throws {
    guard !ids.isEmpty else { return }
    let entries = try fetch(
      FetchDescriptor<SocialActivity>(predicate: #Predicate { ids.contains($0.id) }))
    for entry in entries { delete(entry) }
  }

  /// Returns a user's entry about an object, which is created if there is none.
  @discardableResult
  private func recordActivity(
    _ kind: SocialActivityKind, about object: UUID, by user: User, at date: Date
  ) throws -> SocialActivity {
    let id = SocialActivity.identifier(kind, about: object, by: user.id)
    let known = try fetch(FetchDescriptor<SocialActivity>(predicate: #Predicate { $0.id == id }))
    if let entry = known.first { return entry }
    let entry = SocialActivity(kind: kind, user: user, createdAt: date)
    entry.id = id
    insert(entry)
    return entry
  }
}
