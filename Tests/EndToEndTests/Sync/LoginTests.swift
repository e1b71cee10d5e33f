// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Login and logout with a real server.
@Suite(.serialized) struct LoginTests {
  @Test(.timeLimit(.minutes(15)))
  func `a login stores a token in files that only their owner can read, and no password`()
    async throws
  {
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
      #expect(elsewhere.status == 1 && elsewhere.error.contains("is not a Cairn server"))
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

  @Test(.timeLimit(.minutes(15)))
  func `a logout keeps the data, and another user cannot sync them`() async throws {
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
      #expect(try await device.cairn("logout").output == "No user was logged in.\n")
      #expect(try await device.list() == rucks)
      let sync = try await device.cairn("sync")
      #expect(sync.status == 1 && sync.error.contains("ann has logged out"), "\(sync)")
      #expect(sync.error.contains("cairn login \(cloud.address) --user ann"))
      let second = try await device.login("bob")
      #expect(second.status == 1 && second.error.contains("belongs to ann"), "\(second)")
      #expect(try await device.status().account?.logged_in == false)

      // The server has ended the session, too.
      try credentials.write(to: device.url.appending(path: "cloudkit.json"))
      let stolen = try await device.cairn("sync")
      #expect(stolen.status == 1 && stolen.error.contains("again"), "\(stolen)")
      #expect(try await device.login("ann").status == 0)
      #expect(try await device.sync().pending == 0)

      // A data folder that was never synced accepts any user.
      let fresh = try await cloud.device("two", of: "bob")
      try await fresh.sync()
      let none = try await fresh.cairn("ruck", "list", "--json").json([RuckJSON].self)
      #expect(none.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the certificate authority is stored, and required again if the copy is missing`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("one", of: "ann")
      let certificates = try String(contentsOfFile: cloud.authority, encoding: .utf8)
      try FileManager.default.removeItem(atPath: cloud.authority)
      try await device.sync()
      // The server is known, so its authority is optional.
      let again = try await device.cairn(
        "login", cloud.address, "--user", "ann", "--password-file", "-",
        input: DeviceCloud.password)
      #expect(again.status == 0, "\(again)")
      // The data folder can be moved.
      try FileManager.default.moveItem(at: device.url, to: cloud.device("two").url)
      let moved = cloud.device("two")
      try await moved.sync()
      try FileManager.default.removeItem(at: moved.url.appending(path: "cloudkit-authority.pem"))
      let missing = try await moved.cairn("sync")
      #expect(missing.status == 1, "\(missing)")
      #expect(
        missing.error.contains("two/cloudkit-authority.pem does not exist: sign in again"),
        "\(missing)")
      let asked = try await moved.cairn(
        "login", cloud.address, "--user", "ann", "--password-file", "-",
        input: DeviceCloud.password)
      #expect(asked.status == 1 && asked.error.contains("give --certificate-authority FILE"))
      _ = try cloud.workspace.write(certificates, to: "authority.pem")
      #expect(try await moved.login("ann").status == 0)
      try await moved.sync()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `login reports the reason why a server cannot be used`() async throws {
    try await DeviceCloud.run { cloud in
      func error(_ address: String, _ more: String...) async throws -> String {
        let result = try await cloud.workspace.cairn(
          ["login", address, "--user", "ann", "--password-file", "-"] + more, input: "x")
        #expect(result.status == 1 && result.output == "")
        return result.error
      }
      let place = String(cloud.address.dropFirst("https://".count))
      #expect(
        try await error("http://\(place)")
          == "cairn: \(place) closed the connection without a response: try again later, or check whether the "
          + "address begins with https://.\n")
      #expect(
        try await error(cloud.address)
          == "cairn: \(place) can't be trusted: its certificate is not signed by a trusted authority, "
          + "or is not valid now. If the server has a self-signed certificate, give "
          + "--certificate-authority FILE\n")
      let production = try await error(
        cloud.address, "--certificate-authority", cloud.authority, "--environment", "production")
      #expect(production.contains("name and password do not match"))
      let refused = try await cloud.device("one").login(
        "ann", "--environment", "production")
      #expect(refused.status == 1 && refused.error.contains("no schema of ruckmap in production"))
      #expect(try await cloud.device("one").status().account == nil)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a login replaces damaged credentials and keeps a copy of them`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("one", of: "ann")
      let file = device.url.appending(path: "cloudkit.json")
      try Data("{".utf8).write(to: file)
      let login = try await device.login("ann")
      #expect(login.status == 0 && login.error.contains("cloudkit.json.damaged"), "\(login)")
      let copy = file.appendingPathExtension("damaged")
      #expect(try String(contentsOf: copy, encoding: .utf8) == "{")
      try await device.sync()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `after the loss of a server, --move assigns the data to a new account`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("one", of: "ann")
      try await device.importTrack(1)
      let sent = try await device.sync()
      let rucks = try await device.list()
      try await cloud.loseAll(users: ["ann", "anna"])

      let other = try await device.login("ann")
      #expect(other.status == 1 && other.error.contains("another account of that name"), "\(other)")
      #expect(other.error.contains("--move assigns all data to this account"))
      let unasked = try await device.login("ann", "--move")
      #expect(unasked.status == 1 && unasked.error.contains("give --yes"), "\(unasked)")
      // Nothing has changed: the session still belongs to the lost server.
      #expect(try await device.cairn("sync").status == 1)

      let watch = try device.start("sync", "--watch")
      try await wait { try await device.status().stores.first?.process }
      let busy = try await device.login("anna", "--move", "--yes")
      #expect(busy.status == 1 && busy.error.contains("process"), "\(busy)")
      watch.send(SIGKILL)
      _ = try await watch.result()

      let moved = try await device.login("anna", "--move", "--yes")
      #expect(moved.status == 0 && moved.output.contains("belongs to this account"), "\(moved)")
      #expect(try await device.status().stores.first?.error == nil)
      #expect(try await device.sync().sent == sent.sent)
      let fresh = try await cloud.device("two", of: "anna")
      #expect(try await fresh.sync().fetched == sent.sent)
      #expect(try await device.list() == rucks)
      #expect(try await fresh.list() == rucks)
      // From now on, the data belong only to the new account.
      let back = try await device.login("ann")
      #expect(back.status == 1, "\(back)")
    }
  }
}
