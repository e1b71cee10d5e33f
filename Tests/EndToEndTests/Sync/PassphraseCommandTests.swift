// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn passphrase` and `cairn login --passphrase-file` with a real server.
@Suite(.serialized) struct PassphraseCommandTests {
  private static let passphrase = "walk before breakfast"

  private struct Record: Decodable {
    let state: String
    let recovery_code: String?
  }

  private func passphrase(
    _ device: SyncingDevice, _ command: String, _ more: String..., input: String
  ) async throws -> CommandResult {
    try await device.cloud.workspace.cairn(
      ["passphrase", command] + more + ["--data", device.folder], input: input)
  }

  private func set(_ device: SyncingDevice) async throws -> CommandResult {
    try await passphrase(
      device, "set", "--passphrase-file", "-", "--json", input: Self.passphrase)
  }

  private func unlock(
    _ device: SyncingDevice, _ words: String = passphrase
  ) async throws -> CommandResult {
    try await passphrase(device, "unlock", "--passphrase-file", "-", input: words)
  }

  private func state(_ device: SyncingDevice) async throws -> String {
    let result = try await device.cairn("passphrase", "--json")
    #expect(result.status == 0, "\(result)")
    return try result.json(Record.self).state
  }

  /// The keys in the device's file of credentials.
  private func keys(_ device: SyncingDevice) throws -> Set<String> {
    struct File: Decodable {
      struct Container: Decodable { let encryption_key: String? }
      let containers: [String: Container]
    }
    let file = device.url.appending(path: "cloudkit.json")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: file.path(percentEncoded: false))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let containers = try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).containers
    return Set(containers.values.map { $0.encryption_key ?? "none" })
  }

  @Test(.timeLimit(.minutes(15)))
  func `a passphrase set on one device unlocks another`() async throws {
    try await DeviceCloud.run { cloud in
      let nobody = cloud.device("nobody")
      #expect(try await state(nobody) == "unknown")
      let alone = try await set(nobody)
      #expect(alone.status == 1 && alone.error.contains("cairn login"), "\(alone)")

      let first = try await cloud.device("first", of: "ann")
      let second = try await cloud.device("second", of: "ann")
      #expect(try await state(first) == "not_set")
      let early = try await unlock(second)
      #expect(early.status == 1 && early.error.contains("cairn passphrase set"), "\(early)")
      let short = try await passphrase(
        first, "set", "--passphrase-file", "-", input: "short")
      #expect(short.status == 1 && short.error.contains("too short"), "\(short)")
      #expect(try await state(first) == "not_set")

      let result = try await set(first)
      #expect(result.status == 0, "\(result)")
      #expect(try result.json(Record.self).recovery_code?.count == 44)
      #expect(try await state(first) == "unlocked")
      let keys = try keys(first)
      #expect(keys.count == 1 && keys != ["none"])

      #expect(try await state(second) == "locked")
      let wrong = try await unlock(second, "walk after breakfast")
      #expect(wrong.status == 1 && wrong.error.contains("the passphrase is wrong"), "\(wrong)")
      #expect(try self.keys(second) == ["none"])
      let again = try await set(second)
      #expect(again.status == 1 && again.error.contains("cairn passphrase unlock"), "\(again)")
      #expect(try await unlock(second).status == 0)
      #expect(try await state(second) == "unlocked")
      #expect(try self.keys(second) == keys)

      // A new login of the same user keeps the key, and other data still sync.
      #expect(try await second.login("ann").status == 0)
      #expect(try self.keys(second) == keys)
      try await second.sync()
      try await cloud.stop()
      #expect(try await state(second) == "unlocked")
      try await cloud.start()
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the passphrase can be changed, and replaced with the recovery code`() async throws {
    try await DeviceCloud.run { cloud in
      let first = try await cloud.device("first", of: "ann")
      let code = try #require(try await set(first).json(Record.self).recovery_code)
      let keys = try keys(first)
      let new = try cloud.workspace.write("over the saddle\n", to: "new.txt")
      func change(_ words: String) async throws -> CommandResult {
        try await passphrase(
          first, "change", "--passphrase-file", "-", "--new-passphrase-file", new, input: words)
      }
      let wrong = try await change("walk after breakfast")
      #expect(wrong.status == 1 && wrong.error.contains("nothing was changed"), "\(wrong)")
      let changed = try await change(Self.passphrase)
      #expect(changed.status == 0 && !changed.output.contains("Recovery"), "\(changed)")

      let second = try await cloud.device("second", of: "ann")
      #expect(try await unlock(second).status == 1)
      let newest = try cloud.workspace.write("beyond the pass", to: "newest.txt")
      func recover(_ code: String) async throws -> CommandResult {
        try await passphrase(
          second, "recover", "--recovery-code-file", "-", "--new-passphrase-file", newest,
          input: code)
      }
      let typed = String(code.dropLast()) + (code.last == "7" ? "8" : "7")
      let typing = try await recover(typed)
      #expect(typing.status == 1 && typing.error.contains("typing error"), "\(typing)")
      #expect(try self.keys(second) == ["none"])
      let recovered = try await recover(code.lowercased().replacing("-", with: " "))
      #expect(recovered.status == 0, "\(recovered)")
      #expect(try self.keys(second) == keys)
      #expect(try await state(first) == "unlocked")

      let renewed = try await first.cairn(
        "passphrase", "change", "--with-device-key", "--new-code", "--new-passphrase-file", new,
        "--json")
      #expect(renewed.status == 0, "\(renewed)")
      #expect(try renewed.json(Record.self).recovery_code != code)
      let old = try await recover(code)
      #expect(old.status == 1 && old.error.contains("newest code"), "\(old)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a login sets the passphrase, and on another device asks for it`() async throws {
    struct Login: Decodable {
      let user: String
      let encryption: Record
    }
    try await DeviceCloud.run { cloud in
      func login(_ device: SyncingDevice, _ words: String) async throws -> CommandResult {
        let file = try cloud.workspace.write(words, to: "passphrase.txt")
        return try await cloud.workspace.cairn(
          [
            "login", cloud.address, "--user", "ann", "--password-file", "-",
            "--passphrase-file", file, "--certificate-authority", cloud.authority, "--json",
            "--data", device.folder,
          ], input: DeviceCloud.password)
      }
      let (first, second) = (cloud.device("first"), cloud.device("second"))
      let same = try await login(first, DeviceCloud.password)
      #expect(same.status == 1 && same.error.contains("is the password"), "\(same)")
      let set = try await login(first, Self.passphrase)
      #expect(set.status == 0, "\(set)")
      let record = try set.json(Login.self)
      #expect(record.user == "ann" && record.encryption.state == "unlocked")
      #expect(record.encryption.recovery_code != nil)

      let wrong = try await login(second, "walk after breakfast")
      #expect(wrong.status == 1 && wrong.error.contains("the passphrase is wrong"), "\(wrong)")
      #expect(try await second.status().account == nil)
      let right = try await login(second, Self.passphrase)
      #expect(right.status == 0, "\(right)")
      #expect(try right.json(Login.self).encryption.state == "unlocked")
      #expect(try right.json(Login.self).encryption.recovery_code == nil)
      #expect(try keys(second) == keys(first))

      // Without a passphrase the login works, and says that the key is missing.
      let third = cloud.device("third")
      let locked = try await third.login("ann")
      #expect(locked.status == 0 && locked.output.contains("cairn passphrase unlock"), "\(locked)")
      #expect(try keys(third) == ["none"])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `of two first passphrases at the same time one is set`() async throws {
    try await DeviceCloud.run { cloud in
      let devices = [
        try await cloud.device("first", of: "ann"), try await cloud.device("second", of: "ann"),
      ]
      let results = try await withThrowingTaskGroup(of: (Int, CommandResult).self) { group in
        for (index, device) in devices.enumerated() {
          group.addTask { (index, try await set(device)) }
        }
        return try await group.reduce(into: [Int: CommandResult]()) { $0[$1.0] = $1.1 }
      }
      #expect(results.values.map(\.status).sorted() == [0, 1], "\(results)")
      for (index, result) in results where result.status == 1 {
        #expect(result.error.contains("cairn passphrase unlock"), "\(result)")
        #expect(try await state(devices[index]) == "locked")
        #expect(try await unlock(devices[index]).status == 0)
      }
      #expect(try keys(devices[0]) == keys(devices[1]))
    }
  }
}
