// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Errors of `cairn sync` if the server fails or is unreachable.
@Suite(.serialized) struct SyncFailureTests {
  @Test(.timeLimit(.minutes(15)))
  func `a record rejected by the server is reported at each sync`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      // From now on, the server's schema declares names as numbers.
      try await cloud.save(
        #"{"recordType":"RuckingSession","fields":{"name":{"value":5,"type":"INT64"}}}"#, of: "ann")
      try await device.importTrack(1)
      for _ in 0..<2 {
        let sync = try await device.cairn("sync")
        #expect(sync.status == 1 && sync.error.hasPrefix("cairn: refused 1: "), "\(sync)")
        #expect(sync.error.contains("name"), "\(sync)")
      }
      let store = try #require(try await device.status().stores.first)
      #expect(store.refused == 1 && store.error?.hasPrefix("refused 1: ") == true)
      let refusal = try #require(store.refusals.first)
      #expect(refusal.record.hasPrefix("RuckingSession.") && refusal.reason.contains("name"))
      let status = try await device.cairn("sync", "status")
      #expect(status.output.contains("  refused 1: "), "\(status)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a damaged store of one app doesn't prevent the sync of another`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      let second = try await cloud.device("second", of: "ann")
      let id = try await device.importTrack(1)
      try Data("This is a letter, not a database.\n".utf8)
        .write(to: device.url.appending(path: "tripplanner.store"))
      let sync = try await device.cairn("sync")
      #expect(sync.status == 1 && sync.error.contains("tripplanner.store"), "\(sync)")
      #expect(sync.output.contains("ruckmap: fetched "), "\(sync)")
      try await second.sync()
      #expect(try await second.rucks().map(\.id) == [id])
      let status = try await device.cairn("sync", "status")
      #expect(status.status == 1 && status.output.contains("\nruckmap: pending 0"), "\(status)")
      #expect(status.error.contains("tripplanner.store"), "\(status)")
      // A process that keeps syncing reports the damage, and syncs the rest.
      try await second.done("ruck", "edit", id, "--name", "Renamed")
      try await second.sync()
      let serve = try device.start("serve", "--port", "0", "--no-cloud")
      try await wait { try await device.rucks().first?.name == "Renamed" ? true : nil }
      serve.send(SIGTERM)
      let result = try await serve.result()
      #expect(result.status == 0, "\(result)")
      #expect(result.error.contains("tripplanner is not served: "), "\(result)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an exhausted quota is reported with the number of pending changes`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      try await device.importTrack(1)
      try await device.sync()
      let quota = try await cloud.cairn(
        "cloud", "quota", "set", "1", "--container", "iCloud.com.yourteam.ruckmap", "--user", "ann")
      try #require(quota.status == 0, "\(quota)")
      try await device.importTrack(2)
      let sync = try await device.cairn("sync")
      #expect(sync.status == 1, "\(sync)")
      #expect(sync.error.hasPrefix("cairn: your quota on the server is used up: "), "\(sync)")
      #expect(sync.output.hasPrefix("ruckmap: fetched 0, sent 0, pending "), "\(sync)")
      #expect(try await device.status().stores.first?.error?.hasPrefix("your quota") == true)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `sync --watch reports each new reason of a failure`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      try await cloud.stop()
      let watch = try device.start("sync", "--watch")
      try await wait { watch.outputSoFar.contains("can't be reached") ? true : nil }
      // A new password ends all sessions.
      let password = try cloud.workspace.write("battery staple", to: "new.txt")
      let changed = try await cloud.cairn(
        "cloud", "user", "password", "ann", "--password-file", password)
      #expect(changed.status == 0, "\(changed)")
      try await cloud.start()
      try await wait {
        watch.outputSoFar.contains("run cairn login \(cloud.address) --user ann again")
          ? true : nil
      }
      watch.send(SIGTERM)
      #expect(try await watch.result().status == 0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an untrusted certificate is not reported as an unreachable server`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      let tls = cloud.workspace.url.appending(path: "server/cloud-tls")
      try await cloud.stop()
      try FileManager.default.removeItem(at: tls)
      try await cloud.start()
      let sync = try await device.cairn("sync")
      #expect(sync.status == 1 && sync.error.contains("can't be trusted"), "\(sync)")
      #expect(!sync.error.contains("can't be reached"), "\(sync)")
      #expect(sync.error.contains("--certificate-authority FILE"), "\(sync)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `without the server, sync reports the failure and changes stay pending`() async throws {
    try await DeviceCloud.run { cloud in
      let device = try await cloud.device("first", of: "ann")
      try await cloud.stop()
      try await device.importTrack(1)
      let failed = try await device.cairn("sync")
      #expect(failed.status == 1 && failed.error.contains("can't be reached"), "\(failed)")
      #expect(failed.output == "", "\(failed)")
      let json = try await device.cairn("sync", "--json")
      #expect(json.status == 1 && json.output.contains(#""sent" : 0"#), "\(json)")
      let watch = try device.start("sync", "--watch")
      try await wait { watch.outputSoFar.contains("can't be reached") ? true : nil }
      #expect(!watch.outputSoFar.contains("syncing with"))
      watch.send(SIGTERM)
      #expect(try await watch.result().status == 0)
      let store = try #require(try await device.status().stores.first)
      #expect(store.pending > 0 && store.error?.contains("can't be reached") == true)
      #expect(store.last_fetch == nil)
      try await cloud.start()
      #expect(try await device.sync().sent == store.pending)
      let now = try #require(try await device.status().stores.first)
      #expect(now.pending == 0 && now.error == nil && now.last_fetch != nil && now.process == nil)
    }
  }
}
