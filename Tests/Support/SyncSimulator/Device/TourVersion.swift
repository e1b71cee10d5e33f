// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData

/// The version of the app on a device.
package enum TourVersion: String, Sendable {
  case old, new

  private static let oldSchema = Schema([
    OldTours.Place.self, OldTours.Tour.self, OldTours.Tag.self, OldTours.Stage.self,
  ])
  private static let newSchema = Schema([
    NewTours.Place.self, NewTours.Tour.self, NewTours.Tag.self, NewTours.Stage.self,
    NewTours.Photo.self, NewTours.Mark.self,
  ])

  var schema: Schema { self == .old ? Self.oldSchema : Self.newSchema }

  var options: MirroringOptions {
    var options = MirroringOptions()
    switch self {
    case .old: options.merge(\OldTours.Tour.uses, by: .sum)
    case .new:
      options.merge(\NewTours.Tour.uses, by: .sum)
      options.series(
        NewTours.Mark.self, of: \.tour, orderedBy: \.place, identifiedBy: \.key)
      // A few marks need several chunks.
      options.rowsPerChunk = 3
    }
    return options
  }

  /// Creates an object; a stage and a mark need a tour.
  func make(_ entity: String, _ key: String, in tour: (any PersistentModel)?)
    -> (any PersistentModel)?
  {
    switch (self, entity) {
    case (.old, "Place"): return OldTours.Place(name: key)
    case (.new, "Place"): return NewTours.Place(name: key)
    case (.old, "Tour"): return OldTours.Tour(key: key)
    case (.new, "Tour"): return NewTours.Tour(key: key)
    case (.old, "Tag"): return OldTours.Tag(text: key)
    case (.new, "Tag"): return NewTours.Tag(text: key)
    case (.new, "Photo"): return NewTours.Photo(key: key)
    case (.old, "Stage"):
      return (tour as? OldTours.Tour).map { OldTours.Stage(key: key, tour: $0) }
    case (.new, "Stage"):
      return (tour as? NewTours.Tour).map { NewTours.Stage(key: key, tour: $0) }
    case (.new, "Mark"):
      // Some marks are between others, and some have equal positions.
      let place = (Int(key) ?? 0) * 7 % 10
      return (tour as? NewTours.Tour).map { NewTours.Mark(key: key, place: place, tour: $0) }
    default: return nil
    }
  }

  /// The property that identifies an object for the oracle.
  static func identity(of entity: String) -> String {
    switch entity {
    case "Place": "name"
    case "Tag": "text"
    default: "key"
    }
  }
}
