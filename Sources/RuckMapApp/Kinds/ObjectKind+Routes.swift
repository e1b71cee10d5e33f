// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

extension ObjectKind<RouteItem> {
  /// The saved routes.
  static var routes: ObjectKind<RouteItem> {
    ObjectKind(
      nouns: "routes", command: "route", path: RuckTab.routes.path, new: { RouteItem() },
      fields: [
        .text("name", "Name", \.name).required.whole.example("Ridge loop"),
        .choice("type", "Shape", \.type), .choice("terrain", "Terrain", \.terrain),
        .distance("distance", "Distance", \.distance)
          .hinted("Computed, if you draw or paste a line."),
        .elevation("climb", "Climb", \.elevationGain),
        .elevation("descent", "Descent", \.elevationLoss),
        .duration("duration", "Estimated time", \.estimatedDuration).example("2:30"),
        .tags,
        .flag("public", "Public", \.isPublic).hinted(
          "May be published to other people, if the audience in your settings is public."),
        .flag("child-friendly", "Suitable for children", \.isChildFriendly),
        .notes("details", "Description", \.details),
        .line.summarized { route, _ in
          route.path.points.isEmpty
            ? "" : RuckWords.count(route.path.points.count, "position")
        },
      ],
      json: { route in
        [
          "name": .text(route.name), "details": .text(route.details),
          "type": .text(route.type.rawValue), "terrain": .text(route.terrain.rawValue),
          "difficulty": .text(route.difficulty.rawValue),
          "tags": .list(route.tags.map(RuckJSON.text)), "public": .flag(route.isPublic),
          "official": .flag(route.isOfficial), "child_friendly": .flag(route.isChildFriendly),
          "distance_m": RuckJSON(route.distance),
          "elevation_gain_m": RuckJSON(route.elevationGain),
          "elevation_loss_m": RuckJSON(route.elevationLoss),
          "estimated_duration_s": RuckJSON(route.estimatedDuration),
          "estimated_calories_kcal": RuckJSON(route.estimatedCalories),
          "start_latitude": RuckJSON(degrees: route.start?.latitude),
          "start_longitude": RuckJSON(degrees: route.start?.longitude),
          "points": .integer(route.path.points.count), "rating": RuckJSON(route.rating),
          "reviews": .integer(route.reviewCount), "completions": .integer(route.completions),
          "popular": .flag(route.isPopular),
        ]
      },
      columns: ["NAME", "DISTANCE", "CLIMB", "DIFFICULTY", "TERRAIN", "RATING", "RUCKS"],
      cells: { route, format in
        [
          route.name, format.measure.distance(route.distance),
          format.measure.elevation(route.elevationGain), route.difficulty.rawValue,
          route.terrain.rawValue, route.rating.map { String(format: "%.1f", $0) } ?? "-",
          "\(route.completions)",
        ]
      },
      more: { route, format in
        [
          ("Difficulty", route.difficulty.rawValue),
          (
            "Rating",
            route.rating.map { String(format: "%.1f of 5 (%d)", $0, route.reviewCount) } ?? "-"
          ),
          ("Rucks", "\(route.completions)"),
        ]
      })
  }
}

extension ObjectField<RouteItem> {
  fileprivate static var tags: ObjectField<RouteItem> {
    ObjectField(
      name: "tags", label: "Tags", kind: .text(proposals: []), placeholder: "night, beach",
      hint: "Separated by commas.",
      read: { route, _ in route.tags.joined(separator: ", ") },
      write: { route, text, _ throws(FieldProblem) in
        let tags = text.split(separator: ",").compactMap { FieldFormat.text(String($0)) }
        guard tags.count <= 50, tags.allSatisfy({ $0.count <= 50 }) else {
          throw FieldProblem("A route can have at most 50 tags of at most 50 characters.")
        }
        route.tags = tags
      })
  }

  fileprivate static var line: ObjectField<RouteItem> {
    ObjectField(
      name: "line", label: "Positions of the line", kind: .area(rows: 6),
      placeholder: "46.947, 7.444",
      hint: "Degrees north and east, one position in a line, with the height in metres if you "
        + "know it, or the text of a GPX file. With JavaScript, you can draw the line on the map, or "
        + "choose a GPX file.",
      read: { route, _ in route.path.text },
      write: { route, text, _ throws(FieldProblem) in
        do throws(RuckObjectError) {
          route.path = try RoutePath(text: text)
        } catch {
          throw FieldProblem(error.errorDescription ?? "The line can't be read.", field: "line")
        }
      })
  }
}

extension ObjectKind<ReviewItem> {
  /// The reviews of routes.
  static var reviews: ObjectKind<ReviewItem> {
    ObjectKind(
      nouns: "reviews", command: "review", path: "\(RuckPaths.list)/reviews",
      new: { ReviewItem() },
      fields: [
        .number(
          "rating", "Rating", \.rating,
          in: RouteReview.lowestRating...RouteReview.highestRating
        ).required.hinted("From 1 to 5; 5 is the best."),
        .choice("difficulty", "Difficulty", \.difficulty, none: "As stated"),
        .mass("pack", "Recommended pack", \.recommendedPackWeight),
        .notes("comment", "Comment", \.comment),
      ],
      json: { review in
        [
          "route_id": RuckJSON(review.route), "route": .text(review.routeName),
          "rating": RuckJSON(review.rating), "comment": .text(review.comment),
          "difficulty": RuckJSON(review.difficulty?.rawValue),
          "recommended_pack_weight_kg": RuckJSON(review.recommendedPackWeight),
          "reviewer": .text(review.reviewer), "created_at": RuckJSON(review.createdAt),
        ]
      },
      columns: ["ROUTE", "RATING", "DIFFICULTY", "COMMENT"],
      cells: { review, _ in
        [
          review.routeName, review.rating.map { String(format: "%.1f", $0) } ?? "-",
          review.difficulty?.rawValue ?? "-", review.comment,
        ]
      })
  }
}
