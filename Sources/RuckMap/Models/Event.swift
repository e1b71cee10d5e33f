// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A planned ruck at a time and a place, alone or with a group.
@Model
public final class Event {
  #Index<Event>([\.startDate], [\.group, \.startDate])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The description by the organizer.
  public var details: String?
  /// The start.
  public var startDate: Date
  /// The end; nil if it is open.
  public var endDate: Date?
  /// The name of the place.
  public var placeName: String?
  /// Degrees north; nil if unknown.
  public var latitude: Double?
  /// Degrees east; nil if unknown.
  public var longitude: Double?
  /// The planned distance in miles; nil if open.
  public var distance: Double?
  /// The planned pack in pounds; nil if open.
  public var packWeight: Double?
  /// Minutes before the start at which a reminder is due; nil for none.
  public var reminderMinutes: Int?
  /// The audience.
  public var visibility: PrivacyLevel = PrivacyLevel.private
  /// True if the event does not take place.
  public var isCancelled: Bool = false
  /// The time of creation.
  public var createdAt: Date

  /// The user who planned the event.
  @Relationship(deleteRule: .nullify)
  public var organizer: User?

  /// The group; nil for an event of single users.
  @Relationship(deleteRule: .nullify)
  public var group: Group?

  /// The route; nil if open.
  @Relationship(deleteRule: .nullify)
  public var route: Route?

  /// The users who take part.
  @Relationship(deleteRule: .nullify, inverse: \User.events)
  public var participants: [User] = []

  /// The rucks of the event.
  @Relationship(deleteRule: .nullify, inverse: \RuckingSession.event)
  public var sessions: [RuckingSession] = []

  /// Creates an event without participants.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - startDate: The start.
  ///   - organizer: The user who plans the event.
  public init(name: String, startDate: Date, organizer: User?) {
    self.id = UUID()
    self.name = name
    self.startDate = startDate
    self.createdAt = Date()
    self.organizer = organizer
  }

  /// The time at which the reminder is due; nil without a reminder, or if the event is cancelled.
  public var reminderDate: Date? {
    guard let reminderMinutes, !isCancelled else { return nil }
    return startDate.addingTimeInterval(-60 * Double(reminderMinutes))
  }
}
