// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What `ruck delete` removed, as JSON.
struct DeletedRecord: Encodable {
  let deleted: String
}
