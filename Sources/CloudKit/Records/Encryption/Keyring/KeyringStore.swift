// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The keyring of an account on its server: one record in the private database of one container.
///
/// All containers of an account share one keyring. It is stored in the first container, and found in
/// any of them. The server's change tag decides between devices that write at the same time.
package struct KeyringStore: Sendable {
  /// The type and the name of the record, in the default zone.
  package static let recordType = "cairn_keyring"
  private static let field = "keyring"

  /// A keyring with the record that it was fetched from.
  package struct Stored: Sendable {
    package let keyring: EncryptionKeyring
    fileprivate let record: CKRecord
    fileprivate let database: CKDatabase
  }

  private let databases: [CKDatabase]

  /// Creates the store of an account.
  ///
  /// - Parameter databases: The private databases of the containers, in an order that is equal on
  ///   all devices.
  package init(_ databases: [CKDatabase]) { self.databases = databases }

  private static var id: CKRecord.ID { CKRecord.ID(recordName: recordType) }

  /// Fetches the keyring; nil if no device has set a passphrase.
  ///
  /// - Throws: A ``CKError``, or a ``KeyringError`` if the keyring can't be decoded.
  package func find() async throws -> Stored? {
    for database in databases {
      if let stored = try await Self.fetch(from: database) { return stored }
    }
    return nil
  }

  private static func fetch(from database: CKDatabase) async throws -> Stored? {
    do {
      let record = try await database.record(for: id)
      guard let data = record[field] as? Data else { throw KeyringError.damaged }
      return Stored(
        keyring: try EncryptionKeyring(decoding: data), record: record, database: database)
    } catch let error as CKError where [.unknownItem, .zoneNotFound].contains(error.code) {
      return nil
    }
  }

  /// Stores the first keyring of the account.
  ///
  /// - Throws: ``KeyringError/exists`` if another device has stored one, or a ``CKError``.
  package func create(_ keyring: EncryptionKeyring) async throws {
    guard let database = databases.first else {
      throw CKError(.badContainer, "No container is configured: sign in.")
    }
    let record = CKRecord(recordType: Self.recordType, recordID: Self.id)
    try await Self.save(keyring, to: record, in: database, orThrow: .exists)
  }

  /// Replaces a fetched keyring.
  ///
  /// - Throws: ``KeyringError/changedMeanwhile`` if another device has replaced it since, or a
  ///   ``CKError``.
  package func replace(_ stored: Stored, with keyring: EncryptionKeyring) async throws {
    try await Self.save(
      keyring, to: stored.record, in: stored.database, orThrow: .changedMeanwhile)
  }

  private static func save(
    _ keyring: EncryptionKeyring, to record: CKRecord, in database: CKDatabase,
    orThrow conflict: KeyringError
  ) async throws {
    record[field] = try keyring.encoded()
    do {
      try await database.save(record)
    } catch let error as CKError {
      // The record may have been saved by a request whose response was lost.
      if try await fetch(from: database)?.keyring == keyring { return }
      throw error.code == .serverRecordChanged ? conflict : error
    }
  }
}
