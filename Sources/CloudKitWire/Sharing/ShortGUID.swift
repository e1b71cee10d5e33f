// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The short GUID from a share's link, with fetch options for the root record.
package struct ShortGUID: JSONValue, Sendable, Hashable {
  package var value: String
  package var shouldFetchRootRecord: Bool
  /// The requested fields of the root record; nil for all.
  package var rootRecordDesiredKeys: [String]?

  package init(
    value: String, shouldFetchRootRecord: Bool = false, rootRecordDesiredKeys: [String]? = nil
  ) {
    self.value = value
    self.shouldFetchRootRecord = shouldFetchRootRecord
    self.rootRecordDesiredKeys = rootRecordDesiredKeys
  }

  package static let inWords = "a short GUID with value"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    value = try object.required("value")
    shouldFetchRootRecord = try object.optional("shouldFetchRootRecord") ?? false
    rootRecordDesiredKeys = try object.optional("rootRecordDesiredKeys")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("value", value)
    writer.member("shouldFetchRootRecord", shouldFetchRootRecord)
    writer.member("rootRecordDesiredKeys", rootRecordDesiredKeys)
    writer.endObject()
  }
}
