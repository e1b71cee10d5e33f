// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The results that a fetch operation collects for its deprecated completion block.
struct DeprecatedFetchBlock<ID: Hashable, Item> {
  var completion: (([ID: Item]?, (any Error)?) -> Void)?
  private(set) var fetched: [ID: Item] = [:]

  mutating func report(_ id: ID, _ result: Result<Item, any Error>) {
    if case .success(let item) = result { fetched[id] = item }
  }
}

/// The results that a modify operation collects for its deprecated completion block.
struct DeprecatedModifyBlock<ID, Item> {
  var completion: (([Item]?, [ID]?, (any Error)?) -> Void)?
  private(set) var saved: [Item] = []
  private(set) var deleted: [ID] = []

  mutating func report(_ id: ID, _ result: Result<Item, any Error>) {
    if case .success(let item) = result { saved.append(item) }
  }

  mutating func report(_ id: ID, _ result: Result<Void, any Error>) {
    if case .success = result { deleted.append(id) }
  }
}

extension CKFetchDatabaseChangesOperation {
  /// The deprecated block without `Result`.
  struct DeprecatedBlocks {
    var completion: ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
  }

  /// Called at the end with the next token and whether more changes are available.
  @available(*, deprecated, renamed: "fetchDatabaseChangesResultBlock")
  public var fetchDatabaseChangesCompletionBlock:
    ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKFetchRecordZoneChangesOperation {
  /// The deprecated blocks without `Result`.
  struct DeprecatedBlocks {
    var perRecord: ((CKRecord) -> Void)?
    var perZone: ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
    var completion: (((any Error)?) -> Void)?
  }

  /// Called for each record that was created or changed.
  @available(*, deprecated, renamed: "recordWasChangedBlock")
  public var recordChangedBlock: ((CKRecord) -> Void)? {
    get { deprecatedBlocks.perRecord }
    set { deprecatedBlocks.perRecord = newValue }
  }

  /// Called at the end of each zone with the next token and whether more changes are available.
  @available(*, deprecated, renamed: "recordZoneFetchResultBlock")
  public var recordZoneFetchCompletionBlock:
    ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.perZone }
    set { deprecatedBlocks.perZone = newValue }
  }

  /// Called at the end; with ``CKError/partialFailure`` if some zones failed.
  @available(*, deprecated, renamed: "fetchRecordZoneChangesResultBlock")
  public var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)? {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKFetchRecordZonesOperation {
  typealias DeprecatedBlocks = DeprecatedFetchBlock<CKRecordZone.ID, CKRecordZone>

  /// Called at the end with the zones, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchRecordZonesResultBlock")
  public var fetchRecordZonesCompletionBlock:
    (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKFetchRecordsOperation {
  /// The deprecated blocks without `Result`.
  struct DeprecatedBlocks {
    var perRecord: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?
    var completion: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?
    private(set) var fetched: [CKRecord.ID: CKRecord] = [:]

    mutating func report(_ id: CKRecord.ID, _ result: Result<CKRecord, any Error>) {
      switch result {
      case .success(let record):
        fetched[id] = record
        perRecord?(record, id, nil)
      case .failure(let error): perRecord?(nil, id, error)
      }
    }
  }

  /// Called for each record.
  @available(*, deprecated, renamed: "perRecordResultBlock")
  public var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)? {
    get { deprecatedBlocks.perRecord }
    set { deprecatedBlocks.perRecord = newValue }
  }

  /// Called at the end with the records, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchRecordsResultBlock")
  public var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)? {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKModifyRecordZonesOperation {
  typealias DeprecatedBlocks = DeprecatedModifyBlock<CKRecordZone.ID, CKRecordZone>

  /// Called at the end with the saved and deleted zones; with ``CKError/partialFailure`` if some
  /// failed.
  @available(*, deprecated, renamed: "modifyRecordZonesResultBlock")
  public var modifyRecordZonesCompletionBlock:
    (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKModifyRecordsOperation {
  /// The deprecated blocks without `Result`.
  struct DeprecatedBlocks {
    var perRecord: ((CKRecord, (any Error)?) -> Void)?
    var completion: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?
    private(set) var saved: [CKRecord] = []
    private(set) var deleted: [CKRecord.ID] = []

    mutating func report(_ record: CKRecord, _ result: Result<CKRecord, any Error>) {
      switch result {
      case .success(let record):
        saved.append(record)
        perRecord?(record, nil)
      case .failure(let error): perRecord?(record, error)
      }
    }

    mutating func report(_ id: CKRecord.ID, _ result: Result<Void, any Error>) {
      if case .success = result { deleted.append(id) }
    }
  }

  /// Called for each record to save.
  @available(*, deprecated, renamed: "perRecordSaveBlock")
  public var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)? {
    get { deprecatedBlocks.perRecord }
    set { deprecatedBlocks.perRecord = newValue }
  }

  /// Called at the end with the saved and deleted records; with ``CKError/partialFailure`` if some
  /// failed.
  @available(*, deprecated, renamed: "modifyRecordsResultBlock")
  public var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?
  {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}

extension CKQueryOperation {
  /// The deprecated blocks without `Result`.
  struct DeprecatedBlocks {
    var perRecord: ((CKRecord) -> Void)?
    var completion: ((Cursor?, (any Error)?) -> Void)?
  }

  /// Called for each record, in the query's order.
  @available(*, deprecated, renamed: "recordMatchedBlock")
  public var recordFetchedBlock: ((CKRecord) -> Void)? {
    get { deprecatedBlocks.perRecord }
    set { deprecatedBlocks.perRecord = newValue }
  }

  /// Called at the end, with a cursor if more records match.
  @available(*, deprecated, renamed: "queryResultBlock")
  public var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)? {
    get { deprecatedBlocks.completion }
    set { deprecatedBlocks.completion = newValue }
  }
}
