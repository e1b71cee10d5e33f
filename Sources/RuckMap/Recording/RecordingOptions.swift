// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The user's information about a ruck that begins.
public struct RecordingOptions: Sendable, Hashable {
  /// Kilograms carried.
  public var packWeight: Double
  /// The surface for the energy; nil for a paved road.
  public var surface: WalkingSurface?
  /// The ruck's name.
  public var name: String?
  /// The user's body weight in kilograms, which is stored in the profile; nil means the profile's.
  public var bodyWeight: Double?
  /// The saved route on which the user walks.
  public var routeID: UUID?
  /// The time at which the user expects to be back.
  public var expectedEnd: Date?

  /// Creates options.
  public init(
    packWeight: Double, surface: WalkingSurface? = nil, name: String? = nil,
    bodyWeight: Double? = nil, routeID: UUID? = nil, expectedEnd: Date? = nil
  ) {
    self.packWeight = packWeight
    self.surface = surface
    self.name = name
    self.bodyWeight = bodyWeight
    self.routeID = routeID
    self.expectedEnd = expectedEnd
  }
}

/// A change of the load or the surface during a ruck; nil leaves a value unchanged.
public struct LoadChange: Sendable, Hashable {
  /// Kilograms carried from now on.
  public var packWeight: Double?
  /// The surface from now on.
  public var surface: WalkingSurface?

  /// Creates a change.
  public init(packWeight: Double? = nil, surface: WalkingSurface? = nil) {
    self.packWeight = packWeight
    self.surface = surface
  }
}

/// The user's information about a ruck that ends.
public struct RecordingEnd: Sendable, Hashable {
  /// The end; nil for the last position, or now if that is recent.
  public var date: Date?
  /// Perceived exertion, 1...10.
  public var rpe: Int?
  /// The user's notes.
  public var notes: String?

  /// Creates the information.
  public init(date: Date? = nil, rpe: Int? = nil, notes: String? = nil) {
    self.date = date
    self.rpe = rpe
    self.notes = notes
  }
}
