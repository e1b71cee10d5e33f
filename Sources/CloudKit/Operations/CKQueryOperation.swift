// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches one page of the records that match a query.
///
/// ```swift
/// let operation = CKQueryOperation(
///   query: CKQuery(recordType: "Hike", predicate: NSPredicate(value: true)))
/// operation.resultsLimit = 100
/// operation.recordMatchedBlock = { recordID, result in
///   if case .success(let record) = result { apply(record) }
/// }
/// database.add(operation)
/// ```
public final class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The limit that selects the server's maximum.
  public static let maximumResults = 0

  /// The position at which a query continues; a top-level class, because nested classes can't be
  /// archived on Linux.
  public typealias Cursor = CKQueryCursor

  /// The query; ignored if there is a cursor.
  public var query: CKQuery?
  /// The cursor of an earlier operation.
  public var cursor: Cursor?
  /// The zone to search; nil for all zones, or the default zone in the public database.
  public var zoneID: CKRecordZone.ID?
  /// The maximum number of records; ``maximumResults`` for the server's limit.
  public var resultsLimit = CKQueryOperation.maximumResults
  /// The fields to fetch; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?
  /// Called for each record, in the query's order.
  public var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called at the end, with a cursor if more records match.
  public var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation without a query.
  public override init() { super.init() }

  /// An operation that fetches the records matching a query.
  public convenience init(query: CKQuery) {
    self.init()
    self.query = query
  }

  /// An operation that continues a query.
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
        if case .success(let record) = result { deprecatedBlocks.perRecord?(record) }
      }
      end(.success(found.queryCursor))
    } catch {
      end(.failure(Self.asError(error)))
    }
  }

  private func end(_ result: Result<Cursor?, any Error>) {
    switch result {
    case .success(let cursor): deprecatedBlocks.completion?(cursor, nil)
    case .failure(let error): deprecatedBlocks.completion?(nil, error)
    }
    queryResultBlock?(result)
  }
}
