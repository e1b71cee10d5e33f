// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The terrain of a route, as far as its difficulty is concerned.
///
/// Its multiplier rates routes and has no place in the energy equations: they take
/// ``WalkingSurface/terrainFactor``.
public enum TerrainType: String, Sendable, CaseIterable {
  case urban
  case pavement
  case trail
  case mixed
  case mountain
  case beach
  case sand
  case snow

  /// How many times harder than a paved road the terrain makes a route.
  public var difficultyMultiplier: Double {
    switch self {
    case .urban, .pavement: 1.0
    case .mixed: 1.1
    case .trail: 1.2
    case .beach, .sand: 1.3
    case .snow: 1.4
    case .mountain: 1.5
    }
  }
}

extension TerrainType: Codable {
  /// Reads a raw value in any case: older data has "Trail" where newer has "trail".
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(rawValue: text.lowercased()) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is not a terrain.")
    }
    self = value
  }
}
