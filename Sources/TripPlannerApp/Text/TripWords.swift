// Cairn
// SPDX-License-Identifier: Apache-2.0

package import TripPlanner

/// The titles and icons of kinds, states and roles.
package enum TripWords {
  /// The title of a means of transport.
  package static func title(_ transport: Transport) -> String {
    switch transport {
    case .flight: "Flight"
    case .train: "Train"
    case .bus: "Bus"
    case .boat: "Boat"
    case .car: "Car"
    case .taxi: "Taxi"
    case .bicycle: "Bicycle"
    case .walk: "Walk"
    case .other: "Transport"
    }
  }

  /// The name of the icon, which is also the class of the color.
  static func icon(_ transport: Transport) -> String {
    switch transport {
    case .flight, .train, .bus, .boat, .car, .walk: transport.rawValue
    case .taxi: "car"
    case .bicycle: "bicycle"
    case .other: "place"
    }
  }

  /// The title of a kind of the plan.
  package static func title(_ kind: PlanKind) -> String {
    switch kind {
    case .activity: "Activity"
    case .lodging: "Stay"
    case .food: "Meal"
    case .event: "Event"
    }
  }

  static func icon(_ kind: PlanKind) -> String {
    switch kind {
    case .activity, .lodging, .event: kind.rawValue
    case .food: "meal"
    }
  }

  /// The title of a category of places.
  package static func title(_ category: PlaceCategory) -> String {
    switch category {
    case .airport: "Airport"
    case .trainStation: "Station"
    case .busStop: "Bus stop"
    case .port: "Port"
    case .lodging: "Hotel"
    case .restaurant: "Restaurant"
    case .attraction: "Sight"
    case .business: "Business"
    case .other: "Place"
    }
  }

  /// The title of a role.
  package static func title(_ role: CollaboratorRole) -> String {
    switch role {
    case .owner: "Owner"
    case .editor: "Editor"
    case .viewer: "Viewer"
    }
  }

  /// The title of a state.
  package static func title(_ status: BookingStatus) -> String {
    switch status {
    case .confirmed: "Confirmed"
    case .planned: "Not booked"
    case .pending: "Pending"
    case .cancelled: "Cancelled"
    }
  }

  /// The name of an entity for people, such as "segment".
  static func noun(_ entity: String) -> String {
    switch entity {
    case "Trip": "trip"
    case "Segment": "transport"
    case "DayPlanItem": "plan"
    case "Place": "place"
    case "Route": "route"
    case "PackingItem": "packing line"
    case "PackingTemplate": "packing template"
    case "DocumentAsset": "document"
    case "Collaborator": "person"
    case "Booking": "booking"
    case "Expense": "cost"
    case "ExchangeRate": "exchange rate"
    case "UserProfile": "profile"
    default: entity
    }
  }

  /// The name of a property for people: `departureGate` becomes "departure gate".
  static func property(_ name: String) -> String {
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty, words.last != " " { words.append(" ") }
      words.append(character.lowercased())
    }
    return words.hasPrefix("is ") ? String(words.dropFirst(3)) : words
  }
}
