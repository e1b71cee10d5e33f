// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A search for the models nearest to a point, by their distance on the WGS 84 ellipsoid.
///
/// ```swift
/// var nearby = NearbyDescriptor<Place>(
///   latitude: \.latitude, longitude: \.longitude, center: (46.948, 7.447))
/// nearby.radius = 5_000
/// nearby.fetchLimit = 10
/// for place in try context.search(nearby) { print(place.model.name, place.distance) }
/// ```
///
/// The search is fast if the model declares `#Index<Place>(.rtree([\.latitude, \.longitude]))`.
/// (Not in Apple's framework.)
public struct NearbyDescriptor<T: PersistentModel> {
  /// The point from which distances are measured: degrees north and degrees east.
  public var center: (latitude: Double, longitude: Double)
  /// The maximum distance in metres; infinite unless set.
  public var radius = Double.infinity
  /// A further condition; nil for none.
  public var predicate: Predicate<T>?
  /// The maximum number of models; nil or a negative number for no limit.
  public var fetchLimit: Int?
  /// The number of models to skip; nil for none.
  public var fetchOffset: Int?
  /// Whether unsaved changes are reflected.
  public var includePendingChanges = true

  let latitude: PartialKeyPath<T>
  let longitude: PartialKeyPath<T>
  let position: (T) -> (latitude: Double, longitude: Double)?

  /// Creates a search by coordinates in degrees.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north, -90...90; models with other values have no position.
  ///   - longitude: Degrees east, -540...540, so that both -180...180 and 0...360 are suitable.
  ///   - center: The point from which distances are measured.
  ///   - predicate: A further condition.
  public init(
    latitude: KeyPath<T, Double>, longitude: KeyPath<T, Double>,
    center: (latitude: Double, longitude: Double), predicate: Predicate<T>? = nil
  ) {
    self.center = center
    self.predicate = predicate
    self.latitude = latitude
    self.longitude = longitude
    position = { ($0[keyPath: latitude], $0[keyPath: longitude]) }
  }

  /// Creates a search by optional coordinates in degrees; models without them are left out.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north, -90...90; models with other values have no position.
  ///   - longitude: Degrees east, -540...540, so that both -180...180 and 0...360 are suitable.
  ///   - center: The point from which distances are measured.
  ///   - predicate: A further condition.
  public init(
    latitude: KeyPath<T, Double?>, longitude: KeyPath<T, Double?>,
    center: (latitude: Double, longitude: Double), predicate: Predicate<T>? = nil
  ) {
    self.center = center
    self.predicate = predicate
    self.latitude = latitude
    self.longitude = longitude
    position = { model in
      guard let north = model[keyPath: latitude], let east = model[keyPath: longitude] else {
        return nil
      }
      return (north, east)
    }
  }
}

/// A model that a search by distance has found.
///
/// ```swift
/// let nearby = NearbyDescriptor<Place>(
///   latitude: \.latitude, longitude: \.longitude, center: (46.948, 7.447))
/// for place in try context.search(nearby) { print(place.model.name, place.distance) }
/// ```
public struct NearbyModel<T: PersistentModel> {
  /// The model.
  public let model: T
  /// The length of the shortest line on the WGS 84 ellipsoid, in metres.
  public let distance: Double
}

extension ModelContext {
  /// Searches the models nearest to a point, nearest first.
  ///
  /// ```swift
  /// var nearby = NearbyDescriptor<Place>(
  ///   latitude: \.latitude, longitude: \.longitude, center: (46.948, 7.447))
  /// nearby.fetchLimit = 10
  /// let places = try context.search(nearby).map(\.model)
  /// ```
  ///
  /// Not in Apple's framework. Distances are exact on both sides of the antimeridian and at the
  /// poles. The result reflects unsaved changes of this context. Models at equal distances have the
  /// order of their insertion. With a limit or a radius, and an `.rtree` index of both properties,
  /// the search reads only rows near the point.
  ///
  /// - Throws: ``SwiftDataError/unsupportedKeyPath`` if the coordinates are not attributes of the
  ///   model or the center is not a position, `CancellationError` if the task was cancelled
  ///   meanwhile, or another ``SwiftDataError``.
  public func search<T: PersistentModel>(_ descriptor: NearbyDescriptor<T>) throws
    -> [NearbyModel<T>]
  {
    let core = core(of: T.self)
    return try core.cancellable { try core.search(descriptor) }
  }
}
