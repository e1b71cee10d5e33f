// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `changes/zone`.
package struct ZoneChangesResponse: ResponseBody {
  /// The changes of one zone, or why there are none.
  package enum Item: JSONValue, Sendable, Hashable {
    case changes(ZoneChanges)
    case failure(ZoneFailure)

    package init(json: JSONNode) throws(WireError) {
      if try json.object("the changes of a zone, or an error").value("serverErrorCode") != nil {
        self = .failure(try ZoneFailure(json: json))
      } else {
        self = .changes(try ZoneChanges(json: json))
      }
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .changes(let changes): changes.write(to: &writer)
      case .failure(let failure): failure.write(to: &writer)
      }
    }
  }

  package var zones: [Item]

  package init(zones: [Item]) { self.zones = zones }

  package init(json: JSONNode) throws(WireError) {
    zones = try json.object().required("zones")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    writer.endObject()
  }
}
