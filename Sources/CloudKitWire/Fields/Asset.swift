// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A file stored as the value of a field.
package struct Asset: JSONValue, Sendable, Hashable {
  /// The file's checksum, the only identifier of its bytes.
  package var fileChecksum: String?
  /// The file's size in bytes.
  package var size: Int64?
  package var referenceChecksum: String?
  package var wrappingKey: String?
  /// The receipt from the upload response; only in requests.
  package var receipt: String?
  /// The URL of the bytes; only in responses.
  ///
  /// May contain the literal `${f}`, which the client replaces with a file name of its choice.
  package var downloadURL: String?

  package init(
    fileChecksum: String? = nil, size: Int64? = nil, referenceChecksum: String? = nil,
    wrappingKey: String? = nil, receipt: String? = nil, downloadURL: String? = nil
  ) {
    self.fileChecksum = fileChecksum
    self.size = size
    self.referenceChecksum = referenceChecksum
    self.wrappingKey = wrappingKey
    self.receipt = receipt
    self.downloadURL = downloadURL
  }

  package static let inWords = "an asset with fileChecksum and size"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    fileChecksum = try object.optional("fileChecksum")
    size = try object.optional("size")
    referenceChecksum = try object.optional("referenceChecksum")
    wrappingKey = try object.optional("wrappingKey")
    receipt = try object.optional("receipt")
    downloadURL = try object.optional("downloadURL")
    if let size, size < 0 { throw json.mismatch("a nonnegative size") }
    if json.isStrict, fileChecksum == nil, receipt == nil {
      throw json.mismatch("an asset with fileChecksum or receipt")
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("fileChecksum", fileChecksum)
    writer.member("size", size)
    writer.member("referenceChecksum", referenceChecksum)
    writer.member("wrappingKey", wrappingKey)
    writer.member("receipt", receipt)
    writer.member("downloadURL", downloadURL)
    writer.endObject()
  }
}
