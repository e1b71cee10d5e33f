// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The three databases of a container.
package enum DatabaseScope: String, JSONStringEnum {
  case `public`
  case `private`
  case shared

  /// The uppercase spelling in responses about shares.
  package static let aliases: [String: DatabaseScope] = [
    "PUBLIC": .public, "PRIVATE": .private, "SHARED": .shared,
  ]

  /// The scope's number in push notifications.
  package var number: Int {
    switch self {
    case .public: 1
    case .private: 2
    case .shared: 3
    }
  }

  package init?(number: Int) {
    guard let scope = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = scope
  }
}

/// A container's environment, each with its own data and schema.
package enum Environment: String, JSONStringEnum {
  case development
  case production
}
