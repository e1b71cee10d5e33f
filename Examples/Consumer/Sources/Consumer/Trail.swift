// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A trail, with the hikes that were made on it.
@Model
final class Trail {
  @Attribute(.unique) var name: String
  /// Kilometres.
  var length: Double
  @Relationship(deleteRule: .cascade, inverse: \Hike.trail) var hikes: [Hike] = []

  init(name: String, length: Double) {
    self.name = name
    self.length = length
  }
}
