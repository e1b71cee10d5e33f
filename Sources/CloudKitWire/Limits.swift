// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The protocol's documented limits, and this implementation's own limits.
package enum Limits {
  /// The maximum number of operations in one request.
  package static let operations = 200
  /// The maximum number of records in one response.
  package static let records = 200
  /// The maximum number of asset tokens in one request.
  package static let assetTokens = 200
  /// The maximum length of any other list in a request, such as zones, subscriptions or users.
  package static let items = 200
  /// The maximum size of a record in bytes, without its assets.
  package static let recordBytes = 1 << 20
  /// The maximum size of an asset in bytes; Apple's documentation says 50 MB and 15 MB.
  package static let assetBytes = 50_000_000
  /// The lifetime of an upload URL in seconds.
  package static let uploadSeconds = 15 * 60
  /// The maximum number of records that refer to one record with `DELETE_SELF`.
  package static let deleteSelfSources = 750
  /// The maximum number of characters in the name of a record, zone, type or field.
  package static let nameLength = 255
  /// The lifetime of a web token in seconds.
  package static let webTokenSeconds = 30 * 60
  /// The lifetime in seconds of a web token whose user chose to stay signed in.
  package static let persistentWebTokenSeconds = 14 * 24 * 60 * 60
  /// The maximum clock difference of a signed request's date in seconds.
  package static let signatureSeconds = 10 * 60

  /// The maximum size of a request in bytes; this implementation's own limit.
  package static let requestBytes = 32 << 20
  /// The maximum number of filters, or of sorts, in one query; this implementation's own limit.
  package static let queryTerms = 100
  /// The maximum number of values in one filter's list; this implementation's own limit.
  package static let filterValues = 1_000
  /// The maximum number of fields in one record; this implementation's own limit.
  package static let fields = 2_000
}
