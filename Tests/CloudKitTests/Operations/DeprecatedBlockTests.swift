// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Code that was written before operations had result blocks.
@Suite(.serialized, .timeLimit(.minutes(15))) struct DeprecatedBlockTests {
  @Test func `deprecated blocks receive the results and errors of each item`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let program: any FormerProgram = Hikes(database: database)
      let lines = try await program.run()
      #expect(
        lines == [
          "zones saved [Hikes] deleted [] error none", "record a none", "record b none",
          "records saved [a, b] deleted [] error none", "record a failed",
          "records saved [] deleted [b] error partialFailure", "a a none", "none - unknownItem",
          "fetched [a] error partialFailure", "found a", "found all more false error none",
          "performed [a]", "changed a", "zone Hikes token true more false error none",
          "zone changes none", "database token true more false error none",
          "zones [Hikes] error none", "subscriptions saved [all] deleted [] error none",
          "subscriptions [all] error none", "subscriptions of others [] error partialFailure",
        ])
    }
  }
}

/// Allows calls of deprecated methods without a deprecated caller.
private protocol FormerProgram {
  func run() async throws -> [String]
}

private struct Hikes: FormerProgram {
  let database: CKDatabase
  private let zone = CKRecordZone.ID(zoneName: "Hikes")

  private final class Log: @unchecked Sendable {
    // Unchecked: blocks run one after another, and the log is read after the last one.
    var lines: [String] = []
  }

  private func record(_ name: String) -> CKRecord {
    CKRecord(recordType: "Hike", recordID: CKRecord.ID(recordName: name, zoneID: zone))
  }

  private func words(_ error: (any Error)?) -> String {
    guard let error = error as? CKError else { return error.map { "\($0)" } ?? "none" }
    return "\(error.code)"
  }

  private func names(_ ids: some Sequence<CKRecord.ID>) -> String {
    "[\(ids.map(\.recordName).sorted().joined(separator: ", "))]"
  }

  private func perform(_ operation: CKDatabaseOperation, _ set: (@escaping () -> Void) -> Void)
    async
  {
    await withCheckedContinuation { continuation in
      set { continuation.resume() }
      database.add(operation)
    }
  }

  @available(*, deprecated, message: "As programs of long ago are.")
  func run() async throws -> [String] {
    let log = Log()
    try await saveRecords(log)
    await fetchRecords(log)
    await fetchChanges(log)
    await subscribe(log)
    return log.lines
  }

  @available(*, deprecated, message: "As programs of long ago are.")
  private func saveRecords(_ log: Log) async throws {
    let zones = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneID: zone)])
    await perform(zones) { done in
      zones.modifyRecordZonesCompletionBlock = { saved, deleted, error in
        log.lines.append(
          "zones saved [\((saved ?? []).map(\.zoneID.zoneName).joined())] deleted \(deleted ?? []) error "
            + words(error))
        done()
      }
    }
    for (records, deletions) in [(["a", "b"], []), (["a"], ["b"])] {
      let saving = CKModifyRecordsOperation(
        recordsToSave: records.map(record), recordIDsToDelete: deletions.map { record($0).recordID }
      )
      saving.isAtomic = false
      await perform(saving) { done in
        saving.perRecordCompletionBlock = { record, error in
          log.lines.append(
            "record \(record.recordID.recordName) \(error == nil ? "none" : "failed")")
        }
        saving.modifyRecordsCompletionBlock = { saved, deleted, error in
          log.lines.append(
            "records saved \(names((saved ?? []).map(\.recordID))) deleted "
              + "\(names(deleted ?? [])) error \(words(error))")
          done()
        }
      }
    }
  }

  @available(*, deprecated, message: "As programs of long ago are.")
  private func fetchRecords(_ log: Log) async {
    let fetching = CKFetchRecordsOperation(
      recordIDs: ["a", "none"].map { record($0).recordID })
    await perform(fetching) { done in
      fetching.perRecordCompletionBlock = { record, id, error in
        log.lines.append(
          "\(id?.recordName ?? "-") \(record?.recordID.recordName ?? "-") \(words(error))")
      }
      fetching.fetchRecordsCompletionBlock = { records, error in
        log.lines.append("fetched \(names((records ?? [:]).keys)) error \(words(error))")
        done()
      }
    }
    let query = CKQuery(recordType: "Hike", predicate: NSPredicate(value: true))
    let finding = CKQueryOperation(query: query)
    await perform(finding) { done in
      finding.recordFetchedBlock = { log.lines.append("found \($0.recordID.recordName)") }
      finding.queryCompletionBlock = { cursor, error in
        log.lines.append("found all more \(cursor != nil) error \(words(error))")
        done()
      }
    }
    await withCheckedContinuation { continuation in
      database.perform(query, inZoneWith: zone) { records, _ in
        log.lines.append("performed \(names((records ?? []).map(\.recordID)))")
        continuation.resume()
      }
    }
  }

  @available(*, deprecated, message: "As programs of long ago are.")
  private func fetchChanges(_ log: Log) async {
    let changes = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zone])
    await perform(changes) { done in
      changes.recordChangedBlock = { log.lines.append("changed \($0.recordID.recordName)") }
      changes.recordZoneFetchCompletionBlock = { zone, token, _, more, error in
        log.lines.append(
          "zone \(zone.zoneName) token \(token != nil) more \(more) error \(words(error))")
      }
      changes.fetchRecordZoneChangesCompletionBlock = { error in
        log.lines.append("zone changes \(words(error))")
        done()
      }
    }
    let database = CKFetchDatabaseChangesOperation()
    await perform(database) { done in
      database.fetchDatabaseChangesCompletionBlock = { token, more, error in
        log.lines.append("database token \(token != nil) more \(more) error \(words(error))")
        done()
      }
    }
    let zones = CKFetchRecordZonesOperation(recordZoneIDs: [zone])
    await perform(zones) { done in
      zones.fetchRecordZonesCompletionBlock = { zones, error in
        log.lines.append(
          "zones [\((zones ?? [:]).keys.map(\.zoneName).joined())] error \(words(error))")
        done()
      }
    }
  }

  @available(*, deprecated, message: "As programs of long ago are.")
  private func subscribe(_ log: Log) async {
    let saving = CKModifySubscriptionsOperation(
      subscriptionsToSave: [CKDatabaseSubscription(subscriptionID: "all")])
    await perform(saving) { done in
      saving.modifySubscriptionsCompletionBlock = { saved, deleted, error in
        log.lines.append(
          "subscriptions saved [\((saved ?? []).map(\.subscriptionID).joined())] deleted \(deleted ?? []) "
            + "error \(words(error))")
        done()
      }
    }
    for (name, title) in [("all", ""), ("other", " of others")] {
      let fetching = CKFetchSubscriptionsOperation(subscriptionIDs: [name])
      await perform(fetching) { done in
        fetching.fetchSubscriptionCompletionBlock = { subscriptions, error in
          log.lines.append(
            "subscriptions\(title) [\((subscriptions ?? [:]).keys.joined())] error \(words(error))")
          done()
        }
      }
    }
  }
}
