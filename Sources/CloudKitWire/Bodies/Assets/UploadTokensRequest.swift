// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `assets/upload`: asks for URLs to send the bytes of assets to.
package struct UploadTokensRequest: RequestBody {
  /// The field that an asset is for.
  package struct Item: JSONValue, Sendable, Hashable {
    package var recordType: String?
    package var fieldName: String
    /// Nil leaves the name to the server.
    package var recordName: String?

    package init(recordType: String?, fieldName: String, recordName: String? = nil) {
      self.recordType = recordType
      self.fieldName = fieldName
      self.recordName = recordName
    }

    package static let inWords = "an object with fieldName"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      recordType = try object.optional("recordType")
      fieldName = try object.required("fieldName")
      recordName = try object.optional("recordName")
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("recordType", recordType)
      writer.member("recordName", recordName)
      writer.member("fieldName", fieldName)
      writer.endObject()
    }
  }

  package var tokens: [Item]
  package var zoneID: ZoneID?

  package init(tokens: [Item], zoneID: ZoneID? = nil) {
    self.tokens = tokens
    self.zoneID = zoneID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    tokens = try Bounds.list(
      object, "tokens", "an array of objects with fieldName", atMost: Limits.assetTokens)
    zoneID = try object.optional("zoneID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("tokens", tokens)
    writer.member("zoneID", zoneID)
    writer.endObject()
  }
}
