// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// What lets a program talk to one environment of a container.
package struct APIToken: Sendable, Hashable {
  package var id: Int64
  package var container: String
  package var environment: Environment
  /// What an administrator calls it.
  package var name: String
  /// The pages that may use it, as `https://example.org`, or `*` for all.
  package var allowedOrigins: [String]
  /// Where somebody is sent who has signed in; nil if the page that opened the form is told.
  package var callback: String?
  package var created: Date

  package init(
    id: Int64, container: String, environment: Environment, name: String,
    allowedOrigins: [String], callback: String?, created: Date
  ) {
    self.id = id
    self.container = container
    self.environment = environment
    self.name = name
    self.allowedOrigins = allowedOrigins
    self.callback = callback
    self.created = created
  }

  /// True if pages of an origin may use it.
  package func allows(origin: String) -> Bool {
    allowedOrigins.contains("*") || allowedOrigins.contains(origin.lowercased())
  }
}
