// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The documented limits of the protocol, and ours where it has none.
package enum Limits {
  /// Operations in one request.
  package static let operations = 200
  /// Records in one answer.
  package static let records = 200
  /// Asset tokens in one request.
  package static let assetTokens = 200
  /// Entries of any other list in a request, such as zones, subscriptions and users.
  package static let items = 200
  /// Bytes of a record without its assets.
  package static let recordBytes = 1 << 20
  /// Bytes of an asset; the documentation has 50 MB on one page and 15 MB on another.
  package static let assetBytes = 50_000_000
  /// Seconds that an upload URL is good for.
  package static let uploadSeconds = 15 * 60
  /// Records that refer to one record with `DELETE_SELF`.
  package static let deleteSelfSources = 750
  package static let shareParticipants = 100
  /// Characters in the name of a record, zone, type or field.
  package static let nameLength = 255
  /// Seconds of a web token, and of one that is to stay signed in.
  package static let webTokenSeconds = 30 * 60
  package static let stayingWebTokenSeconds = 14 * 24 * 60 * 60
  /// Seconds by which the date of a signed request may be off.
  package static let signatureSeconds = 10 * 60

  /// Bytes of a request that are read at all: ours; the documentation has none.
  package static let requestBytes = 32 << 20
  /// Filters, or sorts, of one query: ours.
  package static let queryTerms = 100
  /// Values in the list of one filter: ours.
  package static let filterValues = 1_000
  /// Fields of one record: ours.
  package static let fields = 2_000
}
