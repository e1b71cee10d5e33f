// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `assets/rereference`: requests existing assets for reuse in other records.
package struct RereferenceAssetsRequest: RequestBody {
  /// A field that has the asset.
  package struct Item: JSONValue, Sendable, Hashable {
    package var recordName: String
    package var fieldName: String

    package init(recordName: String, fieldName: String) {
      self.recordName = recordName
      self.fieldName = fieldName
    }

    package static let inWords = "an object with recordName and fieldName"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      recordName = try object.required("recordName")
      fieldName = try object.required("fieldName")
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("recordName", recordName)
      writer.member("fieldName", fieldName)
      writer.endObject()
    }
  }

  package var assets: [Item]
  package var zoneID: ZoneID?

  package init(assets: [Item], zoneID: ZoneID? = nil) {
    self.assets = assets
    self.zoneID = zoneID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    assets = try Bounds.list(
      object, "assets", "an array of objects with recordName and fieldName",
      atMost: Limits.assetTokens)
    zoneID = try object.optional("zoneID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("assets", assets)
    writer.member("zoneID", zoneID)
    writer.endObject()
  }
}

/// The response of `assets/rereference`: a writable asset or an error for each requested field.
package struct RereferenceAssetsResponse: ResponseBody {
  /// The result for one requested field.
  package enum Item: JSONValue, Sendable, Hashable {
    case asset(Asset)
    case failure(RecordFailure)

    package static let inWords = "an asset or an error"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      if object.value("serverErrorCode") != nil {
        self = .failure(try RecordFailure(json: json))
      } else {
        self = .asset(try Asset(json: json))
      }
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .asset(let asset): asset.write(to: &writer)
      case .failure(let failure): failure.write(to: &writer)
      }
    }
  }

  /// In the order of the request.
  package var assets: [Item]

  package init(assets: [Item]) { self.assets = assets }

  /// Accepts the documented array, and an object with the array as `assets`.
  package init(json: JSONNode) throws(WireError) {
    assets =
      try json.kind == .array
      ? [Item](json: json) : json.object("an array of assets").required("assets")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("assets", assets)
    writer.endObject()
  }
}
