// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The names of apps in options.
package enum AppNames {
  /// Throws a `ValidationError` for a name that no app has.
  package static func check(_ names: [String]) throws {
    let known = AppRegistry.apps.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "'\(unknown.printable)' is no app: the apps are \(known.joined(separator: ", ")).")
    }
  }
}
