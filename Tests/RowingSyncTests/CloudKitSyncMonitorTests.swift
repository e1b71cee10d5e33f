// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Rowing
import RowingSync
import Testing

@Suite struct CloudKitSyncMonitorTests {
  @Test func `the container is the seed's`() {
    #expect(
      CloudKitConfig.containerIdentifier == "iCloud.com.surfseer.rowing-performance-tracker")
    #expect(CloudKitConfig.privateDatabase.databaseScope == .private)
    #expect(CloudKitConfig.sharedDatabase.databaseScope == .shared)
  }

  @Test func `a partial failure is resolved record by record`() {
    let (a, b) = (CKRecord.ID(recordName: "a"), CKRecord.ID(recordName: "b"))
    let error = CKError(
      .partialFailure,
      userInfo: [
        CKPartialErrorsByItemIDKey: [
          a as AnyHashable: CKError(.serverRecordChanged),
          b as AnyHashable: CKError(.quotaExceeded),
        ] as [AnyHashable: any Error]
      ])
    guard case .resolve(let items) = CloudKitSyncMonitor.handleSyncError(error) else {
      Issue.record("not resolved")
      return
    }
    #expect(items["a"] == .merge)
    guard case .pause(let remedy) = items["b"] else {
      Issue.record("not paused")
      return
    }
    #expect(remedy.contains("full"))
  }

  @Test func `a quota pauses with the remedy, and other errors are retried`() {
    guard case .pause = CloudKitSyncMonitor.handleSyncError(CKError(.quotaExceeded)) else {
      Issue.record("not paused")
      return
    }
    #expect(
      CloudKitSyncMonitor.handleSyncError(CKError(.networkFailure))
        == .retry(after: CloudKitSyncMonitor.retryDelay))
    let limited = CKError(.requestRateLimited, userInfo: [CKErrorRetryAfterKey: 7.0])
    #expect(CloudKitSyncMonitor.handleSyncError(limited) == .retry(after: 7))
    #expect(
      CloudKitSyncMonitor.handleSyncError(URLError(.timedOut))
        == .retry(after: CloudKitSyncMonitor.retryDelay))
  }
}
