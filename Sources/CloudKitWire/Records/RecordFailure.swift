// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Why one record of a request failed; the answer as a whole is a success.
package struct RecordFailure: JSONValue, Sendable, Hashable, Error {
  package var recordName: String?
  package var zoneID: ZoneID?
  package var failure: ServerFailure
  /// With a conflict, the record as the server has it: our addition, others pass over it.
  private var boxedRecord: Box<Record>?

  package var serverRecord: Record? {
    get { boxedRecord?.value }
    set { boxedRecord = newValue.map { Box($0) } }
  }

  package init(
    recordName: String?, zoneID: ZoneID? = nil, _ failure: ServerFailure,
    serverRecord: Record? = nil
  ) {
    self.recordName = recordName
    self.zoneID = zoneID
    self.failure = failure
    boxedRecord = serverRecord.map { Box($0) }
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    recordName = try object.optional("recordName")
    zoneID = try object.optional("zoneID")
    failure = try ServerFailure(json: json)
    boxedRecord = try object.optional("serverRecord", as: Record.self).map { Box($0) }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("recordName", recordName)
    writer.member("zoneID", zoneID)
    failure.writeMembers(to: &writer)
    writer.member("serverRecord", serverRecord)
    writer.endObject()
  }
}
