// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// The keyring of an account on a server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct KeyringStoreTests {
  private func store(_ cloud: RunningCloud, _ device: String) async throws -> KeyringStore {
    KeyringStore([try await cloud.container(of: "ann", device: device).privateCloudDatabase])
  }

  private func keyring(_ key: CloudKitEncryptionKey) throws -> EncryptionKeyring {
    try EncryptionKeyring.make(
      of: key, passphrase: "over the saddle",
      ScryptParameters(rounds: 1_024, blockSize: 8, parallelism: 1)
    ).keyring
  }

  @Test func `all devices of a user find the keyring that one has stored`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await (store(cloud, "first"), store(cloud, "second"))
      #expect(try await first.find() == nil)
      let keyring = try keyring(.random())
      try await first.create(keyring)
      #expect(try await second.find()?.keyring == keyring)
      let other = KeyringStore([try await cloud.container(of: "bob").privateCloudDatabase])
      #expect(try await other.find() == nil)
    }
  }

  @Test func `of several first keyrings exactly one is stored`() async throws {
    try await RunningCloud.run { cloud in
      let stores = try await [
        store(cloud, "first"), store(cloud, "second"), store(cloud, "third"),
      ]
      let keyrings = try stores.map { _ in try keyring(.random()) }
      let winners = await withTaskGroup(of: Int?.self) { group in
        for (index, store) in stores.enumerated() {
          group.addTask {
            do {
              try await store.create(keyrings[index])
              return index
            } catch {
              #expect(error as? KeyringError == .exists, "\(error)")
              return nil
            }
          }
        }
        return await group.reduce(into: [Int]()) { if let index = $1 { $0.append(index) } }
      }
      let winner = try #require(winners.first)
      #expect(winners.count == 1)
      for store in stores { #expect(try await store.find()?.keyring == keyrings[winner]) }
    }
  }

  @Test func `a keyring that was replaced meanwhile is not overwritten`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await (store(cloud, "first"), store(cloud, "second"))
      let key = CloudKitEncryptionKey.random()
      try await first.create(keyring(key))
      let one = try #require(try await first.find())
      let other = try #require(try await second.find())
      let new = try keyring(key)
      try await first.replace(one, with: new)
      await #expect(throws: KeyringError.changedMeanwhile) {
        try await second.replace(other, with: keyring(key))
      }
      #expect(try await second.find()?.keyring == new)
    }
  }
}
