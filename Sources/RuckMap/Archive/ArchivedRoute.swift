// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A route with its line, waypoints, reviews and tags.
struct ArchivedRoute: ArchivedObject {
  static let key = "route"
  static let noun = "route"

  var id: UUID
  var creator: UUID?
  var name: String
  var description: String?
  var distance: Double
  var elevationGain: Double
  var elevationLoss: Double
  var difficulty: RouteDifficulty
  var estimatedDuration: TimeInterval
  var routeType: RouteType
  var terrain: TerrainType
  var surface: WalkingSurface?
  var isPublic: Bool
  var isOfficial: Bool
  var isChildFriendly: Bool
  var createdAt: Date
  var lastModified: Date
  var startLatitude: Double
  var startLongitude: Double
  var endLatitude: Double?
  var endLongitude: Double?
  /// The line as ``RoutePath/encoded()`` returns it.
  var path: Data?
  var tags: [String]
  var waypoints: [ArchivedWaypoint]
  var reviews: [ArchivedReview]

  init(_ model: Route) {
    id = model.id
    creator = model.creator?.id
    name = model.name
    description = model.description
    distance = model.distance
    elevationGain = model.elevationGain
    elevationLoss = model.elevationLoss
    difficulty = model.difficulty
    estimatedDuration = model.estimatedDuration
    routeType = model.routeType
    terrain = model.terrain
    surface = model.surface
    isPublic = model.isPublic
    isOfficial = model.isOfficial
    isChildFriendly = model.isChildFriendly
    createdAt = model.createdAt
    lastModified = model.lastModified
    startLatitude = model.startLatitude
    startLongitude = model.startLongitude
    endLatitude = model.endLatitude
    endLongitude = model.endLongitude
    path = model.pathData
    tags = model.tags
    waypoints = model.waypoints.map { ArchivedWaypoint($0) }
      .sorted { ($0.order, $0.id.uuidString) < ($1.order, $1.id.uuidString) }
    reviews = model.reviews.map { ArchivedReview($0) }
      .sorted { ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString) }
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, description)
    for tag in tags { try ArchivedValues.check(texts: tag) }
    try ArchivedValues.check(
      numbers: distance, elevationGain, elevationLoss, estimatedDuration)
    try ArchivedValues.check(dates: createdAt, lastModified)
    try ArchivedValues.check(latitude: startLatitude, longitude: startLongitude)
    try ArchivedValues.check(latitude: endLatitude, longitude: endLongitude)
    if let path, RoutePath(decoding: path) == nil { throw .malformed }
    for waypoint in waypoints {
      try ArchivedValues.check(texts: waypoint.name, waypoint.description)
      try ArchivedValues.check(latitude: waypoint.latitude, longitude: waypoint.longitude)
      try ArchivedValues.check(numbers: waypoint.elevation)
    }
    for review in reviews {
      try ArchivedValues.check(texts: review.comment)
      try ArchivedValues.check(dates: review.createdAt)
      try ArchivedValues.check(numbers: review.recommendedPackWeight)
      guard RouteReview.clamped(review.rating) == review.rating else { throw .malformed }
    }
  }

  func makeModel() -> Route {
    let model = Route(
      name: name, distance: distance, startLat: startLatitude, startLon: startLongitude,
      creator: nil)
    model.id = id
    model.description = description
    model.elevationGain = elevationGain
    model.elevationLoss = elevationLoss
    model.difficulty = difficulty
    model.estimatedDuration = estimatedDuration
    model.routeType = routeType
    model.terrain = terrain
    model.surface = surface
    model.isPublic = isPublic
    model.isOfficial = isOfficial
    model.isChildFriendly = isChildFriendly
    model.createdAt = createdAt
    model.lastModified = lastModified
    model.endLatitude = endLatitude
    model.endLongitude = endLongitude
    model.pathData = path
    return model
  }

  func relate(_ model: Route, with restorer: StoreRestorer) throws {
    model.creator = try restorer.user(creator)
    model.tags = tags
    for waypoint in waypoints {
      guard let row = try restorer.inserted(waypoint.makeModel(), id: waypoint.id) else { continue }
      row.route = model
    }
    for review in reviews {
      guard let row = try restorer.inserted(review.makeModel(), id: review.id) else { continue }
      row.reviewer = try restorer.user(review.reviewer)
      row.route = model
    }
  }
}

/// A marked place of a route.
struct ArchivedWaypoint: Codable, Sendable, Hashable {
  var id: UUID
  var name: String
  var description: String?
  var latitude: Double
  var longitude: Double
  var elevation: Double?
  var waypointType: WaypointType
  var order: Int
}

/// A review of a route.
struct ArchivedReview: Codable, Sendable, Hashable {
  var id: UUID
  var reviewer: UUID?
  var rating: Double
  var comment: String?
  var createdAt: Date
  var difficulty: RouteDifficulty?
  var recommendedPackWeight: Double?
}

extension ArchivedWaypoint {
  fileprivate init(_ model: Waypoint) {
    self.init(
      id: model.id, name: model.name, description: model.description, latitude: model.latitude,
      longitude: model.longitude, elevation: model.elevation, waypointType: model.waypointType,
      order: model.order)
  }

  fileprivate func makeModel() -> Waypoint {
    let model = Waypoint(
      name: name, latitude: latitude, longitude: longitude, type: waypointType, order: order)
    model.id = id
    model.description = description
    model.elevation = elevation
    return model
  }
}

extension ArchivedReview {
  fileprivate init(_ model: RouteReview) {
    self.init(
      id: model.id, reviewer: model.reviewer?.id, rating: model.rating, comment: model.comment,
      createdAt: model.createdAt, difficulty: model.difficulty,
      recommendedPackWeight: model.recommendedPackWeight)
  }

  fileprivate func makeModel() -> RouteReview {
    let model = RouteReview(id: id, rating: rating, createdAt: createdAt)
    model.comment = comment
    model.difficulty = difficulty
    model.recommendedPackWeight = recommendedPackWeight
    return model
  }
}
