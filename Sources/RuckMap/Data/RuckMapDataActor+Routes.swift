// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

extension RuckMapDataActor {
  /// Creates a route.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - distance: Miles, not negative.
  ///   - startLat: Degrees north of the start, -90...90.
  ///   - startLon: Degrees east of the start, -180...180.
  ///   - creatorId: The identifier of the creator.
  /// - Returns: The route, or the reason why it can't be created.
  public func createRoute(
    name: String, distance: Double, startLat: Double, startLon: Double, creatorId: UUID
  ) async -> DataResult<RouteSnapshot> {
    saving {
      guard abs(startLat) <= 90, abs(startLon) <= 180 else {
        throw DataError.businessLogicError(
          "The position \(startLat), \(startLon) is not on earth. Give degrees north and east.")
      }
      guard distance >= 0, distance.isFinite else {
        throw DataError.businessLogicError(
          "A distance of \(distance) miles is not possible. Give 0 or more.")
      }
      guard let creator = try user(creatorId) else { throw DataError.userNotFound }
      let route = Route(
        name: name, distance: distance, startLat: startLat, startLon: startLon, creator: creator)
      modelContext.insert(route)
      try modelContext.recordActivity(RouteItem.self, about: route, by: creator)
      return route
    } snapshot: {
      RouteSnapshot($0)
    }
  }

  /// Fetches public routes with at least 10 rucks, those with most rucks first.
  ///
  /// - Parameter limit: The maximum number of routes.
  /// - Returns: The routes.
  public func fetchPopularRoutes(limit: Int = 20) async -> DataResult<[RouteSnapshot]> {
    fetching {
      var descriptor = Route.popularRoutes
      descriptor.fetchLimit = max(0, limit)
      return try modelContext.fetch(descriptor).map { RouteSnapshot($0) }
    }
  }

  /// Stores a user's review of a route; an earlier review by the user is replaced.
  ///
  /// - Parameters:
  ///   - routeId: The identifier of the route.
  ///   - reviewerId: The identifier of the reviewer.
  ///   - rating: The rating, clamped to 1...5.
  ///   - comment: The reviewer's comment; nil for none.
  /// - Returns: The reviewed route.
  public func reviewRoute(
    routeId: UUID, reviewerId: UUID, rating: Double, comment: String? = nil
  ) async -> DataResult<RouteSnapshot> {
    saving {
      guard let route = try modelContext.model(Route.self, id: routeId) else {
        throw DataError.routeNotFound
      }
      guard let reviewer = try user(reviewerId) else { throw DataError.userNotFound }
      let review = route.review(by: reviewer, rating: rating)
      review.comment = comment
      try modelContext.recordActivity(ReviewItem.self, about: review, by: reviewer)
      return route
    } snapshot: {
      RouteSnapshot($0)
    }
  }

  // MARK: Gear

  /// Adds an item of gear.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - type: The kind of gear.
  ///   - weight: Pounds, not negative.
  ///   - ownerId: The identifier of the owner.
  /// - Returns: The item, or the reason why it can't be added.
  public func addEquipment(
    name: String, type: EquipmentType, weight: Double, ownerId: UUID
  ) async -> DataResult<EquipmentSnapshot> {
    saving {
      guard weight >= 0, weight.isFinite else {
        throw DataError.businessLogicError(
          "A weight of \(weight) lb is not possible. Give 0 or more.")
      }
      guard let owner = try user(ownerId) else { throw DataError.userNotFound }
      let item = Equipment(name: name, type: type, weight: weight, owner: owner)
      modelContext.insert(item)
      return item
    } snapshot: {
      EquipmentSnapshot($0)
    }
  }

  /// Records the use of a completed ruck's gear; a repeated call changes nothing.
  ///
  /// A completion itself records none.
  ///
  /// - Parameters:
  ///   - sessionId: The identifier of the ruck.
  ///   - equipmentIds: The identifiers of the gear; nil for the gear that is chosen.
  /// - Returns: The used items.
  public func recordEquipmentUse(
    sessionId: UUID, equipmentIds: [UUID]? = nil
  ) async -> DataResult<[EquipmentSnapshot]> {
    saving {
      guard let session = try modelContext.model(RuckingSession.self, id: sessionId) else {
        throw DataError.sessionNotFound
      }
      if let equipmentIds { try modelContext.setEquipment(equipmentIds, of: session) }
      session.recordEquipmentUse()
      return session.equipment
    } snapshot: { items in
      items.map { EquipmentSnapshot($0) }
    }
  }

  /// Returns the rucks, routes and gear that changed on this device.
  ///
  /// - Parameter token: The token of an earlier batch, after which changes count; nil for all.
  /// - Returns: The changed objects, and the token for the next call.
  public func getUnsyncedData(
    after token: DefaultHistoryToken? = nil
  ) async -> DataResult<UnsyncedData> {
    fetching { try UnsyncedData(modelContext, after: token) }
  }

  /// Runs `work` and returns its result, or the error of the fetch.
  func fetching<Value: Sendable>(_ work: () throws -> Value) -> DataResult<Value> {
    do {
      return .success(try work())
    } catch {
      return .failure(.fetchError(error))
    }
  }
}

extension Route {
  /// Returns a user's review with a rating; an earlier review by the user is updated.
  ///
  /// - Parameters:
  ///   - reviewer: The user, of the route's context.
  ///   - rating: The rating, clamped to 1...5.
  ///   - now: The time of the change.
  /// - Returns: The review.
  @discardableResult
  public func review(by reviewer: User, rating: Double, at now: Date = Date()) -> RouteReview {
    if let known = reviews.first(where: { $0.reviewer?.id == reviewer.id }) {
      known.rating = RouteReview.clamped(rating)
      known.createdAt = now
      return known
    }
    let review = RouteReview(rating: rating, reviewer: reviewer, route: self)
    review.createdAt = now
    reviews.append(review)
    return review
  }
}
