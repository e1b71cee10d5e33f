// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles
import TripPlanner

/// The paths of the trips' pages, for links, forms and routes.
enum TripPaths {
  static let list = "/trips"
  static let new = "/trips/new"
  static let importFiles = "/trips/import"
  static let importText = "/trips/import/text"
  static let importStage = "/trips/import/stage"
  static let templates = "/trips/templates"
  static let deleted = "/trips/deleted"
  static let activity = "/trips/activity"
  static let feeds = "/trips/feed"
  static let feedPattern = "\(feeds)/:secret"

  static func trip(_ id: UUID) -> String { "\(list)/\(text(id))" }

  /// The path of a page of a trip, such as `budget`.
  static func page(_ trip: UUID, _ name: String) -> String { "\(self.trip(trip))/\(name)" }

  static func day(_ trip: UUID, _ day: LocalDate) -> String { page(trip, "days/\(day)") }

  static func segment(_ trip: UUID, _ id: UUID) -> String { page(trip, "segments/\(text(id))") }

  static func item(_ trip: UUID, _ id: UUID) -> String { page(trip, "items/\(text(id))") }

  static func place(_ trip: UUID, _ id: UUID) -> String { page(trip, "places/\(text(id))") }

  /// The path of a part's form or data, such as `documents` and `bookings`.
  static func part(_ trip: UUID, _ folder: String, _ id: UUID) -> String {
    page(trip, "\(folder)/\(text(id))")
  }

  static func feed(_ secret: String) -> String { "\(feeds)/\(secret).ics" }

  static func deletedItem(_ type: String, _ id: UUID, _ action: String) -> String {
    "\(deleted)/\(type)/\(text(id))/\(action)"
  }

  static func text(_ id: UUID) -> String { id.lowercaseText }

  /// The path of an object by the name of its entity; nil for one without a page.
  static func object(_ type: String, _ id: UUID, in trip: UUID?) -> String? {
    guard let trip else {
      return type == "PackingTemplate" || type == "PackingItem" ? templates : nil
    }
    return switch type {
    case "Trip": self.trip(trip)
    case "Segment": segment(trip, id)
    case "DayPlanItem": item(trip, id)
    case "Place": place(trip, id)
    case "Route": part(trip, "routes", id)
    case "PackingItem": page(trip, "packing")
    case "DocumentAsset": page(trip, "documents")
    case "Collaborator": page(trip, "people")
    case "Expense", "ExchangeRate": page(trip, "budget")
    default: nil
    }
  }
}
