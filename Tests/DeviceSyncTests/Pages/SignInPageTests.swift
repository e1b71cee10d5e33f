// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import CloudTestSupport
import DeviceSync
import Foundation
import SwiftData
import PageTestSupport
import Testing

/// The sign-in and the sign-out by pages, with a real server.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SignInPageTests {
  @Test
  func `a sign-in by the form is shown on the status page, and stores no password`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        let before = try await device.page(SyncPaths.status)
        #expect(before.contains("This machine does not sync"))
        #expect(before.contains(#"href="\#(SyncPaths.signIn)""#))
        let response = try await device.signIn("Ann")
        #expect(response.status == 303)
        let page = try await device.page(try #require(response.headers["location"]))
        #expect(page.contains("Signed in as ann at \(cloud.address.absoluteString)."))
        #expect(page.contains("Signed in as <strong>ann</strong>"))
        #expect(try device.files(with: RunningCloud.password).isEmpty)
        #expect(try device.files(with: "web_auth_token") == ["cloudkit.json"])
        try device.add("Frost")
        #expect(try await device.sync().contains("Diary: fetched 0, sent 1."))
        #expect(try await device.page(SyncPaths.status).contains(">Up to date<"))
      }
    }
  }

  @Test
  func `a wrong password has the command's message, and the form keeps all but secrets`()
    async throws
  {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        let response = try await device.post(
          SyncPaths.signIn,
          [
            "server": cloud.address.absoluteString, "user": "ann", "password": "battery staple",
            "passphrase": "walk before breakfast", "authority": "",
          ])
        #expect(response.status == 422)
        #expect(
          response.body.contains(
            "Can&#39;t log in to \(cloud.address.absoluteString) as ann: name and password do not "
              + "match, or the account is disabled."), "\(response.body)")
        #expect(response.body.contains(#"value="\#(cloud.address.absoluteString)""#))
        #expect(response.body.contains(#"name="user" type="text" value="ann""#))
        #expect(!response.body.contains("battery") && !response.body.contains("breakfast"))
        #expect(response.headers["cache-control"] == "no-store")
        #expect(try device.files(with: "web_auth_token").isEmpty)
        #expect(try await device.page(SyncPaths.status).contains("This machine does not sync"))
      }
    }
  }

  @Test(arguments: [
    ("https://ann:horse@cloud.example.org", "must not contain a name or password"),
    ("http://cloud.example.org", "unencrypted"), ("", "is not the address of a server"),
  ])
  func `an address is checked as by the command`(_ address: String, _ reason: String) async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        let response = try await device.post(
          SyncPaths.signIn, ["server": address, "user": "ann", "password": "correct horse"])
        #expect(response.status == 422)
        #expect(response.body.contains(reason), "\(response.body)")
        #expect(!response.body.contains("horse"))
      }
    }
  }

  @Test
  func `a text that is no certificate authority is rejected, and kept in the form`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        let response = try await device.post(
          SyncPaths.signIn,
          [
            "server": cloud.address.absoluteString, "user": "ann",
            "password": RunningCloud.password, "authority": "no certificate",
          ])
        #expect(response.status == 422)
        #expect(response.body.contains("is not a PEM text"))
        #expect(response.body.contains(">no certificate</textarea>"))
      }
    }
  }

  @Test
  func `a server without the apps' containers is refused`() async throws {
    try await PageDevice.withCloud(hasContainers: false) { cloud in
      try await PageDevice.run("one", cloud) { device in
        let response = try await device.signIn("ann")
        #expect(response.status == 422)
        #expect(response.body.contains("has none of the apps&#39; containers"))
      }
    }
  }

  @Test
  func `the status page has a link to renew a session that the server has ended`() async throws {
    let password = "correct horse battery"
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        try await device.signIn("ann")
        try device.add("Frost")
        try await device.sync()
        #expect(try await !device.page(SyncPaths.status).contains("Sign in again"))
        try await cloud.setPassword(password, of: "ann")
        try device.add("Thaw")
        let failed = try await device.submit(SyncPaths.now)
        #expect(
          failed.contains("has ended, and local changes are kept: sign in again."), "\(failed)")
        #expect(!failed.contains("cairn login"))
        #expect(failed.contains(#"href="\#(SyncPaths.signIn)">Sign in again</a>"#), "\(failed)")
        #expect(try await device.page("/").contains("Sync needs a new sign-in."))
        #expect(try await device.signIn("ann", password: password).status == 303)
        #expect(try await device.sync().contains("Diary: fetched 0, sent 1."))
        #expect(try await !device.page(SyncPaths.status).contains("Sign in again"))
      }
    }
  }

  @Test
  func `another user can't sign in to the data of the first, before or after a sign-out`()
    async throws
  {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud) { device in
        try await device.signIn("ann")
        try device.add("Frost")
        try await device.sync()
        let early = try await device.signIn("bob")
        #expect(early.status == 422 && early.body.contains("sign out first."), "\(early.body)")
        let page = try await device.submit(SyncPaths.signOut)
        #expect(page.contains("Signed ann out of") && page.contains("the data stays here"))
        #expect(page.contains(">Signed out<"))
        #expect(try await device.submit(SyncPaths.now).contains("signed in: sign in first."))
        let late = try await device.signIn("bob")
        #expect(late.status == 422 && late.body.contains("belongs to ann"), "\(late.body)")
        #expect(try device.titles() == ["Frost"])
        #expect(try await device.submit(SyncPaths.signOut).contains("No user was signed in."))
        #expect(try await device.signIn("ann").status == 303)
        try await device.sync()
      }
    }
  }

  @Test
  func `the running process syncs after a sign-in, and no longer after a sign-out`() async throws {
    try await PageDevice.withCloud { cloud in
      try await PageDevice.run("one", cloud, syncs: true) { device in
        func holder() -> Int32? {
          MirrorLock(
            ModelConfiguration(url: DiaryApp.all[0].store(in: device.folder))
          ).holder
        }
        try device.add("Frost")
        #expect(holder() == nil)
        try await device.signIn("ann")
        try await wait {
          try await device.page(SyncPaths.status).contains(">Up to date<") ? true : nil
        }
        #expect(holder() == getpid())
        try await device.submit(SyncPaths.signOut)
        try await wait { holder() == nil ? true : nil }
        try device.add("Thaw")
        let page = try await device.page(SyncPaths.status)
        #expect(page.contains("will be sent after the same user signs in again."))
        // A later sign-in in the same process syncs again.
        try await device.signIn("ann")
        try await PageDevice.run("two", cloud) { other in
          try await other.signIn("ann")
          try await wait {
            try await other.sync()
            return try other.titles() == ["Frost", "Thaw"] ? true : nil
          }
        }
      }
    }
  }
}
