// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Geodesy
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns the routes whose name, description or tags contain all words of a text.
  ///
  /// - Parameters:
  ///   - text: Words separated by white space, in any case; without a word, all routes match.
  ///   - difficulty: The difficulty; nil for any.
  /// - Returns: The routes by name, without their lines.
  /// - Throws: A `SwiftDataError`.
  package func routes(
    containing text: String = "", difficulty: RouteDifficulty? = nil
  ) throws -> [RouteItem] {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    return try modelContext.fetch(RouteItem.all).filter { route in
      words.allSatisfy { word in
        ([route.name, route.description ?? "", route.terrain.rawValue] + route.tags)
          .contains { $0.localizedStandardContains(word) }
      } && difficulty.map { route.difficulty == $0 } ?? true
    }.map { RouteItem($0, path: RoutePath(points: [])) }
  }

  /// Returns the reviews of a route, newest first.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func reviews(of route: UUID) throws -> [ReviewItem] {
    try model(RouteItem.self, route).reviews.map { ReviewItem($0) }
      .sorted { $0.createdAt > $1.createdAt }
  }

  /// Returns the user's review of a route; nil if there is none.
  package func ownReview(of route: UUID) throws -> ReviewItem? {
    guard let owner = try owner() else { return nil }
    return try object(
      ReviewItem.self, RouteReview.identifier(route: route, reviewer: owner.id))
  }

  /// Stores the user's review of a route; a second review replaces the first.
  ///
  /// - Parameter review: The values with the route's identifier.
  /// - Returns: The stored review.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func setReview(_ review: ReviewItem) throws -> ReviewItem {
    guard let route = review.route else {
      throw RuckObjectError.invalid("Choose a route.", field: "route")
    }
    _ = try model(RouteItem.self, route)
    guard let own = try ownReview(of: route) else { return try insert(review) }
    return try edit(ReviewItem.self, own.id) { stored in
      stored.rating = review.rating
      stored.comment = review.comment
      stored.difficulty = review.difficulty
      stored.recommendedPackWeight = review.recommendedPackWeight
    }
  }

  /// Returns the rucks on a route, newest first.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func rucks(on route: UUID) throws -> [RuckSummary] {
    try model(RouteItem.self, route).sessions.filter(\.isCompleted)
      .sorted { $0.startDate > $1.startDate }.map { RuckSummary($0) }
  }

  /// Makes a route from a ruck's track, and assigns it to the ruck.
  ///
  /// - Parameters:
  ///   - ruck: The ruck's identifier.
  ///   - name: The route's name; nil for the ruck's.
  /// - Returns: The route.
  /// - Throws: ``RuckLibraryError``, ``RuckObjectError/invalid(_:field:)`` for a ruck without
  ///   positions, or a `SwiftDataError`; nothing is changed then.
  package func makeRoute(from ruck: UUID, named name: String? = nil) throws -> RouteItem {
    let session = try session(ruck)
    let recorded = try track(of: ruck)
    let visible = try privacyMask().cut(recorded)
    let isCut = visible.count < recorded.count
    let path = RoutePath(track: visible).thinned(to: RoutePath.longest)
    guard !isCut || path.points.count > 1 else {
      throw RuckObjectError.invalid(
        "All positions of the ruck are inside of privacy zones, so no route can be made from it.",
        field: nil)
    }
    guard path.points.count > 1 else {
      throw RuckObjectError.invalid(
        "The ruck has no positions, so no route can be made from it.", field: nil)
    }
    var item = RouteItem()
    item.name = name ?? session.name ?? "Route of \(session.sourceFile ?? "a ruck")"
    item.path = path
    item.type = path.shape
    item.estimatedDuration = session.movingTime > 0 ? session.movingTime : nil
    let stored = try insert(item)
    try modelContext.transaction {
      let route = try model(RouteItem.self, stored.id)
      // The ruck's own figures are better than those of the thinned line, but they would reveal the
      // length of a hidden part.
      if !isCut {
        route.distance = session.distance
        route.elevationGain = session.elevationGain
        route.elevationLoss = session.elevationLoss
        route.updateDifficulty()
      }
      session.route = route
      session.markEdited()
    }
    return try object(RouteItem.self, stored.id) ?? stored
  }

  /// Exports the line of a route as a GPX file, such as for a watch.
  ///
  /// - Parameters:
  ///   - route: The route's identifier.
  ///   - includesPrivatePlaces: Whether the line contains the privacy zones; by default they are cut.
  /// - Returns: The file's bytes.
  /// - Throws: ``RuckObjectError``, also for a route without a line or inside of privacy zones, an
  ///   `ActivityFileError`, or a `SwiftDataError`.
  package func routeFile(_ route: UUID, includesPrivatePlaces: Bool = false) throws -> Data {
    let item = try object(RouteItem.self, route)
    guard let item else { throw RuckObjectError.notFound(RouteItem.noun, id: route.uuidString) }
    let line = item.path.track
    guard !line.isEmpty else {
      throw RuckObjectError.invalid("The route has no line.", field: nil)
    }
    let track = includesPrivatePlaces ? line : try privacyMask().cut(line)
    guard !track.isEmpty else {
      throw RuckObjectError.invalid(
        "All positions of the route are inside of privacy zones.", field: nil)
    }
    return try TrackFile.gpx(
      track, name: item.name, notes: item.details.isEmpty ? nil : item.details)
  }

  /// Assigns a saved route to a ruck, or none.
  ///
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckObjectError/notFound(_:id:)``, or a
  ///   `SwiftDataError`; nothing is changed then.
  package func setRoute(_ route: UUID?, of ruck: UUID) throws {
    try modelContext.transaction {
      let session = try session(ruck)
      session.route = try route.map { try model(RouteItem.self, $0) }
      session.markEdited()
    }
  }

  /// Returns the identifier of a ruck's route; nil if it has none.
  package func route(of ruck: UUID) throws -> UUID? { try session(ruck).route?.id }
}

extension RoutePath {
  /// A loop if the ends are near each other, out and back if the way back is near the way out.
  fileprivate var shape: RouteType {
    guard let first = points.first, let last = points.last else { return .loop }
    let near = max(100, length / 50)
    guard Self.metres(first, last) < near else { return .pointToPoint }
    let half = points.count / 2
    let pairs = stride(from: 0, to: half, by: max(1, half / 20)).map { index in
      points[half...].map { Self.metres(points[index], $0) }.min() ?? near
    }
    let isRepeated = pairs.count(where: { $0 < 30 }) * 10 > pairs.count * 8
    return isRepeated ? .outAndBack : .loop
  }

  private static func metres(_ one: Point, _ other: Point) -> Double {
    LocationCalculator.haversineDistance(
      from: (one.latitude, one.longitude), to: (other.latitude, other.longitude))
  }
}
