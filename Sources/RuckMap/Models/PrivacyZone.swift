// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy
public import SwiftData

/// A circle that is cut from exports and pictures; its values are encrypted for the server.
///
/// The cut circle has another center than the private place, by a random offset that never changes.
/// The ends of many cut tracks thus don't lie on a circle around the place.
@Model
public final class PrivacyZone {
  #Index<PrivacyZone>([\.user])

  /// The range of radii in metres.
  public static let radii = 50.0...5_000.0

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name, such as "home".
  @Attribute(.allowsCloudEncryption) public var name: String = ""
  /// Degrees north of the private place.
  @Attribute(.allowsCloudEncryption) public var latitude: Double = 0
  /// Degrees east of the private place.
  @Attribute(.allowsCloudEncryption) public var longitude: Double = 0
  /// The radius of the cut circle in metres.
  @Attribute(.allowsCloudEncryption) public var radius: Double = 200
  /// Metres to the north from the private place to the circle's center.
  @Attribute(.allowsCloudEncryption) public var offsetNorth: Double = 0
  /// Metres to the east from the private place to the circle's center.
  @Attribute(.allowsCloudEncryption) public var offsetEast: Double = 0
  /// False for a zone that cuts nothing.
  public var isActive: Bool = true

  /// The user whose place is private.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// Creates a zone with a random offset of up to half its radius.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - latitude: Degrees north of the private place.
  ///   - longitude: Degrees east of the private place.
  ///   - radius: Metres, clamped to ``radii``.
  ///   - user: The user whose place is private.
  ///   - random: A generator; it must be unpredictable.
  public init(
    name: String, latitude: Double, longitude: Double, radius: Double, user: User?,
    using random: inout some RandomNumberGenerator
  ) {
    let metres = max(PrivacyZone.radii.lowerBound, min(PrivacyZone.radii.upperBound, radius))
    let direction = Double.random(in: 0..<(2 * Double.pi), using: &random)
    // The square root makes all points of the disk equally probable.
    let distance = metres / 2 * Double.random(in: 0...1, using: &random).squareRoot()
    self.id = UUID()
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.radius = metres
    self.offsetNorth = distance * cos(direction)
    self.offsetEast = distance * sin(direction)
    self.user = user
  }

  /// Degrees of the cut circle's center.
  public var center: (latitude: Double, longitude: Double) {
    let metresPerDegree = 111_195.0
    let narrowing = max(0.01, cos(latitude * .pi / 180))
    return (
      latitude + offsetNorth / metresPerDegree,
      longitude + offsetEast / (metresPerDegree * narrowing)
    )
  }

  /// Returns whether an active zone contains a position.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  /// - Returns: False for a zone that is not active.
  public func contains(latitude: Double, longitude: Double) -> Bool {
    isActive
      && LocationCalculator.haversineDistance(
        from: center, to: (latitude, longitude)) <= radius
  }
}
