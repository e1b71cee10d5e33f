// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A review of a route, in SI units.
package struct ReviewItem: RuckObject {
  package static let noun = "review"

  package var id = UUID()
  /// The route; needed for a new review.
  package var route: UUID?
  /// The rating, 1...5.
  package var rating: Double?
  package var comment = ""
  package var difficulty: RouteDifficulty?
  /// Kilograms that the reviewer recommends to carry.
  package var recommendedPackWeight: Double?

  package private(set) var routeName = ""
  package private(set) var reviewer = ""
  package private(set) var createdAt = Date.distantPast

  package init() {}

  package init(_ model: RouteReview) {
    id = model.id
    route = model.route?.id
    rating = model.rating
    comment = model.comment ?? ""
    difficulty = model.difficulty
    recommendedPackWeight = model.recommendedPackWeight.map(Mass.kilograms(pounds:))
    routeName = model.route?.name ?? ""
    reviewer = model.reviewer?.displayName ?? ""
    createdAt = model.createdAt
  }

  package var title: String { routeName }

  package static var all: FetchDescriptor<RouteReview> {
    FetchDescriptor(sortBy: [SortDescriptor(\.createdAt, order: .reverse), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<RouteReview> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    guard let rating else { throw .invalid("Rating: a value is needed.", field: "rating") }
    try RuckObjectError.check(
      rating, "Rating", in: RouteReview.lowestRating...RouteReview.highestRating, unit: "",
      field: "rating")
    try RuckObjectError.check(
      recommendedPackWeight, "Pack", in: 0...500, unit: "kg", field: "pack")
  }

  package func makeModel(owner: User) -> RouteReview {
    RouteReview(rating: rating ?? RouteReview.lowestRating, reviewer: owner)
  }

  package func write(to model: RouteReview, in context: ModelContext) throws {
    if model.route == nil {
      guard let route, let target = try context.fetch(RouteItem.descriptor(for: route)).first
      else { throw RuckObjectError.invalid("Choose a route.", field: "route") }
      if let reviewer = model.reviewer {
        model.id = RouteReview.identifier(route: target.id, reviewer: reviewer.id)
      }
      model.route = target
    }
    model.rating = RouteReview.clamped(rating ?? model.rating)
    model.comment = comment.isEmpty ? nil : comment
    model.difficulty = difficulty
    model.recommendedPackWeight = recommendedPackWeight.map(Mass.pounds(kilograms:))
    model.createdAt = Date()
  }
}
