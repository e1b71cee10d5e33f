// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Measures
package import SwiftData

/// A saved route with its figures, in SI units.
package struct RouteItem: RuckObject {
  package static let noun = "route"

  package var id = UUID()
  package var name = ""
  package var details = ""
  package var type = RouteType.loop
  package var terrain = TerrainType.trail
  package var tags: [String] = []
  package var isPublic = false
  package var isOfficial = false
  package var isChildFriendly = false
  /// The line, from which length and ends follow; empty for a route without one.
  package var path = RoutePath(points: [])
  /// Metres; the length of the line, if there is one.
  package var distance: Double?
  /// Metres; the climb of the line, if it has heights.
  package var elevationGain: Double?
  /// Metres, not negative.
  package var elevationLoss: Double?
  /// Seconds; nil if unknown.
  package var estimatedDuration: TimeInterval?

  package private(set) var difficulty = RouteDifficulty.easy
  /// The start; nil for a new route.
  package private(set) var start: RoutePath.Point?
  /// The mean rating, 1...5; nil without reviews.
  package private(set) var rating: Double?
  package private(set) var reviewCount = 0
  package private(set) var completions = 0
  package private(set) var isPopular = false
  /// Kilocalories of a person of 70 kg with 15 kg; nil without an estimated duration.
  package private(set) var estimatedCalories: Double?
  package private(set) var createdAt = Date.distantPast

  package init() {}

  package init(_ model: Route) {
    self.init(model, path: model.path ?? RoutePath(points: []))
  }

  /// Reads a model, without its line for a list.
  init(_ model: Route, path: RoutePath) {
    id = model.id
    name = model.name
    details = model.description ?? ""
    type = model.routeType
    terrain = model.terrain
    tags = model.tags
    isPublic = model.isPublic
    isOfficial = model.isOfficial
    isChildFriendly = model.isChildFriendly
    self.path = path
    distance = Length.metres(miles: model.distance)
    elevationGain = Length.metres(feet: model.elevationGain)
    elevationLoss = Length.metres(feet: model.elevationLoss)
    estimatedDuration = model.estimatedDuration > 0 ? model.estimatedDuration : nil
    difficulty = model.difficulty
    start = RoutePath.Point(latitude: model.startLatitude, longitude: model.startLongitude)
    rating = model.rating
    reviewCount = model.reviews.count
    completions = model.totalCompletions
    isPopular = model.isPopular
    estimatedCalories = model.estimatedDuration > 0 ? model.estimatedCalories : nil
    createdAt = model.createdAt
  }

  package var title: String { name }

  package static var all: FetchDescriptor<Route> {
    FetchDescriptor(sortBy: [SortDescriptor(\.name), SortDescriptor(\.id)])
  }

  package static func descriptor(for id: UUID) -> FetchDescriptor<Route> {
    FetchDescriptor(predicate: #Predicate { $0.id == id })
  }

  package func validate() throws(RuckObjectError) {
    try RuckObjectError.check(name, "Name", field: "name")
    try RuckObjectError.check(distance, "Distance", in: 0...1e7, unit: "m", field: "distance")
    try RuckObjectError.check(elevationGain, "Climb", in: 0...1e5, unit: "m", field: "climb")
    try RuckObjectError.check(elevationLoss, "Descent", in: 0...1e5, unit: "m", field: "descent")
    try RuckObjectError.check(
      estimatedDuration, "Time", in: 0...1e7, unit: "s", field: "duration")
    guard path.points.isEmpty || path.points.count > 1 else {
      throw .invalid("A line needs at least two positions.", field: "line")
    }
  }

  package func makeModel(owner: User) -> Route {
    Route(name: name, distance: 0, startLat: 0, startLon: 0, creator: owner)
  }

  package static func limit(_ model: Route, to audience: PrivacyLevel) {
    if audience != .public { model.isPublic = false }
  }

  package func write(to model: Route, in context: ModelContext) {
    model.name = name
    model.description = details.isEmpty ? nil : details
    model.routeType = type
    model.terrain = terrain
    model.tags = tags
    model.isPublic = isPublic
    model.isOfficial = isOfficial
    model.isChildFriendly = isChildFriendly
    model.estimatedDuration = estimatedDuration ?? 0
    var (distance, gain, loss) = (distance, elevationGain, elevationLoss)
    if let first = path.points.first, let last = path.points.last, model.path != path {
      model.path = path
      model.startLatitude = first.latitude
      model.startLongitude = first.longitude
      let isClosed = first.latitude == last.latitude && first.longitude == last.longitude
      model.endLatitude = isClosed ? nil : last.latitude
      model.endLongitude = isClosed ? nil : last.longitude
      distance = path.length
      if let climb = path.climb { (gain, loss) = climb }
    }
    model.distance = Length.miles(metres: distance ?? 0)
    model.elevationGain = Length.feet(metres: gain ?? 0)
    model.elevationLoss = Length.feet(metres: loss ?? 0)
    model.updateDifficulty()
  }
}
