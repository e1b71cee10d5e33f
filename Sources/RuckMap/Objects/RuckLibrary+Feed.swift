// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// The maximum number of characters of a note.
  package static let longestNote = 2_000

  /// Returns the entries of the feed whose objects exist, newest first.
  ///
  /// It writes the entries about awards that an unfinished batch of imports left out.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of entries.
  ///   - group: The group of the entries; nil for all.
  ///   - calendar: The calendar of the days of streaks, for awards.
  ///   - now: The current time, by which challenges have ended.
  /// - Returns: The entries.
  /// - Throws: A `SwiftDataError`.
  package func feed(
    limit: Int = 50, of group: UUID? = nil, in calendar: Calendar, at now: Date = Date()
  ) throws -> [FeedItem] {
    recordActivitiesOfBatches()
    let page = min(max(limit, 20), 100)
    var descriptor = FetchDescriptor<SocialActivity>(
      sortBy: [SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.id)])
    if let group { descriptor.predicate = #Predicate { $0.group?.id == group } }
    descriptor.fetchLimit = page
    descriptor.relationshipKeyPathsForPrefetching = [\.session, \.route]
    var reader = FeedReader(context: modelContext, calendar: calendar, now: now)
    var items: [FeedItem] = []
    var offset = 0
    while items.count < limit {
      descriptor.fetchOffset = offset
      let entries = try modelContext.fetch(descriptor)
      for entry in entries {
        if let item = try reader.item(entry) { items.append(item) }
      }
      if entries.count < page { break }
      offset += page
    }
    return Array(items.prefix(limit))
  }

  /// Adds a note of the user to the feed.
  ///
  /// - Parameters:
  ///   - text: The text, of 1 to ``longestNote`` characters.
  ///   - group: The group in which the note is shown; nil for none.
  ///   - date: The time of the note.
  /// - Returns: The entry's identifier.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is stored then.
  @discardableResult
  package func addNote(_ text: String, to group: UUID? = nil, at date: Date = Date()) throws -> UUID
  {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    try RuckObjectError.check(text, "Note", field: "note")
    guard !text.exceeds(Self.longestNote) else {
      throw RuckObjectError.invalid(
        "The note can have at most \(Self.longestNote) characters.", field: "note")
    }
    return try modelContext.returning {
      let entry = SocialActivity(kind: .note, user: try ownerForUpdate(), createdAt: date)
      modelContext.insert(entry)
      entry.text = text
      entry.group = try modelContext.related(GroupItem.self, group)
      return entry.id
    }
  }

  /// Deletes a note.
  ///
  /// - Parameter id: The identifier of the entry.
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, ``RuckObjectError/invalid(_:field:)`` for another
  ///   entry, or a `SwiftDataError`; nothing is changed then.
  package func removeNote(_ id: UUID) throws {
    try modelContext.transaction {
      let found = try modelContext.fetch(
        FetchDescriptor<SocialActivity>(predicate: #Predicate { $0.id == id }))
      guard let entry = found.first else {
        throw RuckObjectError.notFound("note", id: id.uuidString.lowercased())
      }
      guard entry.kind == .note else {
        throw RuckObjectError.invalid(
          "Only notes can be deleted. Another entry leaves the feed with its object.", field: nil)
      }
      modelContext.delete(entry)
    }
  }
}
