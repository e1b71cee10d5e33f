// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A page of the changes of a zone: from where the reader stands forwards, or from the newest back.
struct ChangeWalk: Sendable {
  /// What a whole answer may still take.
  struct Budget {
    var records = Limits.records
    /// Bytes of an answer after which no further record is begun: records can be 1 MB each.
    var bytes = 8 << 20
  }

  /// One change.
  enum Entry {
    case record(Record, UnsafeRawBufferPointer)
    case deleted(DeletedRecord)
  }

  /// Rows that are looked at for one page, where only some types are wanted.
  private static let scanLimit = 20_000

  let zone: StoredZone
  /// Nil for a reader who has nothing.
  let start: ZonePosition?
  let schema: Schema
  let zoneID: ZoneID
  let options: ZoneChangesOptions
  let call: Call
  let tokens: AssetTokens

  /// Calls back with each change; the callback says how long the answer is by then.
  func run(
    _ reader: any ChangeReading, budget: Budget, _ write: (Entry) throws -> Int
  ) throws -> (position: ZonePosition, moreComing: Bool) {
    let isReverse = options.reverse ?? false
    let read = start?.position ?? 0
    // Without `reverse` a walk that was begun from the newest back is given up.
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
        // One more step would be needed to know whether this was the last.
        isEnd = row.record.sequence == (isReverse ? first : last)
        return false
      }
    } else {
      isEnd = first > last
    }
    var position = ZonePosition(
      zone: UInt64(zone.id), numbering: zone.numbering, position: read,
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
