// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A walk on a day.
@Model
final class Walk {
  var day: Date = Date.distantPast
  var kilometers: Double = 0
  var route: Route?

  init(day: Date, kilometers: Double, route: Route? = nil) {
    self.day = day
    self.kilometers = kilometers
    self.route = route
  }
}

/// A route that was walked once or more.
@Model
final class Route {
  @Attribute(.unique) var name: String = ""
  @Relationship(deleteRule: .nullify, inverse: \Walk.route) var walks: [Walk] = []

  init(name: String) { self.name = name }
}
