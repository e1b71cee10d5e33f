// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Reads one page of a zone's changes: forwards from the client's position, or backwards from the newest.
struct ZoneChangesPage: Sendable {
  /// The remaining capacity of a response.
  struct Budget {
    var records = Limits.records
    /// The size in bytes at which a response ends; one record of up to 1 MB can exceed it.
    var bytes = 8 << 20
  }

  /// One change.
  enum Entry {
    case record(Record, UnsafeRawBufferPointer)
    case deleted(DeletedRecord)
  }

  /// The maximum number of rows that one page scans for the desired record types.
  private static let scanLimit = 20_000

  let zone: StoredZone
  /// The client's position; nil for a client without a token.
  let start: ZonePosition?
  let schema: Schema
  let zoneID: ZoneID
  let options: ZoneChangesOptions
  let call: CallContext
  let tokens: AssetTokens

  /// Passes each change to `write`, which returns the size of the response so far in bytes.
  func run(
    _ reader: any ChangeReading, budget: Budget, _ write: (Entry) throws -> Int
  ) throws -> (position: ZonePosition, moreComing: Bool) {
    let isReverse = options.reverse ?? false
    let read = start?.position ?? 0
    // A request without `reverse` abandons a backward read.
    let walk = isReverse ? start?.walk : nil
    let newest = walk?.newest ?? zone.position
    let (first, last) = (read + 1, walk.map { $0.below - 1 } ?? zone.position)
    let limit = min(options.resultsLimit ?? Limits.records, budget.records)
    let presenter = RecordPresenter(
      schema: schema, call: call, tokens: tokens, desiredKeys: options.desiredKeys,
      numbersAsStrings: options.numbersAsStrings ?? false)
    let wanted = options.desiredRecordTypes.map { names in
      Set(names.compactMap { schema.types[$0]?.id })
    }
    var (count, scanned, isEnd) = (0, 0, true)
    var reached: UInt64?
    if first <= last, limit > 0 {
      try reader.changes(in: zone.id, from: first, through: last, newestFirst: isReverse) { row in
        if count == limit || scanned == Self.scanLimit {
          isEnd = false
          return false
        }
        scanned += 1
        reached = row.record.sequence
        if let wanted, !wanted.contains(row.record.type) { return true }
        count += 1
        var byteCount = 0
        if row.fields == nil {
          byteCount = try write(.deleted(presenter.deletion(row.record, zoneID)))
        } else {
          var failure: (any Error)?
          try presenter.present(row, zoneID) { record, fields in
            do { byteCount = try write(.record(record, fields)) } catch { failure = error }
          }
          if let failure { throw failure }
        }
        if byteCount < budget.bytes { return true }
        // The page may be complete: compare with the last possible position.
        isEnd = row.record.sequence == (isReverse ? first : last)
        return false
      }
    } else {
      isEnd = first > last
    }
    var position = ZonePosition(
      zone: UInt64(zone.id), generation: zone.generation, position: read,
      epoch: SequenceEpoch.of(zone.position))
    if isEnd {
      position.position = newest
    } else if isReverse {
      position.walk = .init(newest: newest, below: reached ?? last + 1)
    } else {
      position.position = reached ?? read
    }
    return (position, !isEnd)
  }
}
