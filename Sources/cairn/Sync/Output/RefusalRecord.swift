// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring

/// A record that is not taken, as JSON.
struct RefusalRecord: Encodable {
  /// How many are told of.
  static let limit = 100

  let record: String
  let type: String
  let reason: String

  init(_ refusal: Refusal) {
    record = refusal.recordName
    type = refusal.recordType
    reason = refusal.reason
  }
}
