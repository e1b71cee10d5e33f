// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer to an atomic batch of which nothing was done: an error as any other, with what became of
/// each record as our addition, which others pass over.
package struct AtomicFailure: ResponseBody, Error {
  package var failure: ServerFailure
  /// In the order of the operations: the culprit with its own error, the others with `ATOMIC_ERROR`.
  package var records: [RecordResult]

  package init(_ failure: ServerFailure, records: [RecordResult]) {
    self.failure = failure
    self.records = records
  }

  /// Also reads the error of a server that says nothing of the records.
  package init(json: JSONNode) throws(WireError) {
    failure = try ServerFailure(json: json)
    records = try json.object().optional("records") ?? []
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    failure.writeMembers(to: &writer)
    writer.member("records", records)
    writer.endObject()
  }
}
