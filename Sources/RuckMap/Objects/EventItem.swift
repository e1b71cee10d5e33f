// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A planned ruck at a time and a place, in SI units.
package struct EventItem: RuckObject {
  package static let noun = "event"

  /// A person who takes part.
  package struct Participant: Sendable, Hashable, Identifiable {
    package var id: UUID
    package var name: String
  }

  package var id = UUID()
  package var name = ""
  package var details = ""
  package var startDate: Date
  package var endDate: Date?
  package var place = ""
  /// Metres; nil if open.
  package var distance: Double?
  /// Kilograms; nil if open.
  package var packWeight: Double?
  /// Minutes before the start; nil for no reminder.
  package var reminderMinutes: Int?
  package var visibility = PrivacyLevel.private
  package var isCancelled = false
  package var group: UUID?
  package var route: UUID?

  package private(set) var groupName: String?
  package private(set) var routeName: String?
  /// The time of the reminder; nil without one.
  package private(set) var reminderDate: Date?
  /// The people who take part, by name.
  package private(set) var participants: [Participant] = []

  /// A new event.
  package init(startDate: Date) { self.startDate = startDate }

  package init(_ model: Event) {
    id = model.id
    name = model.name
    details = model.details ?? ""
    startDate = model.startDate
    endDate = model.endDate
    place = model.placeName ?? ""
    distance = model.distance.map(Length.metres(miles:))
    packWeight = model.packWeight.map(Mass.kilograms(pounds:))
    reminderMinutes = model.reminderMinutes
    visibility = model.visibility
    isCancelled = model.isCancelled
    group = model.group?.id
    route = model.route?.id
    groupName = model.group?.name
    routeName = model.route?.name
    reminderDate = model.reminderDate
    participants = model.participants.map { Participant(id: $0.id, name: $0.displayName) }
      .sorted { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
  }

  package var title: String { name }

  package static var all: FetchDescriptor<Event> {
    FetchDescriptor(sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<Event> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    try RuckObjectError.check(from: startDate, to: endDate, field: "end")
    try RuckObjectError.check(distance, "Distance", in: 0...1e7, unit: "m", field: "distance")
    try RuckObjectError.check(packWeight, "Pack", in: 0...500, unit: "kg", field: "pack")
  }

  package func makeModel(owner: User) -> Event {
    let model = Event(name: name, startDate: startDate, organizer: owner)
    model.participants = [owner]
    return model
  }

  package static func limit(_ model: Event, to audience: PrivacyLevel) {
    model.visibility = model.visibility.limited(to: audience)
  }

  package func write(to model: Event, in context: ModelContext) throws {
    model.name = name
    model.details = details.isEmpty ? nil : details
    model.startDate = startDate
    model.endDate = endDate
    model.placeName = place.isEmpty ? nil : place
    model.distance = distance.map(Length.miles(metres:))
    model.packWeight = packWeight.map(Mass.pounds(kilograms:))
    model.reminderMinutes = reminderMinutes
    model.visibility = visibility
    model.isCancelled = isCancelled
    model.group = try context.related(GroupItem.self, group)
    model.route = try context.related(RouteItem.self, route)
  }
}
