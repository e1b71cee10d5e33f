// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// The wrapping of a key by a passphrase and a recovery code.
struct EncryptionKeyringTests {
  /// Costs that make tests fast.
  private static let cheap = ScryptParameters(rounds: 1_024, blockSize: 8, parallelism: 1)
  private static let passphrase = "caf\u{E9} at dawn, then the ridge"

  private let key = CloudKitEncryptionKey.random()

  private func make() throws -> (keyring: EncryptionKeyring, code: RecoveryCode) {
    try EncryptionKeyring.make(of: key, passphrase: Self.passphrase, Self.cheap)
  }

  @Test func `passphrase and code unwrap the key after encoding`() throws {
    let (keyring, code) = try make()
    let decoded = try EncryptionKeyring(decoding: keyring.encoded())
    #expect(decoded == keyring && decoded.keyName == key.name)
    #expect(try decoded.key(passphrase: Self.passphrase) == key)
    #expect(try decoded.key(passphrase: "cafe\u{301} at dawn, then the ridge") == key)
    #expect(try decoded.key(code: code) == key)
  }

  @Test(arguments: ["", "caf\u{E9} at dawn, then the ridg", "CAF\u{E9} at dawn, then the ridge"])
  func `another passphrase does not unwrap the key`(_ passphrase: String) throws {
    let keyring = try make().keyring
    #expect(throws: KeyringError.wrongPassphrase) { try keyring.key(passphrase: passphrase) }
  }

  @Test func `another code does not unwrap the key`() throws {
    let keyring = try make().keyring
    #expect(throws: KeyringError.wrongRecoveryCode) { try keyring.key(code: .random()) }
  }

  @Test func `a change wraps the same key, and the former passphrase ends`() throws {
    let (made, code) = try make()
    var keyring = made
    try keyring.setPassphrase("over the saddle", of: key, Self.cheap)
    #expect(try keyring.key(passphrase: "over the saddle") == key)
    #expect(throws: KeyringError.wrongPassphrase) {
      try keyring.key(passphrase: Self.passphrase)
    }
    #expect(try keyring.key(code: code) == key)
    let new = try keyring.renewRecoveryCode(of: key)
    #expect(try keyring.key(code: new) == key)
    #expect(throws: KeyringError.wrongRecoveryCode) { try keyring.key(code: code) }
    #expect(try keyring.key(passphrase: "over the saddle") == key)
  }

  @Test func `the key of another keyring replaces nothing`() throws {
    var keyring = try make().keyring
    let before = keyring
    #expect(throws: KeyringError.wrongPassphrase) {
      try keyring.setPassphrase("over the saddle", of: .random(), Self.cheap)
    }
    #expect(throws: KeyringError.wrongPassphrase) {
      try keyring.renewRecoveryCode(of: .random())
    }
    #expect(keyring == before)
  }

  @Test(arguments: ["", "ridge", "nine char"])
  func `a short passphrase is rejected`(_ passphrase: String) throws {
    #expect(throws: KeyringError.shortPassphrase(minimum: 10)) {
      try EncryptionKeyring.make(of: key, passphrase: passphrase, Self.cheap)
    }
  }

  @Test func `a keyring contains neither key nor passphrase nor code`() throws {
    let (keyring, code) = try make()
    let text = String(decoding: try keyring.encoded(), as: UTF8.self)
    for secret in [key.base64, Self.passphrase, code.text, code.text.replacing("-", with: "")] {
      #expect(!text.contains(secret))
    }
  }

  /// A server can replace any part of a keyring; it must not get another result than an error.
  @Test(arguments: ["key", "salt", "sealed", "rounds"])
  func `a changed keyring unwraps nothing`(_ field: String) throws {
    var object = try json()
    var wrapped = try #require(object["passphrase"] as? [String: Any])
    switch field {
    case "key": object["key"] = "0123456789abcdef"
    case "rounds":
      wrapped["parameters"] = ["rounds": 512, "blockSize": 8, "parallelism": 1]
    default:
      let text = try #require(wrapped[field] as? String)
      var bytes = try #require(Data(base64Encoded: text))
      bytes[bytes.startIndex] ^= 1
      wrapped[field] = bytes.base64EncodedString()
    }
    object["passphrase"] = wrapped
    let keyring = try EncryptionKeyring(decoding: JSONSerialization.data(withJSONObject: object))
    #expect(throws: KeyringError.wrongPassphrase) {
      try keyring.key(passphrase: Self.passphrase)
    }
  }

  @Test(arguments: [
    ["rounds": 1 << 40, "blockSize": 8, "parallelism": 1],
    ["rounds": 1 << 22, "blockSize": 32, "parallelism": 1],
    ["rounds": 1_000, "blockSize": 8, "parallelism": 1],
    ["rounds": 1_024, "blockSize": 0, "parallelism": 1],
    ["rounds": 1_024, "blockSize": 8, "parallelism": 1 << 20],
  ])
  func `parameters that exhaust the memory are rejected`(_ parameters: [String: Int]) throws {
    var object = try json()
    var wrapped = try #require(object["passphrase"] as? [String: Any])
    wrapped["parameters"] = parameters
    object["passphrase"] = wrapped
    let keyring = try EncryptionKeyring(decoding: JSONSerialization.data(withJSONObject: object))
    #expect(throws: KeyringError.unsupported) { try keyring.key(passphrase: Self.passphrase) }
  }

  @Test func `bytes of another version or format are an error`() throws {
    var object = try json()
    object["version"] = 2
    let newer = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: KeyringError.unsupported) { try EncryptionKeyring(decoding: newer) }
    for text in ["", "{", "{}", "[1]"] {
      #expect(throws: KeyringError.damaged) { try EncryptionKeyring(decoding: Data(text.utf8)) }
    }
  }

  private func json() throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: make().keyring.encoded()) as? [String: Any])
  }
}
