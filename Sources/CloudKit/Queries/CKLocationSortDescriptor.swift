// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

/// Sorts records by how far a field's place is from another.
public final class CKLocationSortDescriptor: NSSortDescriptor {
  /// The place to which distances are measured.
  public let relativeLocation: CLLocation
  let field: String

  /// Sorts by the distance from a place, the nearest first.
  public init(key: String, relativeLocation: CLLocation) {
    self.relativeLocation = relativeLocation
    field = key
    super.init(keyPath: \NSObject.description, ascending: true) { first, second in
      let distances = [first, second].map { object -> CLLocationDistance in
        let place: CLLocation? = (object as? CKRecord)?[key]
        return place?.distance(from: relativeLocation) ?? .infinity
      }
      if distances[0] == distances[1] { return .orderedSame }
      return distances[0] < distances[1] ? .orderedAscending : .orderedDescending
    }
  }

  /// Sort descriptors for places are not archived.
  public required init?(coder: NSCoder) { nil }
}
