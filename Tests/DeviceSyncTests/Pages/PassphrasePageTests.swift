// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudTestSupport
import DeviceSync
import Foundation
import PageTestSupport
import Testing

/// The passphrase of encrypted fields by pages, with two devices and a real server.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct PassphrasePageTests {
  private static let passphrase = "walk before breakfast"

  /// The recovery code of a page.
  private func code(_ page: String) throws -> String {
    String(try #require(page.firstMatch(of: /<code id="code">([^<]+)<\/code>/), "\(page)").1)
  }

  private func set(_ device: PageDevice) async throws -> String {
    let response = try await device.post(
      "/sync/passphrase/set", ["new": Self.passphrase, "repeated": Self.passphrase])
    #expect(response.status == 200 && response.headers["cache-control"] == "no-store")
    #expect(response.headers["location"] == nil)
    #expect(!response.body.contains(Self.passphrase))
    return try code(response.body)
  }

  @Test
  func `a passphrase set on one device unlocks another, which then sends and fetches its fields`()
    async throws
  {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { first in
        try await PageDevice.run("two", cloud) { second in
          #expect(try await first.page(SyncPaths.passphrase).contains("No user is signed in."))
          try await first.signIn("ann")
          try await second.signIn("ann")
          try first.add("Frost", secret: "cold feet")
          try await first.sync()
          let locked = try await first.page(SyncPaths.status)
          #expect(
            locked.contains("it lacks the passphrase&#39;s key (1 object)"), "\(locked)")
          #expect(try await first.page("/").contains(#"<a href="/sync/passphrase">Encrypted"#))
          try await second.sync()
          #expect(try second.secrets() == [nil])

          let code = try await set(first)
          #expect(code.count == 44)
          let stored = try await first.submit(
            "/sync/passphrase/stored", ["stored": "1", "next": SyncPaths.passphrase])
          #expect(stored.contains("This device has the key") && !stored.contains(code))
          #expect(try first.files(with: code).isEmpty)
          #expect(try first.files(with: Self.passphrase).isEmpty)
          try await first.sync()

          let page = try await second.page(SyncPaths.passphrase)
          #expect(
            page.contains("This device lacks the key") && page.contains("Enter the passphrase"))
          let wrong = try await second.post(
            "/sync/passphrase/unlock", ["current": "walk after breakfast"])
          #expect(wrong.status == 422 && wrong.body.contains("The passphrase is wrong"))
          #expect(!wrong.body.contains("walk after"))
          let right = try await second.submit(
            "/sync/passphrase/unlock", ["current": Self.passphrase])
          #expect(right.contains("This device has the key now."))
          try await second.sync()
          #expect(try second.secrets() == ["cold feet"])
          #expect(try await !second.page("/").contains("Encrypted fields"))
        }
      }
    }
  }

  @Test
  func `a passphrase is changed, recovered with the code, and the code replaced`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { first in
        try await first.signIn("ann")
        let differing = try await first.post(
          "/sync/passphrase/set", ["new": Self.passphrase, "repeated": "walk"])
        #expect(differing.status == 422 && differing.body.contains("The passphrases differ"))
        let short = try await first.post(
          "/sync/passphrase/set", ["new": "short", "repeated": "short"])
        #expect(short.status == 422 && short.body.contains("too short"), "\(short.body)")
        let code = try await set(first)
        let again = try await first.post(
          "/sync/passphrase/set", ["new": Self.passphrase, "repeated": Self.passphrase])
        #expect(again.status == 422 && again.body.contains("has a passphrase already"))

        let new = "over the saddle"
        let changed = try await first.submit(
          "/sync/passphrase/change",
          ["current": Self.passphrase, "new": new, "repeated": new])
        #expect(changed.contains("The passphrase is changed."))
        let old = try await first.post(
          "/sync/passphrase/code", ["current": Self.passphrase])
        #expect(old.status == 422 && old.body.contains("The passphrase is wrong"))

        try await PageDevice.run("two", cloud) { second in
          try await second.signIn("ann")
          let newest = "beyond the pass"
          let recovered = try await second.submit(
            "/sync/passphrase/recover",
            ["code": code.lowercased(), "new": newest, "repeated": newest])
          #expect(recovered.contains("this device has the key now"))
          let renewed = try await second.post(
            "/sync/passphrase/code", ["current": newest])
          #expect(renewed.status == 200)
          #expect(try self.code(renewed.body) != code)
          let stale = try await second.post(
            "/sync/passphrase/recover", ["code": code, "new": newest, "repeated": newest])
          #expect(stale.status == 422 && stale.body.contains("newest code"), "\(stale.body)")
        }
      }
    }
  }

  @Test
  func `the passphrase is requested only if there are encrypted values`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { first in
        try await PageDevice.run("two", cloud) { second in
          try await first.signIn("ann")
          try await second.signIn("ann")
          try first.add("Frost")
          for device in [first, second] {
            try await device.sync()
            for path in ["/", SyncPaths.status] {
              #expect(try await !device.page(path).contains("Encrypted fields"), "\(path)")
            }
          }
          _ = try await set(first)
          try first.add("Thaw", secret: "wet feet")
          try await first.sync()
          try await second.sync()
          let page = try await second.page(SyncPaths.status)
          #expect(page.contains("Encrypted fields of other devices can&#39;t be read"), "\(page)")
          #expect(try await second.page("/").contains(#"<a href="/sync/passphrase">Encrypted"#))
        }
      }
    }
  }

  @Test
  func `a sign-in sets the passphrase, and on another device enters it`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { first in
        let same = try await first.signIn("ann", passphrase: RunningCloud.password)
        #expect(same.status == 422 && same.body.contains("is the password of the account"))
        let response = try await first.signIn("ann", passphrase: Self.passphrase)
        #expect(response.status == 200)
        #expect(try code(response.body).count == 44)
        #expect(try await first.page(SyncPaths.passphrase).contains("This device has the key"))
        try await PageDevice.run("two", cloud) { second in
          let wrong = try await second.signIn("ann", passphrase: "walk after breakfast")
          #expect(wrong.status == 422 && wrong.body.contains("The passphrase is wrong"))
          #expect(try await second.page(SyncPaths.status).contains("This machine does not sync"))
          #expect(try await second.signIn("ann", passphrase: Self.passphrase).status == 303)
          #expect(try await second.page(SyncPaths.passphrase).contains("This device has the key"))
        }
      }
    }
  }
}
