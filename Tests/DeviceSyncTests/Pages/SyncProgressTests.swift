// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import CloudTestSupport
import DeviceSync
import Foundation
import Testing

/// The progress of a fetch or a send on the status page.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SyncProgressTests {
  private func status(_ activity: SyncStatus.Activity, _ share: Double?) -> SyncStatus {
    var status = SyncStatus()
    status.activity = activity
    status.fractionCompleted = share
    return status
  }

  @Test
  func `progress belongs to one app, and ends with its activity`() {
    let activity = SyncActivity()
    #expect(activity.progress(of: "diary") == nil)
    activity.update(status(.fetching, 0.756), of: "diary")
    #expect(activity.progress(of: "diary")?.activity == .fetching)
    #expect(activity.progress(of: "diary")?.percent == 75)
    #expect(activity.progress(of: "journal") == nil)
    activity.update(status(.idle, nil), of: "diary")
    #expect(activity.progress(of: "diary") == nil)
  }

  @Test
  func `the page shows the share of the running exchange only`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        try await device.signIn("ann")
        #expect(try await !device.page(SyncPaths.status).contains("<progress"))
        device.activity.update(status(.sending, 0.42), of: "diary")
        let page = try await device.page(SyncPaths.status)
        #expect(page.contains(#"<progress max="100" value="42" aria-label="Sending, 42 %">"#))
        #expect(page.components(separatedBy: "<progress").count == 2)
        device.activity.update(status(.idle, nil), of: "diary")
        #expect(try await !device.page(SyncPaths.status).contains("<progress"))
      }
    }
  }
}
