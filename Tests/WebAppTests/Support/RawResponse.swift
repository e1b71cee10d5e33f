// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A response of the server.
struct RawResponse: Sendable {
  var status: Int
  /// The header fields by lower-case name.
  var headers: [String: String]
  var body: String
}
