// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `records/lookup`: fetches records by name.
package struct LookupRecordsRequest: RequestBody {
  /// One requested record.
  package struct Item: JSONValue, Sendable, Hashable {
    package var recordName: String
    /// The requested fields; nil for the request's `desiredKeys`.
    package var desiredKeys: [String]?

    package init(recordName: String, desiredKeys: [String]? = nil) {
      self.recordName = recordName
      self.desiredKeys = desiredKeys
    }

    package static let inWords = "an object with recordName"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      recordName = try object.required("recordName")
      desiredKeys = try object.optional("desiredKeys")
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("recordName", recordName)
      writer.member("desiredKeys", desiredKeys)
      writer.endObject()
    }
  }

  package var records: [Item]
  package var zoneID: ZoneID?
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool

  package init(
    records: [Item], zoneID: ZoneID? = nil, desiredKeys: [String]? = nil,
    numbersAsStrings: Bool = false
  ) {
    self.records = records
    self.zoneID = zoneID
    self.desiredKeys = desiredKeys
    self.numbersAsStrings = numbersAsStrings
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    records = try Bounds.list(
      object, "records", "an array of objects with recordName", atMost: Limits.operations)
    zoneID = try object.optional("zoneID")
    desiredKeys = try object.optional("desiredKeys")
    numbersAsStrings = try object.optional("numbersAsStrings", or: "numberAsStrings") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("records", records)
    writer.member("zoneID", zoneID)
    writer.member("desiredKeys", desiredKeys)
    writer.member("numbersAsStrings", ifTrue: numbersAsStrings)
    writer.endObject()
  }
}
