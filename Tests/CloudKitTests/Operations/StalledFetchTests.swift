// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// Operations that fetch changes from a server that repeats one page forever.
@Suite(.timeLimit(.minutes(15))) struct StalledFetchTests {
  private let token = Data("t".utf8).base64EncodedString()

  private func database(_ service: ScriptedService) -> CKDatabase {
    CKContainer(identifier: "iCloud.org.example.app", service: service, policy: RetryPolicy())
      .privateCloudDatabase
  }

  @Test func `a repeated page of database changes ends with an error`() async {
    let service = ScriptedService(
      .answer(status: 200, body: #"{"zones":[],"syncToken":"\#(token)","moreComing":true}"#))
    let database = database(service)
    let code: CKError.Code? = await withCheckedContinuation { done in
      let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
      operation.fetchDatabaseChangesResultBlock = { result in
        guard case .failure(let error) = result else { return done.resume(returning: nil) }
        done.resume(returning: (error as? CKError)?.code)
      }
      database.add(operation)
    }
    #expect(code == .internalError && service.requests.count == 2)
  }

  @Test func `a repeated page of zone changes ends with an error`() async {
    let service = ScriptedService(
      .answer(
        status: 200,
        body: """
          {"zones":[{"zoneID":{"zoneName":"Z"},"records":[],"syncToken":"\(token)","moreComing":true}]}
          """))
    let database = database(service)
    let zone = CKRecordZone.ID(zoneName: "Z")
    let code: CKError.Code? = await withCheckedContinuation { done in
      let operation = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [zone], configurationsByRecordZoneID: nil)
      operation.recordZoneFetchResultBlock = { _, result in
        guard case .failure(let error) = result else { return done.resume(returning: nil) }
        done.resume(returning: (error as? CKError)?.code)
      }
      database.add(operation)
    }
    #expect(code == .internalError && service.requests.count == 2)
  }
}
