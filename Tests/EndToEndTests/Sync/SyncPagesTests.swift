// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The sync pages of `cairn serve`, with a server that has a certificate of its own.
@Suite(.serialized) struct SyncPagesTests {
  /// A process that serves the pages of a device.
  private struct Pages {
    let device: SyncingDevice
    let process: RunningCommand
    let address: String

    /// Starts the pages.
    static func start(_ device: SyncingDevice, _ more: String...) async throws -> Pages {
      let process = try device.cloud.workspace.start(
        ["serve", "--no-cloud", "--port", "0", "--data", device.folder] + more)
      let address = try await wait {
        try #require(!process.hasEnded)
        return process.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
      }
      return Pages(device: device, process: process, address: address)
    }

    func page(_ path: String) async throws -> String {
      let result = try await device.cloud.workspace.shell(
        #"exec curl -fsS "$1""#, address + path)
      #expect(result.status == 0, "\(result)")
      return result.output
    }

    /// Sends a form and follows its redirect; the fields are arguments of curl.
    func submit(_ path: String, _ fields: String...) async throws -> String {
      let token = try await page("/settings").firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1
      var arguments = [address + path, "--data-urlencode", "token=\(token ?? "")"]
      for field in fields { arguments += ["--data-urlencode", field] }
      let result = try await device.cloud.workspace.startShell(
        #"exec curl -sS -L "$@""#, arguments
      ).result()
      #expect(result.status == 0, "\(result)")
      return result.output
    }

    func signIn(_ more: String = "unused=") async throws -> String {
      try await submit(
        "/sync/sign-in", "server=\(device.cloud.address)", "user=ann",
        "password=\(DeviceCloud.password)", "authority@\(device.cloud.authority)", more)
    }

    /// Stops the process, which must end cleanly, and returns its output.
    func stop() async throws -> CommandResult {
      process.send(SIGTERM)
      let result = try await process.result()
      #expect(result.status == 0 && !result.wasKilled, "\(result)")
      return result
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `cairn serve syncs after a sign-in by its pages, until the sign-out`() async throws {
    try await DeviceCloud.run { cloud in
      let first = cloud.device("first")
      let second = try await cloud.device("second", of: "ann")
      let pages = try await Pages.start(first)
      let untrusted = try await pages.submit(
        "/sync/sign-in", "server=\(cloud.address)", "user=ann",
        "password=\(DeviceCloud.password)")
      #expect(untrusted.contains("paste its certificate authority below."), "\(untrusted)")
      #expect(!untrusted.contains("--certificate-authority"))
      #expect(untrusted.contains("<details open>"))
      let page = try await pages.signIn()
      #expect(page.contains("Signed in as ann at \(cloud.address)."), "\(page)")
      let id = try await first.importTrack(1)
      try await wait {
        try await second.sync()
        return try await second.rucks().isEmpty ? nil : true
      }
      #expect(try await second.rucks().map(\.id) == [id])
      let status = try await first.status()
      #expect(status.account?.logged_in == true)
      #expect(status.stores.first?.process == pages.process.processIdentifier)

      let out = try await pages.submit("/sync/sign-out")
      #expect(out.contains("Signed ann out of \(cloud.address)"), "\(out)")
      try await wait { try await first.status().stores.first?.process == nil ? true : nil }
      #expect(try await first.rucks().count == 1)
      // The command sees the sign-out, and its own login starts the sync of the process again.
      #expect(try await first.cairn("sync").error.contains("ann has logged out"))
      #expect(try await first.login("ann").status == 0)
      try await wait { try await first.status().stores.first?.process }

      let result = try await pages.stop()
      #expect(!(result.output + result.error).contains(DeviceCloud.password))
      let replays = first.url.appending(path: "devices/replays")
      let log = (try? String(contentsOf: replays, encoding: .utf8)) ?? ""
      #expect(!log.contains(DeviceCloud.password))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a paired device sees the status, and can't sign out or reach the passphrase`() async throws
  {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("one", of: "ann")
      let pages = try await Pages.start(device, "--lan", "--lan-port", "0")
      let code = try await wait {
        pages.process.outputSoFar.firstMatch(of: /Code: ([A-Z0-9-]+),/).map { String($0.1) }
      }
      let origin = try await wait {
        pages.process.outputSoFar.firstMatch(of: /open (https:\/\/\S+:\d+)\//).map { String($0.1) }
      }
      let jar = cloud.workspace.url.appending(path: "jar.txt").path(percentEncoded: false)
      func status(_ path: String, _ more: String...) async throws -> String {
        // The names of the certificate lead to this machine.
        let result = try await cloud.workspace.startShell(
          #"exec curl -sSk --connect-to ::127.0.0.1: -o /dev/null -w '%{http_code}' "$@""#,
          ["-b", jar, "-c", jar, origin + path] + more
        ).result()
        return result.output
      }
      #expect(try await status("/sync") == "403")
      #expect(try await status("/pair", "--data", "code=\(code)") == "303")
      #expect(try await status("/sync") == "200")
      #expect(try await status("/sync/conflicts") == "200")
      let token = try await cloud.workspace.shell(
        #"exec curl -sSk --connect-to ::127.0.0.1: -b "$1" -H 'Sec-Fetch-Site: same-origin' "$2""#,
        jar, origin + "/token")
      let text = try #require(token.output.firstMatch(of: /[0-9a-f]{64}/), "\(token)").0
      for path in ["/sync/sign-out", "/sync/sign-in", "/sync/passphrase/set"] {
        #expect(try await status(path, "--data", "token=\(text)") == "404", "\(path)")
      }
      #expect(try await status("/sync/now", "--data", "token=\(text)") == "303")
      #expect(try await device.status().account?.logged_in == true)
      _ = try await pages.stop()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the logbook has the sync pages, and its conflicts`() async throws {
    try await DeviceCloud.run(command: Workspace.built("cairn-logbook")) { cloud in
      let first = cloud.device("first")
      let second = try await cloud.device("second", of: "ann")
      let pages = try await Pages.start(first)
      #expect(try await pages.page("/").contains(#"<a href="/sync""#))
      #expect(try await pages.signIn().contains("Signed in as ann"))
      try await first.done("log", "add", "Saw a heron")
      struct Entry: Decodable { let id: String }
      let id = try await wait {
        try await second.sync()
        return try await second.done("log", "list", "--json").json([Entry].self).first?.id
      }
      _ = try await pages.stop()
      try await first.done("log", "edit", id, "Saw a grey heron")
      try await second.done("log", "edit", id, "Saw two herons")
      try await second.sync()
      try await first.sync()
      let again = try await Pages.start(first)
      let list = try await again.page("/sync/conflicts")
      #expect(list.contains("Saw a grey heron") && list.contains("Saw two herons"), "\(list)")
      #expect(try await again.page("/").contains("1 conflict of changes on two devices"))
      let key = try #require(list.firstMatch(of: /name="keys" value="(logbook:\d+)"/)).1
      let restored = try await again.submit("/sync/conflicts", "keys=\(key)", "action=restore")
      #expect(restored.contains("Restored: text = Saw a grey heron"), "\(restored)")
      _ = try await again.stop()
    }
  }
}
