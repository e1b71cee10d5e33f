// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import PageKit
import RuckMap

/// The texts of an entry of the feed, for pages and the command.
struct FeedText: Sendable {
  let item: FeedItem
  let measure: MeasureFormat

  /// The name of the object, or the text of a note.
  var title: String {
    if case .ruck(let ruck) = item.subject { return RuckTitle.text(ruck) }
    return item.title ?? RuckWords.title(item.kind)
  }

  /// The person and the event, such as "Sam completed a ruck of 4.02 mi with 35 lb".
  var event: String {
    let event =
      switch item.kind {
      case .sessionCompleted: "completed a ruck" + ruckFigures
      case .routeCreated: "added a route"
      case .routeReviewed:
        "reviewed a route" + (item.rating.map { " with \(FieldFormat.number($0)) of 5" } ?? "")
      case .challengeJoined: "takes part in a challenge"
      case .achievementEarned: "earned an award"
      case .eventPlanned: "planned an event"
      case .note: "wrote a note"
      }
    return "\(item.person) \(event)" + (item.groupName.map { " · \($0)" } ?? "")
  }

  private var ruckFigures: String {
    guard case .ruck(let ruck) = item.subject else { return "" }
    let pack = ruck.packWeight > 0 ? " with \(measure.weight(ruck.packWeight))" : ""
    return " of \(measure.distance(ruck.distance))" + pack
  }

  /// The path of the object's page; nil for a note, and for an award without a ruck.
  var path: String? {
    switch item.subject {
    case .ruck(let ruck): RuckPaths.ruck(ruck.id)
    case .award(let ruck): ruck.map(RuckPaths.ruck)
    case .route(let id): "\(RuckTab.routes.path)/\(RuckPaths.text(id))"
    case .challenge(let id):
      "\(ObjectKind<ChallengeItem>.challenges.path)/\(RuckPaths.text(id))"
    case .event(let id): EventRoutes.path(id)
    case .note: nil
    }
  }
}

extension RuckJSON {
  /// An entry of the feed.
  static func feed(_ item: FeedItem, _ text: FeedText) -> RuckJSON {
    var values: [String: RuckJSON] = [
      "id": RuckJSON(item.id), "kind": .text(item.kind.rawValue), "date": .date(item.createdAt),
      "person": .text(item.person), "title": .text(text.title), "group": .text(item.groupName),
    ]
    switch item.subject {
    case .ruck(let ruck): values["ruck_id"] = RuckJSON(ruck.id)
    case .award(let ruck): values["ruck_id"] = RuckJSON(ruck)
    case .route(let id): values["route_id"] = RuckJSON(id)
    case .challenge(let id): values["challenge_id"] = RuckJSON(id)
    case .event(let id): values["event_id"] = RuckJSON(id)
    case .note: break
    }
    if let rating = item.rating { values["rating"] = .number(rating) }
    return .object(values)
  }
}
