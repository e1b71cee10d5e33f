// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The walking surface, with the terrain factor of the load-carriage equations.
///
/// ```swift
/// let sand = Carrier(
///   bodyMass: 80, load: 15, terrainFactor: WalkingSurface.looseSand.terrainFactor)
/// ```
///
/// Source: R. G. Soule, R. F. Goldman, "Terrain coefficients for energy cost prediction", J Appl
/// Physiol 32 (1972) 706-708. These factors are unrelated to ``TerrainType/difficultyMultiplier``,
/// which rates routes.
public enum WalkingSurface: String, Codable, Sendable, CaseIterable {
  case pavedRoad = "paved_road"
  case dirtRoad = "dirt_road"
  case lightBrush = "light_brush"
  case heavyBrush = "heavy_brush"
  case swamp
  case looseSand = "loose_sand"

  /// The factor η: the effort relative to a paved road.
  public var terrainFactor: Double {
    switch self {
    case .pavedRoad: 1.0
    case .dirtRoad: 1.1
    case .lightBrush: 1.2
    case .heavyBrush: 1.5
    case .swamp: 1.8
    case .looseSand: 2.1
    }
  }
}
