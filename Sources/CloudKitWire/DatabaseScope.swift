// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The three databases of a container.
package enum DatabaseScope: String, JSONWord {
  case `public`
  case `private`
  case shared

  /// Also in capitals, as answers about shares have it.
  package static let aliases: [String: DatabaseScope] = [
    "PUBLIC": .public, "PRIVATE": .private, "SHARED": .shared,
  ]

  /// The number in notifications.
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
