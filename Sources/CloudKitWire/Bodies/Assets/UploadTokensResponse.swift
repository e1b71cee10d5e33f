// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `assets/upload`.
package struct UploadTokensResponse: ResponseBody {
  /// Where the bytes for one field go.
  package struct Item: JSONValue, Sendable, Hashable {
    package var recordName: String
    package var fieldName: String
    /// Absolute, and good for ``Limits/uploadSeconds``.
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
