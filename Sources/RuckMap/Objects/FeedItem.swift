// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// An entry of the feed with the present values of its object.
package struct FeedItem: Sendable, Hashable, Identifiable {
  /// The object that the entry is about.
  package enum Subject: Sendable, Hashable {
    case ruck(RuckSummary)
    /// An award, with the ruck that reached its value; nil if no single ruck did.
    case award(ruck: UUID?)
    case route(UUID)
    case challenge(UUID)
    case event(UUID)
    /// A note, which has no object.
    case note
  }

  package var id: UUID
  package var kind: SocialActivityKind
  package var createdAt: Date
  /// The name of the acting person.
  package var person: String
  /// The name of the object, or the text of the note; nil for a ruck without a name.
  package var title: String?
  package var subject: Subject
  /// The rating of a review, 1...5.
  package var rating: Double?
  package var group: UUID?
  package var groupName: String?
}

/// A reader of entries, which reads each kind of objects once.
struct FeedReader {
  private struct Object {
    var title: String
    var subject: FeedItem.Subject
    var rating: Double?
  }

  private let context: ModelContext
  private let calendar: Calendar
  private let now: Date
  /// The objects of a kind by the identifiers of their entries.
  private var objects: [SocialActivityKind: [UUID: Object]] = [:]
  private var awards: [UUID: [UUID: Object]] = [:]

  init(context: ModelContext, calendar: Calendar, now: Date) {
    self.context = context
    self.calendar = calendar
    self.now = now
  }

  /// Reads an entry; nil if its object was deleted, or no longer has an entry.
  ///
  /// An award is lost by an edit of its rucks, and a person may have left a challenge on another
  /// device. The objects decide, so that the feed is right after every change and merge.
  ///
  /// - Throws: A `SwiftDataError`.
  mutating func item(_ entry: SocialActivity) throws -> FeedItem? {
    guard let found = try object(of: entry) else { return nil }
    let title = found.title.trimmingCharacters(in: .whitespacesAndNewlines)
    return FeedItem(
      id: entry.id, kind: entry.kind, createdAt: entry.createdAt,
      person: entry.user?.displayName ?? "A deleted user", title: title.isEmpty ? nil : title,
      subject: found.subject, rating: found.rating, group: entry.group?.id,
      groupName: entry.group?.name)
  }

  private mutating func object(of entry: SocialActivity) throws -> Object? {
    switch entry.kind {
    case .note: return entry.text.map { Object(title: $0, subject: .note) }
    case .sessionCompleted:
      guard let session = entry.session, session.isCompleted else { return nil }
      return Object(title: session.name ?? "", subject: .ruck(RuckSummary(session)))
    case .routeCreated:
      return entry.route.map { Object(title: $0.name, subject: .route($0.id)) }
    case .achievementEarned:
      guard let user = entry.user?.id else { return nil }
      if awards[user] == nil { awards[user] = try readAwards(of: user) }
      return awards[user]?[entry.id]
    case .routeReviewed, .challengeJoined, .eventPlanned:
      if objects[entry.kind] == nil { objects[entry.kind] = try read(entry.kind) }
      return objects[entry.kind]?[entry.id]
    }
  }

  private func readAwards(of user: UUID) throws -> [UUID: Object] {
    var found: [UUID: Object] = [:]
    for award in try context.awards(of: user, in: calendar, at: now) {
      let id = SocialActivity.identifier(.achievementEarned, about: award.id, by: user)
      found[id] = Object(title: award.title, subject: .award(ruck: award.ruck))
    }
    return found
  }

  private func read(_ kind: SocialActivityKind) throws -> [UUID: Object] {
    var found: [UUID: Object] = [:]
    func add(_ object: UUID, by user: UUID, _ value: Object) {
      found[SocialActivity.identifier(kind, about: object, by: user)] = value
    }
    switch kind {
    case .routeReviewed:
      for review in try context.fetch(ReviewItem.all) {
        guard let route = review.route, let reviewer = review.reviewer else { continue }
        add(
          review.id, by: reviewer.id,
          Object(title: route.name, subject: .route(route.id), rating: review.rating))
      }
    case .challengeJoined:
      for challenge in try context.fetch(ChallengeItem.all) {
        for user in challenge.participants {
          add(
            challenge.id, by: user.id,
            Object(title: challenge.name, subject: .challenge(challenge.id)))
        }
      }
    case .eventPlanned:
      for event in try context.fetch(EventItem.all) {
        guard let organizer = event.organizer else { continue }
        add(event.id, by: organizer.id, Object(title: event.name, subject: .event(event.id)))
      }
    case .sessionCompleted, .routeCreated, .achievementEarned, .note: break
    }
    return found
  }
}
