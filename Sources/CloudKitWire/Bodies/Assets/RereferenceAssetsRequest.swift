// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `assets/rereference`: assets that are to be put into other records too.
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
