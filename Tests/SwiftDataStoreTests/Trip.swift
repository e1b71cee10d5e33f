// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

@Model
final class Trip {
  @Attribute(.unique) var code: String
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

  init(_ name: String, code: String) {
    self.name = name
    self.code = code
  }
}

@Model
final class Stop {
  var place: String
  var trip: Trip?

  init(_ place: String, trip: Trip? = nil) {
    self.place = place
    self.trip = trip
  }
}

/// A model without relationships.
@Model
final class Remark {
  var text: String
  var count = 0

  init(_ text: String) { self.text = text }
}

/// A model with a position and indexed words.
@Model
final class Landmark {
  #Index<Landmark>(.rtree([\.latitude, \.longitude]))
  #FullText<Landmark>(.words([\.name]))
  var name: String
  var region: String
  var latitude: Double
  var longitude: Double

  init(_ name: String, in region: String, _ latitude: Double, _ longitude: Double) {
    self.name = name
    self.region = region
    self.latitude = latitude
    self.longitude = longitude
  }
}
