// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The position of a query's next page: after the last record, in the order of the query's sorts.
package struct ContinuationMarker: Sendable, Hashable {
  static let kind: UInt8 = 4

  /// A digest of the query and the searched zones; a marker is valid for no other query.
  package var digest: [UInt8]
  /// The server's number of the zone with the page's last record.
  package var zone: UInt64
  /// The last record's values of the sorted fields, as a JSON array.
  package var sortValues: [UInt8]
  /// The name of the last record.
  package var recordName: String

  package init(
    for request: QueryRecordsRequest, zone: UInt64, sortValues: [UInt8], recordName: String
  ) {
    digest = Self.digest(of: request)
    self.zone = zone
    self.sortValues = sortValues
    self.recordName = recordName
  }

  /// True if the marker is from a page of this query; limits and requested keys may differ.
  package func belongs(to request: QueryRecordsRequest) -> Bool {
    digest == Self.digest(of: request)
  }

  private static func digest(of request: QueryRecordsRequest) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    writer.element(request.query)
    if let zoneID = request.zoneID {
      writer.string(zoneID.zoneName)
      writer.string(zoneID.ownerRecordName ?? "")
    } else {
      writer.bool(request.zoneWide)
    }
    writer.endArray()
    return Array(SHA256.hash(data: writer.bytes).prefix(16))
  }

  var payload: [UInt8] {
    var writer = TokenWriter()
    writer.data(digest)
    writer.integer(zone)
    writer.data(sortValues)
    writer.string(recordName)
    return writer.bytes
  }

  init(_ payload: [UInt8]) throws(TokenError) {
    var reader = TokenReader(payload)
    digest = try reader.data()
    zone = try reader.integer()
    sortValues = try reader.data()
    recordName = try reader.string()
    try reader.end()
  }
}
