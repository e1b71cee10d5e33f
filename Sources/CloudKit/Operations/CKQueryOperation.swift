// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches the records that a query finds: as many as the server answers at once.
public final class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
  /// Leaves the number of records in one answer to the server.
  public static let maximumResults = 0

  /// Where the answers to a query go on; a class of its own, since only such can be archived on Linux.
  public typealias Cursor = CKQueryCursor

  /// What is wanted; not used where there is a cursor.
  public var query: CKQuery?
  /// Where an earlier operation has ended.
  public var cursor: Cursor?
  /// The zone to look in; nil for all zones, but the default one in the public database.
  public var zoneID: CKRecordZone.ID?
  /// The most records; ``maximumResults`` leaves it to the server.
  public var resultsLimit = CKQueryOperation.maximumResults
  /// The fields that are wanted; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?
  /// Called for each record, in their order.
  public var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called at the end, with a cursor if there are more.
  public var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?
  var former = Former()

  /// An operation without a query yet.
  public override init() { super.init() }

  /// An operation that fetches what a query finds.
  public convenience init(query: CKQuery) {
    self.init()
    self.query = query
  }

  /// An operation that goes on where another has ended.
  public convenience init(cursor: Cursor) {
    self.init()
    self.cursor = cursor
  }

  override func run() async {
    do {
      let database = try target()
      let found: (matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: Cursor?)
      if let cursor {
        found = try await database.records(
          continuingMatchFrom: cursor, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
      } else if let query {
        found = try await database.records(
          matching: query, inZoneWith: zoneID, desiredKeys: desiredKeys,
          resultsLimit: resultsLimit)
      } else {
        throw CKError(.invalidArguments, "The operation has neither a query nor a cursor.")
      }
      for (id, result) in found.matchResults {
        recordMatchedBlock?(id, result)
        if case .success(let record) = result { former.onRecord?(record) }
      }
      end(.success(found.queryCursor))
    } catch {
      end(.failure(Self.asError(error)))
    }
  }

  private func end(_ result: Result<Cursor?, any Error>) {
    switch result {
    case .success(let cursor): former.atEnd?(cursor, nil)
    case .failure(let error): former.atEnd?(nil, error)
    }
    queryResultBlock?(result)
  }
}
