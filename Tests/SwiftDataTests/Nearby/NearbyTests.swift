// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import SwiftData
import Testing

/// Searches by distance.
@Suite struct NearbyTests {
  @Model
  final class Place {
    #Index<Place>(.rtree([\.latitude, \.longitude]))
    var name: String
    var latitude: Double
    var longitude: Double

    init(_ name: String, _ latitude: Double, _ longitude: Double) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// A model with optional coordinates and without an index.
  @Model
  final class Photo {
    var name: String
    var north: Double?
    var east: Double?

    init(_ name: String, _ north: Double?, _ east: Double?) {
      self.name = name
      self.north = north
      self.east = east
    }
  }

  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Place.self, Photo.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.autosaveEnabled = false
  }

  private func search(
    _ latitude: Double, _ longitude: Double, radius: Double = .infinity, limit: Int? = nil
  ) throws -> [NearbyModel<Place>] {
    var nearby = NearbyDescriptor<Place>(
      latitude: \.latitude, longitude: \.longitude, center: (latitude, longitude))
    nearby.radius = radius
    nearby.fetchLimit = limit
    return try context.search(nearby)
  }

  @Test func `the nearest models come first, with their distances in metres`() throws {
    for place in [
      Place("Zurich", 47.3769, 8.5417), Place("Thun", 46.758, 7.628), Place("Bern", 46.948, 7.447),
      Place("Sydney", -33.8688, 151.2093),
    ] { context.insert(place) }
    try context.save()
    let found = try search(46.948, 7.447)
    #expect(found.map(\.model.name) == ["Bern", "Thun", "Zurich", "Sydney"])
    #expect(found[0].distance == 0)
    #expect(found[1].distance == Geodesic.distance(from: (46.948, 7.447), to: (46.758, 7.628)))
    #expect(try search(46.948, 7.447, limit: 2).map(\.model.name) == ["Bern", "Thun"])
    #expect(try search(46.948, 7.447, radius: 30_000).map(\.model.name) == ["Bern", "Thun"])
    #expect(try search(46.948, 7.447, radius: 0).map(\.model.name) == ["Bern"])
    #expect(try search(46.948, 7.447, radius: -1).isEmpty)
    #expect(try search(46.948, 7.447, radius: .nan).isEmpty)
  }

  @Test func `the antimeridian is no border`() throws {
    for place in [
      Place("Taveuni", -16.85, 179.97), Place("Rabi", -16.5, -179.98),
      Place("Suva", -18.14, 178.44),
      Place("360", -16.6, 180.03),
    ] { context.insert(place) }
    try context.save()
    #expect(
      try search(-16.7, 179.999, radius: 60_000).map(\.model.name) == ["360", "Taveuni", "Rabi"])
    #expect(
      try search(-16.7, -179.999, radius: 30_000).map(\.model.name) == ["360", "Taveuni", "Rabi"])
    #expect(try search(-16.7, 3_600 + 179.999, radius: 60_000).count == 3)
    #expect(try search(-16.7, 539.9, limit: 4).map(\.model.name).last == "Suva")
  }

  @Test func `all longitudes are near at the poles`() throws {
    for longitude in stride(from: -180.0, to: 180, by: 45) {
      context.insert(Place("\(longitude)", 89.9, longitude))
      context.insert(Place("\(longitude)", -89.9, longitude))
    }
    try context.save()
    #expect(try search(90, 0, radius: 12_000).count == 8)
    #expect(try search(89.95, 12, radius: 20_000).count == 8)
    #expect(try search(-90, 77, limit: 3).allSatisfy { $0.model.latitude < 0 })
    #expect(try search(89.99, 0, radius: 10_100).count == 1)
  }

  @Test func `random searches equal a scan of all models`() throws {
    var random = SystemRandomNumberGenerator()
    let places = (0..<800).map { index in
      let isPolar = index % 4 == 0
      return Place(
        "\(index)",
        isPolar ? .random(in: 88...90, using: &random) : .random(in: -90...90, using: &random),
        .random(in: -180...180, using: &random))
    }
    for place in places { context.insert(place) }
    try context.save()
    for _ in 0..<60 {
      let center = (
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
      )
      let radius = pow(10, Double.random(in: 4...7.4, using: &random))
      let limit = Int.random(in: 1...30, using: &random)
      let wanted = places.map { place in
        (place.name, Geodesic.distance(from: center, to: (place.latitude, place.longitude)))
      }.sorted { $0.1 < $1.1 }
      #expect(
        try search(center.0, center.1, radius: radius).map(\.model.name)
          == wanted.filter { $0.1 <= radius }.map(\.0), "\(center) \(radius)")
      #expect(
        try search(center.0, center.1, limit: limit).map(\.model.name)
          == wanted.prefix(limit).map(\.0), "\(center) \(limit)")
    }
  }

  @Test func `a predicate and unsaved changes are reflected`() throws {
    let places = (0..<40).map { Place("\($0)", Double($0), 0) }
    for place in places { context.insert(place) }
    try context.save()
    var nearby = NearbyDescriptor<Place>(
      latitude: \.latitude, longitude: \.longitude, center: (0, 0),
      predicate: #Predicate { $0.latitude > 2 })
    nearby.fetchLimit = 2
    #expect(try context.search(nearby).map(\.model.name) == ["3", "4"])
    nearby.fetchOffset = 1
    #expect(try context.search(nearby).map(\.model.name) == ["4", "5"])
    nearby.fetchOffset = nil
    // A condition that only Swift evaluates.
    nearby.predicate = #Predicate { $0.name.contains(/5$/) }
    #expect(try context.search(nearby).map(\.model.name) == ["5", "15"])
    nearby.predicate = nil
    places[0].latitude = 50
    context.delete(places[1])
    context.insert(Place("new", 2.5, 0))
    nearby.fetchLimit = 3
    #expect(try context.search(nearby).map(\.model.name) == ["2", "new", "3"])
    nearby.includePendingChanges = false
    #expect(try context.search(nearby).map(\.model.name) == ["0", "1", "2"])
    nearby.fetchLimit = -1
    #expect(try context.search(nearby).count == 40)
    nearby.fetchLimit = 3
    nearby.includePendingChanges = true
    try context.delete(model: Place.self, where: #Predicate { $0.latitude < 10 })
    #expect(try context.search(nearby).map(\.model.name) == ["10", "11", "12"])
  }

  @Test func `optional coordinates need no index`() throws {
    for photo in [
      Photo("far", 10, 10), Photo("none", nil, 1), Photo("near", 1, 1), Photo("wrong", 100, 1),
    ] { context.insert(photo) }
    for _ in 0..<2 {
      var nearby = NearbyDescriptor<Photo>(latitude: \.north, longitude: \.east, center: (0, 0))
      #expect(try context.search(nearby).map(\.model.name) == ["near", "far"])
      nearby.radius = 200_000
      #expect(try context.search(nearby).map(\.model.name) == ["near"])
      try context.save()
    }
  }

  @Test func `a center that is no position is an error`() throws {
    for center in [(91.0, 0.0), (0, .infinity), (.nan, 0)] {
      #expect(throws: SwiftDataError.unsupportedKeyPath) { try search(center.0, center.1) }
    }
  }
}
