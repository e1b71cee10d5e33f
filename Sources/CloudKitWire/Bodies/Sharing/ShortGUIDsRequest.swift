// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `records/resolve` and `records/accept`: resolves or accepts shares by short GUID.
package struct ShortGUIDsRequest: RequestBody {
  package var shortGUIDs: [ShortGUID]

  package init(shortGUIDs: [ShortGUID]) { self.shortGUIDs = shortGUIDs }

  package init(json: JSONNode) throws(WireError) {
    shortGUIDs = try Bounds.list(
      json.object(), "shortGUIDs", "an array of objects with value", atMost: Limits.items)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("shortGUIDs", shortGUIDs)
    writer.endObject()
  }
}
