// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Logging in and out at a real server.
@Suite(.serialized) struct LoginTests {
  @Test(.timeLimit(.minutes(2)))
  func `who logs in leaves a token that only they can read, and no password`() async throws {
    try await DeviceCloud.run { cloud in
      let device = cloud.device("one")
      let wrong = try await device.login("ann", password: "battery staple")
      #expect(wrong.status == 1 && wrong.error.contains("name and password do not match"))
      let nobody = try await device.login("bob")
      #expect(nobody.status == 1 && nobody.error.contains("name and password do not match"))
      let untrusted = try await device.cairn(
        "login", cloud.address, "--user", "ann", "--password-file", "-",
        input: DeviceCloud.password)
      #expect(untrusted.status == 1 && untrusted.error.contains("--certificate-authority"))
      let elsewhere = try await device.cairn(
        "login", cloud.address + "/ck", "--user", "ann", "--password-file", "-",
        "--certificate-authority", cloud.authority, input: DeviceCloud.password)
      #expect(elsewhere.status == 1 && elsewhere.error.contains("is not the address of a Cairn"))
      #expect(try await device.status().account == nil)

      let login = try await device.login("Ann")
      #expect(login.status == 0 && login.output.contains("Logged in as ann at \(cloud.address)"))
      let file = device.url.appending(path: "cloudkit.json")
      #expect(try !String(contentsOf: file, encoding: .utf8).contains(DeviceCloud.password))
      for name in try FileManager.default.contentsOfDirectory(
        atPath: device.url.path(percentEncoded: false))
      {
        let path = device.url.appending(path: name).path(percentEncoded: false)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(name)")
      }
      let status = try await device.status()
      #expect(status.account?.user == "ann" && status.account?.logged_in == true)
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `who logs out keeps the data, which go to nobody else`() async throws {
    try await DeviceCloud.run(users: ["ann", "bob"]) { cloud in
      let device = try await cloud.device("one", of: "ann")
      try await device.importTrack(1)
      try await device.sync()
      let rucks = try await device.list()
      let other = try await device.login("bob")
      #expect(other.status == 1 && other.error.contains("ann is logged in"), "\(other)")

      let credentials = try Data(contentsOf: device.url.appending(path: "cloudkit.json"))
      let logout = try await device.cairn("logout")
      #expect(logout.status == 0 && logout.error == "", "\(logout)")
      #expect(try await device.cairn("logout").output == "Nobody was logged in.\n")
      #expect(try await device.list() == rucks)
      let sync = try await device.cairn("sync")
      #expect(sync.status == 1 && sync.error.contains("ann has logged out"), "\(sync)")
      #expect(sync.error.contains("cairn login \(cloud.address) --user ann"))
      let second = try await device.login("bob")
      #expect(second.status == 1 && second.error.contains("are those of ann"), "\(second)")
      #expect(try await device.status().account?.logged_in == false)

      // The session has ended at the server, too.
      try credentials.write(to: device.url.appending(path: "cloudkit.json"))
      let stolen = try await device.cairn("sync")
      #expect(stolen.status == 1 && stolen.error.contains("again"), "\(stolen)")
      #expect(try await device.login("ann").status == 0)
      #expect(try await device.sync().pending == 0)

      // A folder that nobody has synced is anybody's.
      let fresh = try await cloud.device("two", of: "bob")
      try await fresh.sync()
      let none = try await fresh.cairn("ruck", "list", "--json").json([RuckJSON].self)
      #expect(none.isEmpty)
    }
  }
}
