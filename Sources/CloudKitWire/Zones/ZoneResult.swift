// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The result for one zone of a request; a deleted zone has `deleted`.
package enum ZoneResult: JSONValue, Sendable, Hashable {
  case zone(Zone)
  case failure(ZoneFailure)

  package static let inWords = "a zone or an error"

  package init(json: JSONNode) throws(WireError) {
    if try json.object(Self.inWords).value("serverErrorCode") != nil {
      self = .failure(try ZoneFailure(json: json))
    } else {
      self = .zone(try Zone(json: json))
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .zone(let zone): zone.write(to: &writer)
    case .failure(let failure): failure.write(to: &writer)
    }
  }
}

/// The error of one zone in a request.
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
