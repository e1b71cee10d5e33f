// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A response of the server.
package struct RawResponse: Sendable {
  package var status: Int
  /// The header fields by lower-case name.
  package var headers: [String: String]
  package var body: String
}
