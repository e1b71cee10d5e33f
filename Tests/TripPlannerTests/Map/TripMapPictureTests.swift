// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

/// The map of a trip.
struct TripMapPictureTests {
  private func position(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try #require(Coordinates(latitude: latitude, longitude: longitude))
  }

  /// The points of the first path with a class.
  private func lines(_ svg: String, _ name: String) throws -> [[(x: Int, y: Int)]] {
    let path = try #require(svg.firstMatch(of: try Regex("class=\"\(name)\" d=\"([^\"]*)\"")))
    let data = String(try #require(path.output[1].substring))
    return try data.split(separator: "M").map { line in
      var points: [(x: Int, y: Int)] = []
      for step in line.replacing("z", with: "").split(separator: "l") {
        let numbers = try step.matches(of: /-?\d+/).map { try #require(Int($0.output)) }
        try #require(numbers.count == 2)
        let last = points.last ?? (0, 0)
        points.append((last.x + numbers[0], last.y + numbers[1]))
      }
      return points
    }
  }

  @Test func `a flight over the date line is one line on a map centered on the Pacific`() throws {
    let (akl, lax) = (try position(-37.008, 174.792), try position(33.943, -118.408))
    let map = try #require(
      TripMapPicture(
        legs: [.init(from: akl, to: lax, isFlight: true)],
        markers: [
          .init(position: akl, number: 1, label: "Auckland"),
          .init(position: lax, number: 2, label: "Los Angeles"),
        ]))
    let svg = map.svg(title: "Map")
    let flight = try lines(svg, "map-flight")
    #expect(flight.count == 1)
    // From the west to the east, without a jump over the picture.
    let xs = try #require(flight.first).map(\.x)
    #expect(zip(xs, xs.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 60 }, "\(xs)")
    #expect(svg.contains("Auckland") && svg.contains("Los Angeles"))
    #expect(try !lines(svg, "map-land").isEmpty)
  }

  @Test func `a trip around the world is cut where the map ends`() throws {
    let stops = try [
      position(51.47, -0.45), position(1.36, 103.99), position(-33.95, 151.18),
      position(21.32, -157.92), position(40.64, -73.78), position(51.47, -0.45),
    ]
    let legs = zip(stops, stops.dropFirst()).map {
      TripMapPicture.Leg(from: $0, to: $1, isFlight: true)
    }
    let map = try #require(TripMapPicture(legs: legs, markers: []))
    for line in try lines(map.svg(title: "Map"), "map-flight") {
      for (point, next) in zip(line, line.dropFirst()) {
        #expect(abs(next.x - point.x) < 200, "a line crosses the whole map")
      }
    }
  }

  @Test func `a great circle from Auckland to Los Angeles passes its middle`() throws {
    let way = GreatCircle.points(
      from: try position(-37.008, 174.792), to: try position(33.943, -118.408))
    let middle = way[way.count / 2]
    // geographiclib: 1.844 S, 151.090 W on the ellipsoid; the sphere differs by some minutes.
    #expect(abs(middle.latitude + 1.844) < 0.2)
    #expect(abs(middle.longitude + 151.09) < 0.2)
  }

  @Test func `a great circle between antipodes goes over the north pole`() throws {
    let way = GreatCircle.points(from: try position(0, 10), to: try position(0, -170))
    #expect(way.contains { $0.latitude == 90 })
    let same = try position(1, 1)
    #expect(GreatCircle.points(from: same, to: same) == [same, same])
  }

  @Test func `names fit into the picture with the larger text of a phone`() throws {
    let (west, east) = (try position(51.47, -0.45), try position(-33.95, 151.18))
    let map = try #require(
      TripMapPicture(
        legs: [.init(from: west, to: east, isFlight: true)],
        markers: [
          .init(position: west, number: 1, label: "London Heathrow"),
          .init(position: east, number: 2, label: "Sydney Kingsford Smith"),
        ]))
    let names = map.svg(title: "Map")
      .matches(of: /text-anchor="(\w+)" x="([\d.]+)" y="[\d.]+">([^<]+)</)
    #expect(names.count == 2)
    for name in names {
      // A character of 24 units is 12 wide on the average.
      let (x, width) = (try #require(Double(name.2)), Double(name.3.count) * 12)
      let left = name.1 == "start" ? x : name.1 == "end" ? x - width : x - width / 2
      #expect(left >= 0 && left + width <= MapFrame.width, "\(name.0)")
    }
  }

  @Test func `there is no map without a position`() {
    #expect(TripMapPicture(legs: [], markers: []) == nil)
  }

  @Test(arguments: [(0.0, 0.0), (89.9, 12.0), (-90.0, 180.0), (64.1, -21.9)])
  func `a map of one place is finite`(latitude: Double, longitude: Double) throws {
    let place = try position(latitude, longitude)
    let map = try #require(
      TripMapPicture(legs: [], markers: [.init(position: place, number: 1, label: "<b>")]))
    let svg = map.svg(title: "a \"map\"")
    #expect(!svg.contains("nan") && !svg.contains("inf") && !svg.contains("<b>"))
  }
}
