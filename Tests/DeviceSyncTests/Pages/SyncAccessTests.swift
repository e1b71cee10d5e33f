// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudTestSupport
import DeviceSync
import Foundation
import PageTestSupport
import Testing

/// The rights of paired devices on the sync pages.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SyncAccessTests {
  @Test
  func `a paired device sees status and conflicts, and syncs`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { _ = try await $0.signIn("ann") }
      try await PageDevice.run("one", cloud, access: .pairedDevice) { device in
        let page = try await device.page(SyncPaths.status)
        #expect(page.contains("Signed in as <strong>ann</strong>"))
        #expect(page.contains("The machine that runs Cairn signs in and out"))
        for path in [SyncPaths.signIn, SyncPaths.signOut, SyncPaths.passphrase] {
          #expect(!page.contains(path), "\(path)")
        }
        try device.add("Frost", secret: "cold feet")
        #expect(try await device.sync().contains("Diary: fetched 0, sent 1."))
        #expect(try await device.page(SyncPaths.conflicts).contains("No conflicts"))
        #expect(try await !device.page("/").contains(SyncPaths.passphrase))
      }
    }
  }

  @Test(arguments: [
    SyncPaths.signIn, SyncPaths.signOut, SyncPaths.passphrase, "/sync/passphrase/set",
    "/sync/passphrase/unlock", "/sync/passphrase/change", "/sync/passphrase/recover",
    "/sync/passphrase/code", "/sync/passphrase/stored",
  ])
  func `a paired device can't sign in or out, nor reach the passphrase`(_ path: String) async throws
  {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { _ = try await $0.signIn("ann") }
      try await PageDevice.run("one", cloud, access: .pairedDevice) { device in
        let page = try await device.send("GET", path)
        #expect(page.status == 404)
        let fields = [
          "server": cloud.address.absoluteString, "user": "bob",
          "password": RunningCloud.password, "new": "walk before breakfast",
          "repeated": "walk before breakfast",
        ]
        #expect(try await device.post(path, fields).status == 404)
        #expect(try await device.page(SyncPaths.status).contains("Signed in as <strong>ann"))
      }
    }
  }

  @Test(arguments: [
    SyncPaths.now, SyncPaths.signIn, SyncPaths.signOut, "/sync/passphrase/set",
    "/sync/passphrase/unlock", "/sync/passphrase/change", "/sync/passphrase/recover",
    "/sync/passphrase/code", "/sync/passphrase/stored", SyncPaths.conflicts,
  ])
  func `a form without the token is rejected`(_ path: String) async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        let response = try await device.send("POST", path, body: "user=ann&password=x")
        #expect(response.status == 403)
      }
    }
  }
}
