// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A server that is ready, as JSON.
struct ServingRecord: Encodable {
  /// Where it is asked.
  let url: String
  let port: Int?
  /// The number of its process.
  let process: Int32
  /// The path of the authority that its clients are to trust; nil unless it made its own certificate.
  let authority: String?
}
