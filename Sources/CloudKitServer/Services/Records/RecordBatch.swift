// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The operations of a `records/modify`, with the checks that do not need the write transaction.
struct RecordBatch: Sendable {
  /// The result of one operation.
  enum Outcome: Sendable {
    case saved(StoredRecord, ZoneID)
    case deleted(DeletedRecord)
    case failed(RecordFailure)
  }

  let request: ModifyRecordsRequest
  let call: CallContext
  let zoneIDs: [ZoneID]
  /// The checked fields; nil for a deletion, an unknown type or a failed check, which is then repeated.
  let checked: [CheckedFields?]
  /// The record names, including generated ones.
  let names: [String]
  /// True if the batch succeeds or fails as a whole, which all its zones must support.
  let isAtomic: Bool
  let tokens: AssetTokens

  init(
    _ request: ModifyRecordsRequest, _ call: CallContext, _ schema: Schema?, _ tokens: AssetTokens
  ) {
    self.request = request
    self.call = call
    self.tokens = tokens
    let rules = schema.map {
      FieldRules(schema: $0, environment: call.environment, isPublic: call.database == .public)
    }
    zoneIDs = request.operations.map { request.zoneID(of: $0) }
    checked = request.operations.map { operation in
      guard let rules, !operation.kind.isDeletion, let type = operation.record.recordType else {
        return nil
      }
      return try? rules.check(operation.record.fields ?? .empty, typeName: type)
    }
    names = request.operations.map { $0.record.recordName ?? UUID().uuidString }
    isAtomic =
      request.atomic && call.database != .public
      && zoneIDs.allSatisfy { $0.zoneName != ZoneID.defaultName }
  }

  /// Performs the operations.
  ///
  /// - Throws: ``AtomicFailure`` if an operation of an atomic batch fails.
  func run(_ writer: any StorageWriter, _ database: StoredDatabase, _ schema: Schema) throws
    -> (outcomes: [Outcome], schema: Schema)
  {
    var run = try RecordBatchExecutor(
      batch: self, writer: writer, database: database, schema: schema)
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(request.operations.count)
    for index in request.operations.indices {
      do {
        outcomes.append(try run.perform(index))
      } catch let failure as ServerFailure {
        if isAtomic { throw atomicFailure(index, failure, nil) }
        outcomes.append(.failed(self.failure(index, failure, nil)))
      } catch let conflict as RecordConflict {
        let record = try conflict.presented(run.schema, call, tokens)
        if isAtomic { throw atomicFailure(index, conflict.failure, record) }
        outcomes.append(.failed(failure(index, conflict.failure, record)))
      }
    }
    if let (index, failure) = try run.firstMissingReference() {
      throw atomicFailure(index, failure, nil)
    }
    try run.finish()
    return (outcomes, run.schema)
  }

  private func failure(_ index: Int, _ failure: ServerFailure, _ record: Record?) -> RecordFailure {
    RecordFailure(recordName: names[index], zoneID: nil, failure, serverRecord: record)
  }

  private func atomicFailure(_ culprit: Int, _ failure: ServerFailure, _ record: Record?)
    -> AtomicFailure
  {
    let others = ServerFailure(
      .atomicError, "Not performed, because another operation of the atomic batch failed.")
    let name = names[culprit].debugDescription
    return AtomicFailure(
      ServerFailure(.atomicError, "Record \(name) failed: \(failure.reason)"),
      records: request.operations.indices.map {
        .failure(
          $0 == culprit ? self.failure($0, failure, record) : self.failure($0, others, nil))
      })
  }
}

/// A conflict of an operation with the current record.
struct RecordConflict: Error {
  var failure: ServerFailure
  var record: StoredRecord
  var zoneID: ZoneID

  /// The server's record for the response.
  func presented(_ schema: Schema, _ call: CallContext, _ tokens: AssetTokens) throws -> Record {
    let presenter = RecordPresenter(schema: schema, call: call, tokens: tokens)
    var presented = presenter.envelope(record, zoneID)
    presented.fields = try record.fields.map { try presenter.shaped($0) }
    return presented
  }
}
