// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
import CryptoExtras
import Foundation

/// Sealed tokens in notification URLs, and encrypted notification IDs.
///
/// The URL is a capability to receive a device's notifications. The IDs do not reveal the number of other
/// users' notifications.
struct NotificationTokens: Sendable {
  private static let kind: UInt8 = 72
  /// The URL is used without credentials, so its scope has no database.
  private static let scope = TokenScope(
    container: "", environment: .production, database: .public, userRecordName: nil)

  private let sealer: TokenSealer
  private let key: SymmetricKey

  init(sealer: TokenSealer) {
    self.sealer = sealer
    key = sealer.derivedKey("notification ids")
  }

  // MARK: URLs

  /// Seals a device's token in the base64url alphabet.
  func url(_ device: StoredDevice) -> String {
    sealer.seal(
      kind: Self.kind, Self.bytes(device.id) + Self.bytes(device.subscriber), in: Self.scope
    )
    .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
  }

  func open(_ token: String) -> (device: Int64, subscriber: Int64)? {
    guard token.utf8.count <= 256 else { return nil }
    var text = token.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    guard let opened = try? sealer.open(text, in: Self.scope), opened.kind == Self.kind,
      opened.payload.count == 16
    else { return nil }
    return (Self.number(opened.payload[..<8]), Self.number(opened.payload[8...]))
  }

  // MARK: Notification IDs

  /// Encrypts a notification's subscriber and position as one AES block, in the form of a UUID.
  func id(_ notification: StoredNotification) throws -> String {
    let block = try AES._CBC.encrypt(
      Self.bytes(notification.subscriber) + Self.bytes(notification.position), using: key,
      iv: Self.iv, noPadding: true)
    let bytes = [UInt8](block)
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
  }

  /// Decrypts the position of a subscriber's notification; nil for an invalid ID.
  func position(_ id: String, of subscriber: Int64) -> Int64? {
    guard let uuid = UUID(uuidString: id) else { return nil }
    let block = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    guard let opened = try? AES._CBC.decrypt(block, using: key, iv: Self.iv, noPadding: true)
    else { return nil }
    let bytes = [UInt8](opened)
    guard bytes.count == 16, Self.number(bytes[..<8]) == subscriber else { return nil }
    let position = Self.number(bytes[8...])
    return position > 0 ? position : nil
  }

  /// The zero initialization vector: each ID is a single, unique block.
  private static var iv: AES._CBC.IV {
    get throws { try AES._CBC.IV(ivBytes: [UInt8](repeating: 0, count: 16)) }
  }

  // MARK: Coding

  private static func bytes(_ number: Int64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
