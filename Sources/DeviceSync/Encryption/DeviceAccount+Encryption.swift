// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit

extension DeviceAccount {
  /// The databases and the key of the logged-in user.
  func encryptionSource() -> EncryptionAccess.Source {
    EncryptionAccess.Source(
      databases: {
        let connections = try connections()
        return keyringContainers(connections.filter { $1.webAuthToken != nil }.keys).map {
          CKContainer(identifier: $0, configuration: file).privateCloudDatabase
        }
      },
      key: { try encryptionKey() },
      save: { try save($0) },
      server: ((try? login()) ?? nil)?.server.printable ?? "the server")
  }

  /// The containers that may have the account's keyring, in an order that is equal on all devices.
  func keyringContainers(_ names: some Collection<String>) -> [String] {
    let known = containers.filter(names.contains)
    return known + names.filter { !known.contains($0) }.sorted()
  }

  /// The key for encrypted fields; nil if this device has none.
  ///
  /// - Throws: ``CommandError`` if the file of credentials has several keys, or an invalid one.
  func encryptionKey() throws -> CloudKitEncryptionKey? {
    let keys = Set(try connections().values.compactMap(\.encryptionKey))
    guard keys.count <= 1 else {
      throw CommandError(
        "cloudkit.json in \(path) has a different \"encryption_key\" for some containers: a "
          + "passphrase protects one key for all of them. Remove the others")
    }
    do {
      return try keys.first.map { try CloudKitEncryptionKey(base64: $0) }
    } catch {
      throw CommandError("cloudkit.json in \(path): \(CommandError.describe(error).printable)")
    }
  }

  /// Stores the key for all containers; a former key is kept in a copy of the file.
  private func save(_ key: CloudKitEncryptionKey) throws {
    let former = try connections().values.compactMap(\.encryptionKey)
    if former.contains(where: { $0 != key.base64 }) { _ = try file.copyAside() }
    try file.update { configuration in
      for name in configuration.containers.keys {
        configuration.containers[name]?.encryptionKey = key.base64
      }
    }
  }
}
