// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A destination in the app that an address names.
///
/// ```swift
/// if let url = URL(string: "ruckmap://rucks/2F3A6F0E-6B1F-4C7E-9A51-0C6C1B8E7D01") {
///   print(DeepLink(url) == .ruck(id))
/// }
/// ```
///
/// Addresses have the scheme `ruckmap` or `cairn`, or are those of the pages of a server.
public enum DeepLink: Sendable, Hashable {
  /// The list of the rucks.
  case rucks
  /// A ruck.
  case ruck(UUID)
  /// The recording of a ruck.
  case record
  /// The saved routes.
  case routes
  /// A saved route.
  case route(UUID)
  /// The gear.
  case gear
  /// The settings.
  case settings

  /// Parses an address; nil if it names no destination.
  public init?(_ url: URL) {
    let components = url.pathComponents.filter { $0 != "/" }
    let parts: [String]
    switch url.scheme?.lowercased() {
    // In a scheme of an app, the host is the first part of the path.
    case "ruckmap", "cairn": parts = [url.host()].compactMap(\.self) + components
    case "http", "https": parts = components
    default: return nil
    }
    switch (parts.first?.lowercased(), parts.count) {
    case ("rucks", 1): self = .rucks
    case ("rucks", 2), ("session", 2), ("sessions", 2):
      if parts[1].lowercased() == "record" {
        self = .record
      } else if let id = UUID(uuidString: parts[1]) {
        self = .ruck(id)
      } else {
        return nil
      }
    case ("record", 1): self = .record
    case ("routes", 1): self = .routes
    case ("routes", 2), ("route", 2):
      guard let id = UUID(uuidString: parts[1]) else { return nil }
      self = .route(id)
    case ("gear", 1): self = .gear
    case ("settings", 1): self = .settings
    default: return nil
    }
  }

  /// The address with the scheme `ruckmap`, which parses to an equal value.
  public var address: String {
    let path =
      switch self {
      case .rucks: "rucks"
      case .ruck(let id): "rucks/\(id.uuidString.lowercased())"
      case .record: "record"
      case .routes: "routes"
      case .route(let id): "routes/\(id.uuidString.lowercased())"
      case .gear: "gear"
      case .settings: "settings"
      }
    return "ruckmap://\(path)"
  }
}
