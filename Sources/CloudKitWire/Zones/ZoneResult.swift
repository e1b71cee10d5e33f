// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What became of one zone of a request; a deleted zone is one with `deleted`.
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
