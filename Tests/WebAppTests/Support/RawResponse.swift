// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An answer of the server.
struct RawResponse: Sendable {
  var status: Int
  /// By lower-case name.
  var headers: [String: String]
  var body: String
}
