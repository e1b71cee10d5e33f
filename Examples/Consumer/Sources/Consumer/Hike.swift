// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// One hike on a trail.
@Model
final class Hike {
  var date: Date
  /// Minutes.
  var minutes: Int
  var notes: String?
  var trail: Trail?

  init(date: Date, minutes: Int, notes: String? = nil) {
    self.date = date
    self.minutes = minutes
    self.notes = notes
  }
}
