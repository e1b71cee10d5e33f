// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Geodesy
import SwiftData

/// A private place as a value, in SI units.
public struct PrivacyZoneSummary: Sendable, Hashable, Codable, Identifiable {
  /// The identifier, equal on every device.
  public var id: UUID
  /// The name, such as "home".
  public var name: String
  /// Degrees north of the private place.
  public var latitude: Double
  /// Degrees east of the private place.
  public var longitude: Double
  /// The radius of the cut circle in metres; its center is elsewhere.
  public var radius: Double
  /// False for a zone that cuts nothing.
  public var isActive: Bool

  /// Creates a zone.
  public init(
    id: UUID, name: String, latitude: Double, longitude: Double, radius: Double, isActive: Bool
  ) {
    self.id = id
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.isActive = isActive
  }

  init(_ zone: PrivacyZone) {
    self.init(
      id: zone.id, name: zone.name, latitude: zone.latitude, longitude: zone.longitude,
      radius: zone.radius, isActive: zone.isActive)
  }
}

extension RuckLibrary {
  /// Returns the privacy zones by name.
  ///
  /// - Throws: A `SwiftDataError`.
  public func privacyZones() throws -> [PrivacyZoneSummary] {
    try modelContext.fetch(FetchDescriptor<PrivacyZone>(sortBy: [SortDescriptor(\.name)]))
      .map { PrivacyZoneSummary($0) }
  }

  /// Adds a privacy zone with a random offset, which never changes.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - latitude: Degrees north of the private place.
  ///   - longitude: Degrees east of the private place.
  ///   - radius: Metres, clamped to 50...5000.
  /// - Returns: The zone.
  /// - Throws: ``RuckLibraryError/invalidPosition``, or a `SwiftDataError`.
  public func addPrivacyZone(
    name: String, latitude: Double, longitude: Double, radius: Double
  ) throws -> PrivacyZoneSummary {
    guard abs(latitude) <= 90, abs(longitude) <= 180, radius.isFinite, radius > 0 else {
      throw RuckLibraryError.invalidPosition
    }
    var random = SystemRandomNumberGenerator()
    var result: PrivacyZoneSummary?
    try modelContext.transaction {
      let zone = PrivacyZone(
        name: name, latitude: latitude, longitude: longitude, radius: radius,
        user: try ownerForUpdate(), using: &random)
      modelContext.insert(zone)
      result = PrivacyZoneSummary(zone)
    }
    guard let result else { throw RuckLibraryError.invalidPosition }
    return result
  }

  /// Turns a privacy zone on or off; its offset remains.
  ///
  /// - Throws: ``RuckLibraryError/zoneNotFound(_:)``, or a `SwiftDataError`.
  public func setPrivacyZone(_ id: UUID, isActive: Bool) throws {
    try modelContext.transaction { try zone(id).isActive = isActive }
  }

  /// Removes a privacy zone; later exports include the place.
  ///
  /// - Throws: ``RuckLibraryError/zoneNotFound(_:)``, or a `SwiftDataError`.
  public func removePrivacyZone(_ id: UUID) throws {
    try modelContext.transaction { modelContext.delete(try zone(id)) }
  }

  /// Returns the track of a ruck without the privacy zones, for pictures and files for others.
  ///
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  public func publicTrack(of id: UUID) throws -> [TrackPoint] {
    _ = try session(id)
    return try privacyMask().cut(try track(of: id))
  }

  /// Whether a track has positions inside of privacy zones.
  ///
  /// - Throws: A `SwiftDataError`.
  package func hasPrivatePositions(_ track: [TrackPoint]) throws -> Bool {
    let mask = try privacyMask()
    return !mask.isEmpty
      && track.contains { mask.hides(latitude: $0.latitude, longitude: $0.longitude) }
  }

  /// The circles of the active zones.
  func privacyMask() throws -> PrivacyMask {
    PrivacyMask(
      try modelContext.fetch(FetchDescriptor<PrivacyZone>(predicate: #Predicate { $0.isActive })))
  }

  private func zone(_ id: UUID) throws -> PrivacyZone {
    let found = try modelContext.fetch(
      FetchDescriptor<PrivacyZone>(predicate: #Predicate { $0.id == id }))
    guard let zone = found.first else { throw RuckLibraryError.zoneNotFound(id.uuidString) }
    return zone
  }
}
