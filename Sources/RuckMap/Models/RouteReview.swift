// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A user's rating of a route; a user has one review of a route.
///
/// The identifier of a review with route and reviewer follows from both, so that reviews that two
/// devices write offline are one review.
@Model
public final class RouteReview {
  #Index<RouteReview>([\.route, \.createdAt], [\.reviewer])

  /// The rating of the best route.
  public static let highestRating = 5.0
  /// The rating of the worst route.
  public static let lowestRating = 1.0

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The rating, 1...5.
  public var rating: Double
  /// The reviewer's comment.
  public var comment: String?
  /// The time of the last change.
  public var createdAt: Date
  /// The difficulty as the reviewer felt it.
  public var difficulty: RouteDifficulty?
  /// Pounds that the reviewer recommends to carry.
  public var recommendedPackWeight: Double?

  /// The reviewed route.
  @Relationship(deleteRule: .nullify)
  public var route: Route?

  /// The user who wrote the review.
  @Relationship(deleteRule: .nullify)
  public var reviewer: User?

  /// Creates a review of a route that is set later.
  ///
  /// - Parameters:
  ///   - rating: The rating, clamped to 1...5; a NaN counts as 1.
  ///   - reviewer: The user who writes the review.
  public init(rating: Double, reviewer: User) {
    self.id = UUID()
    self.rating = RouteReview.clamped(rating)
    self.reviewer = reviewer
    self.createdAt = Date()
  }

  /// Creates a review whose reviewer and route are set later.
  init(id: UUID, rating: Double, createdAt: Date) {
    self.id = id
    self.rating = rating
    self.createdAt = createdAt
  }

  /// Creates a user's review of a route.
  ///
  /// - Parameters:
  ///   - rating: The rating, clamped to 1...5; a NaN counts as 1.
  ///   - reviewer: The user who writes the review.
  ///   - route: The reviewed route.
  public convenience init(rating: Double, reviewer: User, route: Route) {
    self.init(rating: rating, reviewer: reviewer)
    self.id = RouteReview.identifier(route: route.id, reviewer: reviewer.id)
    self.route = route
  }

  /// The identifier of a user's review of a route.
  public static func identifier(route: UUID, reviewer: UUID) -> UUID {
    UUID(derivedFrom: "RouteReview", route, reviewer)
  }

  /// A rating within 1...5.
  public static func clamped(_ rating: Double) -> Double {
    rating.isNaN ? lowestRating : max(lowestRating, min(highestRating, rating))
  }
}
