// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The result for one record of a request, or one change of a zone.
package enum RecordResult: JSONValue, Sendable, Hashable {
  case record(Record)
  case deleted(DeletedRecord)
  case failure(RecordFailure)

  package static let inWords = "a record, a deleted record or an error"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    if object.value("serverErrorCode") != nil {
      self = .failure(try RecordFailure(json: json))
    } else if try object.optional("deleted") ?? false {
      self = .deleted(try DeletedRecord(json: json))
    } else {
      self = .record(try Record(json: json))
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .record(let record): record.write(to: &writer)
    case .deleted(let record): record.write(to: &writer)
    case .failure(let failure): failure.write(to: &writer)
    }
  }
}

/// A deleted record.
package struct DeletedRecord: JSONValue, Sendable, Hashable {
  package var recordName: String
  /// The type, written under this server's own key `deletedRecordType`: some clients treat any
  /// object with a `recordType` as an existing record.
  package var recordType: String?
  package var zoneID: ZoneID?

  package init(recordName: String, recordType: String? = nil, zoneID: ZoneID? = nil) {
    self.recordName = recordName
    self.recordType = recordType
    self.zoneID = zoneID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    recordName = try object.required("recordName")
    recordType = try object.optional("deletedRecordType", or: "recordType")
    zoneID = try object.optional("zoneID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("recordName", recordName)
    writer.member("deletedRecordType", recordType)
    writer.member("zoneID", zoneID)
    writer.member("deleted", true)
    writer.endObject()
  }
}

/// The error of one record in an otherwise successful response.
package struct RecordFailure: JSONValue, Sendable, Hashable, Error {
  package var recordName: String?
  package var zoneID: ZoneID?
  package var failure: ServerFailure
  /// The server's record, in a conflict: an addition to Apple's protocol, ignored by other clients.
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
