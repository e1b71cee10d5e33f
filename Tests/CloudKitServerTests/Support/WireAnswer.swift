// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// An answer of the server.
struct WireAnswer: Sendable {
  var status: Int
  /// By lower-case name.
  var headers: [String: String]
  var body: String

  /// The error that the body is; nil if it is none.
  var failure: ServerFailure? { try? ServerFailure(body: Array(body.utf8)) }
}
