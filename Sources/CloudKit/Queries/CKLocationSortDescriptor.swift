// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

/// A sort descriptor that orders records by the distance of a location field.
///
/// ```swift
/// let bern = CLLocation(latitude: 46.948, longitude: 7.447)
/// let query = CKQuery(recordType: "Hut", predicate: NSPredicate(value: true))
/// query.sortDescriptors = [CKLocationSortDescriptor(key: "location", relativeLocation: bern)]
/// ```
public final class CKLocationSortDescriptor: NSSortDescriptor {
  /// The location from which distances are measured.
  public let relativeLocation: CLLocation
  let field: String

  /// Sorts by the distance from a location, the nearest first.
  public init(key: String, relativeLocation: CLLocation) {
    self.relativeLocation = relativeLocation
    field = key
    super.init(keyPath: \NSObject.description, ascending: true) { first, second in
      let distances = [first, second].map { object -> CLLocationDistance in
        let location: CLLocation? = (object as? CKRecord)?[key]
        return location?.distance(from: relativeLocation) ?? .infinity
      }
      if distances[0] == distances[1] { return .orderedSame }
      return distances[0] < distances[1] ? .orderedAscending : .orderedDescending
    }
  }

  /// Always nil: location sort descriptors can't be archived.
  public required init?(coder: NSCoder) { nil }
}
