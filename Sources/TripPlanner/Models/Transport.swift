// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The means of transport of a segment or route.
///
/// Stored as its raw value in a string property, so that a value of a newer version is retained.
package enum Transport: String, Sendable, Hashable, Codable, CaseIterable {
  case flight, train, bus, boat, car, taxi, bicycle, walk, other
}

/// The kind of an item of the plan.
package enum PlanKind: String, Sendable, Hashable, Codable, CaseIterable {
  case activity, lodging, food, event
}

/// The category of a place.
package enum PlaceCategory: String, Sendable, Hashable, Codable, CaseIterable {
  case airport, trainStation, busStop, port, lodging, restaurant, attraction, business, other
}

/// The state of a booking.
package enum BookingStatus: String, Sendable, Hashable, Codable, CaseIterable {
  case planned, pending, confirmed, cancelled
}

/// The permissions of a person in a trip.
package enum CollaboratorRole: String, Sendable, Hashable, Codable, CaseIterable {
  case owner, editor, viewer
}

/// The state of an invitation.
package enum InvitationStatus: String, Sendable, Hashable, Codable, CaseIterable {
  case none, invited, accepted, declined
}

/// The kind of a change in the log.
package enum ActivityAction: String, Sendable, Hashable, Codable, CaseIterable {
  case insert, update, delete
}
