// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
import Foundation

/// Encrypts field values for the server and decrypts them.
///
/// Values are encrypted with AES-256-GCM and a random nonce. The container, the zone's name, the
/// record's type and name and the field's name are authenticated data, so that the server can't
/// move a value to another field undetected. The server sees a value's length and the times of its
/// changes.
struct FieldCipher: Sendable {
  /// The field that a value belongs to.
  struct Context: Sendable {
    let recordType: CKRecord.RecordType
    let recordID: CKRecord.ID
    let field: CKRecord.FieldKey

    init(
      _ recordType: CKRecord.RecordType, _ recordID: CKRecord.ID, _ field: CKRecord.FieldKey
    ) {
      self.recordType = recordType
      self.recordID = recordID
      self.field = field
    }

    init(_ state: RecordState, _ field: CKRecord.FieldKey) {
      recordType = state.recordType
      recordID = state.recordID
      self.field = field
    }

    fileprivate var label: String { "The field \(field) of \(recordType) \(recordID.recordName)" }
  }

  /// The version of the encryption format: the first byte of each value.
  private static let version: UInt8 = 1
  /// The JSON key of the value in the plaintext.
  private static let name = "v"

  let container: String
  private let key: SymmetricKey

  init(container: String, key: CloudKitEncryptionKey) {
    self.container = container
    self.key = key.symmetric
  }

  func seal(_ value: StoredValue, for context: Context) throws -> FieldValue {
    guard value.canBeEncrypted else {
      throw CKError(
        .invalidArguments,
        "\(context.label) can't be encrypted: references and assets are always plain. "
          + "Set it on the record itself."
      )
    }
    let wire = try value.wire(context.field, [])
    do {
      let text = try RecordFields([(Self.name, Field(wire))]).json
      let box = try AES.GCM.seal(text, using: key, authenticating: authenticated(context))
      guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
      return .bytes(Data([Self.version]) + sealed)
    } catch {
      throw CKError(.internalError, "\(context.label) can't be encrypted: \(error).")
    }
  }

  func open(_ value: FieldValue, for context: Context, in scope: CKDatabase.Scope) throws
    -> StoredValue
  {
    guard case .bytes(let sealed) = value, let version = sealed.first else {
      throw CKError(
        .incompatibleVersion,
        "\(context.label) was encrypted by an incompatible client and can't be decrypted.")
    }
    guard version == Self.version else {
      throw CKError(
        .incompatibleVersion,
        "\(context.label) was encrypted by a newer version (format \(version)): "
          + "update this program.")
    }
    do {
      let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
      let text = try AES.GCM.open(box, using: key, authenticating: authenticated(context))
      guard let field = try RecordFields(stored: [UInt8](text)).field(Self.name) else {
        throw CryptoKitError.authenticationFailure
      }
      return StoredValue(field.value, context.recordID.zoneID, scope, [])
    } catch {
      throw Self.unreadable(context)
    }
  }

  // MARK: Bytes

  /// Encrypts bytes bound to a field.
  func seal(_ data: Data, for context: Context) throws -> Data {
    do {
      let box = try AES.GCM.seal(data, using: key, authenticating: authenticated(context))
      guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
      return Data([Self.version]) + sealed
    } catch {
      throw CKError(.internalError, "\(context.label) can't be encrypted: \(error).")
    }
  }

  /// Decrypts the result of ``seal(_:for:)`` for the same field.
  func open(_ sealed: Data, for context: Context) throws -> Data {
    do {
      guard sealed.first == Self.version else { throw CryptoKitError.authenticationFailure }
      let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
      return try AES.GCM.open(box, using: key, authenticating: authenticated(context))
    } catch {
      throw Self.unreadable(context)
    }
  }

  private static func unreadable(_ context: Context) -> CKError {
    CKError(
      .incompatibleVersion,
      "\(context.label) can't be decrypted: this device has another key, or the data was changed. "
        + "Use the same encryption key on all devices.")
  }

  /// The additional authenticated data of a field.
  private func authenticated(_ context: Context) -> Data {
    let parts = [
      container, context.recordID.zoneID.zoneName, context.recordType, context.recordID.recordName,
      context.field,
    ]
    return parts.reduce(into: Data()) { $0 += Self.framed($1) }
  }

  /// Prefixes a string with its length, so that concatenations are unambiguous.
  static func framed(_ text: String) -> Data {
    var data = Data()
    withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: text.utf8)
    return data
  }
}

extension StoredValue {
  fileprivate var canBeEncrypted: Bool {
    switch self {
    case .reference, .asset: false
    case .list(let values): values.allSatisfy(\.canBeEncrypted)
    default: true
    }
  }
}
