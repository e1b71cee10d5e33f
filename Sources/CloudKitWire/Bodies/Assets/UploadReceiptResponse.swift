// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer to the bytes of an asset; the asset goes into a field as it is.
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
