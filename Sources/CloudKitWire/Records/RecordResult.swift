// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What became of one record of a request, or one change of a zone.
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
