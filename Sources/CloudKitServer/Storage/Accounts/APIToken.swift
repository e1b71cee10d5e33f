// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// An API token, which gives a program access to one environment of a container.
package struct APIToken: Sendable, Hashable {
  package var id: Int64
  package var container: String
  package var environment: Environment
  /// The administrator's name for the token.
  package var name: String
  /// The permitted origins, such as `https://example.org`, or `*` for all.
  package var allowedOrigins: [String]
  /// The redirect URL after sign-in; nil to post the result to the page that opened the form.
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

  /// True if pages of an origin may use the token.
  package func allows(origin: String) -> Bool {
    allowedOrigins.contains("*") || allowedOrigins.contains(origin.lowercased())
  }
}
