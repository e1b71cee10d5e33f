// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `assets/upload`: requests upload URLs for the bytes of assets.
package struct UploadTokensRequest: RequestBody {
  /// The destination field of an asset.
  package struct Item: JSONValue, Sendable, Hashable {
    package var recordType: String?
    package var fieldName: String
    /// Nil if the server shall choose the name.
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

/// The response of `assets/upload`.
package struct UploadTokensResponse: ResponseBody {
  /// The upload URL for one field.
  package struct Item: JSONValue, Sendable, Hashable {
    package var recordName: String
    package var fieldName: String
    /// An absolute URL, valid for ``Limits/uploadSeconds``.
    package var url: String

    package init(recordName: String, fieldName: String, url: String) {
      self.recordName = recordName
      self.fieldName = fieldName
      self.url = url
    }

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object()
      recordName = try object.required("recordName")
      fieldName = try object.required("fieldName")
      url = try object.required("url")
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("recordName", recordName)
      writer.member("fieldName", fieldName)
      writer.member("url", url)
      writer.endObject()
    }
  }

  package var tokens: [Item]

  package init(tokens: [Item]) { self.tokens = tokens }

  package init(json: JSONNode) throws(WireError) { tokens = try json.object().required("tokens") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("tokens", tokens)
    writer.endObject()
  }
}

/// The response to an uploaded asset; a client writes the asset into a field unchanged.
package struct UploadReceiptResponse: ResponseBody {
  package var singleFile: Asset

  package init(singleFile: Asset) { self.singleFile = singleFile }

  package init(json: JSONNode) throws(WireError) {
    singleFile = try json.object().required("singleFile")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("singleFile", singleFile)
    writer.endObject()
  }
}
