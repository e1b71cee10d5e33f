// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A response of the server.
struct WireAnswer: Sendable {
  var status: Int
  /// The header fields by lowercase name.
  var headers: [String: String]
  var body: String

  /// The error in the body; nil if there is none.
  var failure: ServerFailure? { try? ServerFailure(body: Array(body.utf8)) }
}
