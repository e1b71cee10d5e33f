// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The difficulty of a route, by distance, climb and terrain; raw values are read in any case.
public enum RouteDifficulty: String, Codable, Sendable, CaseIterable, Comparable {
  case easy
  case moderate
  case hard
  case extreme

  /// The score below which a route is hard, and from which on it is extreme.
  static let extremeScore = 4.5

  /// Creates the difficulty of a score: easy below 1, moderate below 2.5, hard below 4.5.
  ///
  /// - Parameter score: Distance per 10 miles plus climb per 1000 feet, times the terrain's factor;
  ///   a negative number or a NaN counts as 0.
  public init(score: Double) {
    switch score {
    case 1.0..<2.5: self = .moderate
    case 2.5..<Self.extremeScore: self = .hard
    case Self.extremeScore...: self = .extreme
    default: self = .easy
    }
  }

  /// Creates a difficulty from its raw value, ignoring case.
  public init?(rawValue: String) {
    guard let value = Self.value(named: rawValue) else { return nil }
    self = value
  }

  /// The name for display.
  public var displayName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Orders difficulties from easy to extreme.
  public static func < (left: Self, right: Self) -> Bool {
    left.ordinal < right.ordinal
  }
}

/// The shape of a route; raw values are read in any case.
public enum RouteType: String, Codable, Sendable, CaseIterable {
  case loop
  case outAndBack = "out_and_back"
  case pointToPoint = "point_to_point"

  /// Creates a shape from its raw value, ignoring case.
  public init?(rawValue: String) {
    guard let value = Self.value(named: rawValue) else { return nil }
    self = value
  }
}

/// The kind of a ``Waypoint``; raw values are read in any case.
public enum WaypointType: String, Codable, Sendable, CaseIterable {
  case start
  case checkpoint
  case waterStop = "water_stop"
  case restArea = "rest_area"
  case scenic
  case finish

  /// Creates a kind from its raw value, ignoring case.
  public init?(rawValue: String) {
    guard let value = Self.value(named: rawValue) else { return nil }
    self = value
  }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case with a raw value, ignoring case; nil if there is none.
  static func value(named text: String) -> Self? {
    let name = text.lowercased()
    return allCases.first { $0.rawValue == name }
  }
}

extension CaseIterable where Self: Equatable {
  /// The position among all cases, from 0.
  var ordinal: Int { Array(Self.allCases).firstIndex(of: self) ?? 0 }
}
