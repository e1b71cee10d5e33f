// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Why one zone of a request failed.
package struct ZoneFailure: JSONValue, Sendable, Hashable, Error {
  package var zoneID: ZoneID
  package var failure: ServerFailure

  package init(zoneID: ZoneID, _ failure: ServerFailure) {
    self.zoneID = zoneID
    self.failure = failure
  }

  package init(json: JSONNode) throws(WireError) {
    zoneID = try json.object().required("zoneID")
    failure = try ServerFailure(json: json)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    failure.writeMembers(to: &writer)
    writer.endObject()
  }
}
