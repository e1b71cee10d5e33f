// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
import Foundation

/// Encrypts fields on the way to the server, and decrypts them on the way back.
///
/// A value is AES-256-GCM with a random nonce. The container, the zone's name, the record's type and name and the
/// field's name are authenticated with it, so that the server can't put a value in another place unnoticed. What
/// the server sees of it is its length, and when it changes.
struct FieldCipher: Sendable {
  /// Where a value belongs.
  struct Place: Sendable {
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

    fileprivate var words: String { "The field \(field) of \(recordType) \(recordID.recordName)" }
  }

  /// How values are encrypted; the first byte of each.
  private static let version: UInt8 = 1
  /// The name of the value within what is encrypted.
  private static let name = "v"

  let container: String
  private let key: SymmetricKey

  init(container: String, key: CloudKitEncryptionKey) {
    self.container = container
    self.key = key.symmetric
  }

  func seal(_ value: StoredValue, at place: Place) throws -> FieldValue {
    guard value.canBeEncrypted else {
      throw CKError(
        .invalidArguments,
        "\(place.words) can't be encrypted: references and assets are never. Set it on the record itself."
      )
    }
    let wire = try value.wire(place.field, [])
    do {
      let text = try RecordFields([(Self.name, Field(wire))]).json
      let box = try AES.GCM.seal(text, using: key, authenticating: authenticated(place))
      guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
      return .bytes(Data([Self.version]) + sealed)
    } catch {
      throw CKError(.internalError, "\(place.words) can't be encrypted: \(error).")
    }
  }

  func open(_ value: FieldValue, at place: Place, in scope: CKDatabase.Scope) throws -> StoredValue
  {
    guard case .bytes(let sealed) = value, let version = sealed.first else {
      throw CKError(
        .incompatibleVersion,
        "\(place.words) was encrypted by another kind of client: it can't be read here.")
    }
    guard version == Self.version else {
      throw CKError(
        .incompatibleVersion,
        "\(place.words) was encrypted by a newer program (form \(version)): update this one.")
    }
    do {
      let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
      let text = try AES.GCM.open(box, using: key, authenticating: authenticated(place))
      guard let field = try RecordFields(stored: [UInt8](text)).field(Self.name) else {
        throw CryptoKitError.authenticationFailure
      }
      return StoredValue(field.value, place.recordID.zoneID, scope, [])
    } catch {
      throw Self.unreadable(place)
    }
  }

  // MARK: Bytes

  /// Encrypts bytes that belong to a place.
  func seal(_ data: Data, at place: Place) throws -> Data {
    do {
      let box = try AES.GCM.seal(data, using: key, authenticating: authenticated(place))
      guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
      return Data([Self.version]) + sealed
    } catch {
      throw CKError(.internalError, "\(place.words) can't be encrypted: \(error).")
    }
  }

  /// Decrypts what ``seal(_:at:)`` gave for the same place.
  func open(_ sealed: Data, at place: Place) throws -> Data {
    do {
      guard sealed.first == Self.version else { throw CryptoKitError.authenticationFailure }
      let box = try AES.GCM.SealedBox(combined: sealed.dropFirst())
      return try AES.GCM.open(box, using: key, authenticating: authenticated(place))
    } catch {
      throw Self.unreadable(place)
    }
  }

  private static func unreadable(_ place: Place) -> CKError {
    CKError(
      .incompatibleVersion,
      "\(place.words) can't be decrypted: it was encrypted with another key than this device's, or was changed "
        + "since. Give all devices the same encryption key.")
  }

  /// What is not encrypted but can't be changed either.
  private func authenticated(_ place: Place) -> Data {
    let parts = [
      container, place.recordID.zoneID.zoneName, place.recordType, place.recordID.recordName,
      place.field,
    ]
    return parts.reduce(into: Data()) { $0 += Self.framed($1) }
  }

  /// A text with its length, so that two in a row can't be mistaken for other two.
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
