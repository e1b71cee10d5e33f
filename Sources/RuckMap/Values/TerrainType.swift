// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The terrain of a route, for its difficulty.
///
/// Its multiplier rates routes. The energy equations use ``WalkingSurface/terrainFactor`` instead.
public enum TerrainType: String, Sendable, CaseIterable {
  case urban
  case pavement
  case trail
  case mixed
  case mountain
  case beach
  case sand
  case snow

  /// Creates a terrain from its raw value, ignoring case.
  public init?(rawValue: String) {
    guard let value = Self.value(named: rawValue) else { return nil }
    self = value
  }

  /// The difficulty relative to a paved road.
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
  /// Decodes a raw value in any case: older data has "Trail" instead of "trail".
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(rawValue: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is not a terrain.")
    }
    self = value
  }
}
