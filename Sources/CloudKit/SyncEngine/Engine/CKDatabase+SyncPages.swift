// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

extension CKDatabase {
  /// Fetches a page of a zone's changed records since a token, from the oldest to the newest
  /// change.
  func zonePage(
    of zone: CKRecordZone.ID, since token: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
  ) async throws -> SyncZonePage {
    let connection = try connection()
    let request = ZoneChangesRequest(zones: [
      .init(
        zoneID: zone.wire, syncToken: token?.syncToken,
        options: ZoneChangesOptions(resultsLimit: resultsLimit, desiredKeys: desiredKeys))
    ])
    let response = try await connection.send(
      .zoneChanges, databaseScope, request, as: ZoneChangesResponse.self)
    switch response.zones.first {
    case .failure(let failure): throw CKError(failure.failure)
    case .changes(let changes):
      let reader = RecordReader(database: self, connection: connection)
      var page = SyncZonePage(
        token: CKServerChangeToken(changes.syncToken), moreComing: changes.moreComing)
      page.records.reserveCapacity(changes.records.count)
      for result in changes.records { await append(result, of: zone, reader, &page) }
      return page
    case nil: throw CKError(.internalError, "The server's response lacks this zone.")
    }
  }

  private func append(
    _ result: RecordResult, of zone: CKRecordZone.ID, _ reader: RecordReader,
    _ page: inout SyncZonePage
  ) async {
    guard let name = result.recordName else { return }
    let id = CKRecord.ID(recordName: name, zoneID: zone)
    switch result {
    case .record(let record):
      do {
        page.records.append(try await reader.record(record, zone: zone))
      } catch let error as CKError {
        page.failures.append((id, error))
      } catch {
        page.failures.append(
          (id, CKError(.internalError, "The record can't be decoded: \(error)")))
      }
    case .deleted(let record):
      page.deletions.append(.init(recordID: id, recordType: record.recordType ?? ""))
    case .failure(let failure):
      page.failures.append(
        (id, CKError(failure, client: nil, in: databaseScope, reader.connection.cipher)))
    }
  }

  /// Creates a subscription to all changes of the database, or replaces it.
  func subscribe(_ id: String) async throws {
    let request = ModifySubscriptionsRequest(operations: [
      .init(.create, Subscription(subscriptionID: id, subscriptionType: .database))
    ])
    let response = try await connection().send(
      .modifySubscriptions, databaseScope, request, as: SubscriptionsResponse.self)
    if case .failure(_, let failure) = response.subscriptions.first { throw CKError(failure) }
  }
}
