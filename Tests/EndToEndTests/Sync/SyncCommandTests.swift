// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn sync` on devices of one user, with a real server between them.
@Suite(.serialized) struct SyncCommandTests {
  @Test(.timeLimit(.minutes(15)))
  func `a ruck imported on one device is identical on the other`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let result = try await first.cairn("ruck", "import", Fixture.cerknica.path)
      #expect(result.status == 0)
      #expect(try await first.status().stores.first.map { $0.pending > 0 } == true)
      let sent = try await first.sync()
      #expect(sent.sent > 0 && sent.fetched == 0 && sent.pending == 0 && sent.refused == 0)
      let fetched = try await second.sync()
      #expect(fetched.fetched == sent.sent && fetched.sent == 0)
      #expect(try await second.list() == first.list())
      let ruck = try #require(
        try await first.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
      for arguments in [["ruck", "show", ruck.id, "--json"], ["ruck", "export", ruck.id]] {
        let (one, other) = try await (
          cloud.workspace.cairn(arguments + ["--data", "first"]),
          cloud.workspace.cairn(arguments + ["--data", "second"])
        )
        #expect(one.status == 0 && one.outputData == other.outputData)
      }
      // No changes are left.
      for device in [first, second] {
        let round = try await device.sync()
        #expect(round.fetched == 0 && round.sent == 0, "\(device.folder)")
      }
      let deleted = try await second.cairn("ruck", "delete", ruck.id, "--yes")
      #expect(deleted.status == 0, "\(deleted)")
      try await second.sync()
      try await first.sync()
      #expect(try await first.list() == second.list())
      #expect(try await !first.list().contains(ruck.id))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a file imported on two devices before their first sync is one ruck`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      for device in [first, second] {
        #expect(try await device.cairn("ruck", "import", Fixture.cerknica.path).status == 0)
      }
      let list = try await first.list()
      try await first.sync()
      try await second.sync()
      try await first.sync()
      #expect(try await first.list() == list)
      #expect(try await second.list() == list)
      let ruck = try #require(
        try await first.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
      for device in [first, second] {
        let shown = try await device.cairn("ruck", "export", ruck.id)
        let alone = try await cloud.workspace.cairn([
          "ruck", "import", Fixture.cerknica.path, "--data", "alone-\(device.folder)",
        ])
        #expect(shown.status == 0 && alone.status == 0)
        let other = try await cloud.workspace.cairn([
          "ruck", "export", ruck.id, "--data", "alone-\(device.folder)",
        ])
        #expect(shown.outputData == other.outputData)
      }
      // Another import on either device restores a deleted ruck.
      #expect(try await first.cairn("ruck", "delete", ruck.id, "--yes").status == 0)
      try await first.sync()
      try await second.sync()
      #expect(try await !second.list().contains(ruck.id))
      #expect(try await second.cairn("ruck", "import", Fixture.cerknica.path).status == 0)
      try await second.sync()
      try await first.sync()
      #expect(try await first.list().contains(ruck.id))
      #expect(try await first.list() == second.list())
    }
  }

  /// The second device imports the same file before it receives the first device's values.
  @Test(.timeLimit(.minutes(15)))
  func `entered values win over assumed values, and the energy follows`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      try await first.done("ruck", "profile", "--body-weight", "90 kg", "--units", "metric")
      try await first.done("ruck", "import", Fixture.cerknica.path, "--pack-weight", "20 kg")
      let profile = try await first.cairn("ruck", "profile").output
      let before = try #require(
        try await first.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
      try await first.sync()
      try await second.done("ruck", "import", Fixture.cerknica.path)
      try await second.sync()
      try await first.sync()
      for device in [first, second] {
        #expect(try await device.cairn("ruck", "profile").output == profile)
        let ruck = try #require(
          try await device.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
        #expect(ruck.pack_weight_kg == 20 && ruck.body_weight_assumed == false)
        #expect(ruck.calories_kcal == before.calories_kcal)
        let shown = try await device.cairn("ruck", "show", ruck.id).output
        #expect(shown.contains("90.0 kg") || shown.contains("90 kg"), "\(shown)")
        #expect(!shown.contains("isn't known"), "\(shown)")
        let round = try await device.sync()
        #expect(round.fetched == 0 && round.sent == 0, "\(device.folder)")
      }
    }
  }

  /// One device has the pack weight, the other the body weight.
  @Test(.timeLimit(.minutes(15)))
  func `the energy of a ruck is derived from the merged values of both devices`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      try await first.done("ruck", "import", Fixture.cerknica.path, "--pack-weight", "20 kg")
      try await second.done("ruck", "import", Fixture.cerknica.path, "--body-weight", "90 kg")
      let alone = ["ruck", "import", Fixture.cerknica.path, "--data", "alone"]
      let both = ["--pack-weight", "20 kg", "--body-weight", "90 kg"]
      #expect(try await cloud.workspace.cairn(alone + both).status == 0)
      let wanted = try await cloud.workspace.cairn(["ruck", "list", "--json", "--data", "alone"])
        .json([RuckJSON].self)
      for device in [first, second, first, second] { try await device.sync() }
      for device in [first, second] {
        let rucks = try await device.cairn("ruck", "list", "--json").json([RuckJSON].self)
        #expect(rucks.map(\.calories_kcal) == wanted.map(\.calories_kcal))
        #expect(rucks.map(\.pack_weight_kg) == [20])
      }
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func `an edited ruck survives a concurrent deletion with its track`(isDeletionFirst: Bool)
    async throws
  {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      #expect(try await first.cairn("ruck", "import", Fixture.cerknica.path).status == 0)
      try await first.sync()
      try await second.sync()
      let ruck = try #require(
        try await first.cairn("ruck", "list", "--json").json([RuckJSON].self).first)
      let track = try await first.cairn("ruck", "export", ruck.id).output
      #expect(try await second.cairn("ruck", "edit", ruck.id, "--name", "kept").status == 0)
      #expect(try await first.cairn("ruck", "delete", ruck.id, "--yes").status == 0)
      for device in isDeletionFirst ? [first, second] : [second, first] {
        try await device.sync()
      }
      for _ in 0..<2 {
        try await first.sync()
        try await second.sync()
      }
      for device in [first, second] {
        #expect(try await device.list().contains("kept"))
        let export = try await device.cairn("ruck", "export", ruck.id)
        #expect(export.status == 0)
        // All lines except the name.
        func points(_ text: String) -> [Substring] {
          text.split(separator: "\n").filter { !$0.contains("name>") }
        }
        #expect(points(export.output) == points(track))
        #expect(try await device.sync().refused == 0)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func `devices send missing changes to a server restored from a backup`(isFetchedSince: Bool)
    async throws
  {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      for track in 1...3 { try await first.importTrack(track) }
      try await first.sync()
      try await second.sync()
      let rucks = try await first.cairn("ruck", "list", "--json").json([RuckJSON].self)
      let backup = cloud.workspace.url.appending(path: "backup/").path(percentEncoded: false)
      let made = try await cloud.cairn("cloud", "backup", backup)
      #expect(made.status == 0, "\(made)")
      try await first.importTrack(4)
      let edited = try await first.cairn("ruck", "edit", rucks[0].id, "--name", "later")
      #expect(edited.status == 0)
      #expect(try await first.cairn("ruck", "delete", rucks[1].id, "--yes").status == 0)
      try await first.sync()
      if isFetchedSince {
        try await second.sync()
        try await first.sync()
      }
      let list = try await first.list()
      try await cloud.stop()
      let restored = try await cloud.cairn("cloud", "restore", backup, "--replace")
      #expect(restored.status == 0, "\(restored)")
      try await cloud.start()
      for _ in 0..<2 {
        try await first.sync()
        try await second.sync()
      }
      #expect(try await first.list() == list)
      #expect(try await second.list() == list)
      let third = try await cloud.device("third", of: "ann")
      try await third.sync()
      #expect(try await third.list() == list)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `sync --watch exits on a closed pipe, and stops syncing after a logout`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      let piped = try cloud.workspace.startShell(
        #"{ "$cairn" sync --watch --data "$1" 2>err || echo "status $?" >&2; } | head -n 1"#,
        [device.folder])
      let result = try await piped.result()
      #expect(result.output.contains("syncing with") && result.error == "status 1\n", "\(result)")

      let watch = try device.start("sync", "--watch")
      try await wait { watch.outputSoFar.contains("syncing with") ? true : nil }
      let before = try await device.cairn("sync", "status").output
      #expect(before.contains("process \(watch.processIdentifier) is syncing it"), "\(before)")
      #expect(!before.contains("(0 objects)"), "\(before)")
      #expect(try await device.cairn("logout").status == 0)
      let after = try await device.cairn("sync", "status").output
      #expect(after.contains("process \(watch.processIdentifier) is waiting to"), "\(after)")
      #expect(!after.contains("is syncing it"), "\(after)")
      watch.send(SIGTERM)
      #expect(try await watch.result().status == 0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `one process syncs for all others, and another takes over when it is killed`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let watch = try first.start("sync", "--watch")
      try await wait { watch.outputSoFar.contains("syncing with") ? true : nil }
      #expect(try await first.status().stores.first?.process == watch.processIdentifier)
      try await second.importTrack(1)
      try await second.sync()
      // The command returns after the syncing process has fetched.
      try await first.sync()
      #expect(try await first.list() == second.list())

      let next = try first.start("sync", "--watch", "--json")
      try await wait { next.outputSoFar.contains(#""event":"began""#) ? true : nil }
      #expect(next.outputSoFar.contains(#""process":\#(watch.processIdentifier)"#))
      watch.send(SIGKILL)
      _ = try await watch.result()
      try await wait {
        try await first.status().stores.first?.process == next.processIdentifier ? true : nil
      }
      try await first.importTrack(2)
      try await wait {
        try await second.sync()
        return try await first.list() == second.list() ? true : nil
      }
      #expect(next.outputSoFar.contains(#""event":"synced""#))
      next.send(SIGINT)
      let result = try await next.result()
      #expect(result.status == 0 && !result.wasKilled, "\(result)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck of one device appears on the open page of another`() async throws {
    try await DeviceCloud.run { cloud in
      let (first, second) = try await (
        cloud.device("first", of: "ann"), cloud.device("second", of: "ann")
      )
      let page = try second.start("serve", "--port", "0", "--no-cloud")
      let address = try await wait {
        page.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
      }
      let watch = try first.start("sync", "--watch")
      try await wait { watch.outputSoFar.contains("syncing with") ? true : nil }
      let stream = try cloud.workspace.startShell(#"exec curl -sN "$1/changes""#, [address])
      try await wait { stream.outputSoFar.contains("retry:") ? true : nil }
      try await first.importTrack(1)
      try await wait { stream.outputSoFar.contains("event: changed") ? true : nil }
      try await wait {
        let html = try await cloud.workspace.shell(#"exec curl -fsS "$1""#, address)
        return html.output.contains("first 1") ? true : nil
      }
      stream.send(SIGTERM)
      for command in [page, watch] {
        command.send(SIGTERM)
        let result = try await command.result()
        #expect(result.status == 0 && result.error == "", "\(result)")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `serve starts to sync after a login, and a revoked session requires a new login`()
    async throws
  {
    try await DeviceCloud.run { cloud in
      let other = try await cloud.device("other", of: "ann")
      try await other.importTrack(1)
      try await other.sync()
      let device = cloud.device("late")
      let page = try device.start("serve", "--port", "0", "--no-cloud")
      try await wait { page.outputSoFar.contains("http:") ? true : nil }
      #expect(try await device.login("ann").status == 0)
      try await wait { try await device.list() == other.list() ? true : nil }
      page.send(SIGTERM)
      #expect(try await page.result().status == 0)
      // A new password ends all sessions.
      let password = try cloud.workspace.write("battery staple", to: "new.txt")
      let changed = try await cloud.cairn(
        "cloud", "user", "password", "ann", "--password-file", password)
      #expect(changed.status == 0, "\(changed)")
      let refused = try await device.cairn("sync")
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.error.contains("run cairn login \(cloud.address) --user ann again"))
      #expect(try await device.login("ann", password: "battery staple").status == 0)
      try await device.sync()
    }
  }
}
