// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
import Foundation
import Testing

/// Signatures of server-to-server keys, with a test vector of OpenSSL.
@Suite struct RequestSignatureTests {
  private let body = Array(#"{"query":{"recordType":"T"}}"#.utf8)
  private let path = "/database/1/iCloud.com.example.app/development/public/records/query"
  private let vector = RequestSignature(
    keyID: "0123abcd", date: "2016-01-25T22:15:43Z",
    signature: "MEUCIQCzE0yFjpdo1f3NoUwzstKGXIgaEMshBMiCInyNlFMPggIgUKvZ27jiIJveUmkQNa5zUPxN3EwlYat"
      + "cDxCbp9Iweug=")

  private func key() throws -> P256.Signing.PublicKey {
    let der = try #require(
      Data(
        base64Encoded:
          "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwL2QIKM1WvV6vvuhljLR9gbzZZhoLAR6/T6G+y5K"
          + "Plx8MFtP0DJHPKFXWx0Qg4mROo6g29ZazlUBvC9ZmGmJaQ=="))
    return try P256.Signing.PublicKey(derRepresentation: der)
  }

  private func now() throws -> Date { try Date("2016-01-25T22:20:00Z", strategy: .iso8601) }

  @Test func `the test vector of OpenSSL is verified`() throws {
    let hash = RequestSignature.hash(of: body)
    #expect(hash == "trKxp1VxLRE/oPn8lajIhAKQNq/hxv1T186KqrZcfiQ=")
    #expect(RequestSignature.hash(of: []) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(
      RequestSignature.signedText(date: vector.date, bodyHash: hash, subpath: path)
        == "2016-01-25T22:15:43Z:trKxp1VxLRE/oPn8lajIhAKQNq/hxv1T186KqrZcfiQ=:\(path)")
    try vector.check(by: key(), body: body, target: RequestTarget(path), now: now())
  }

  @Test func `a mount prefix is not part of the signed path`() throws {
    try vector.check(
      by: key(), body: body, target: RequestTarget("/ck" + path), mountedAt: "/ck", now: now())
  }

  @Test(arguments: ["?a=b", "?", "?getCurrentSyncToken=true"])
  func `a query is signed with the path, or not signed at all`(_ query: String) throws {
    for (prefix, target) in [("", path + query), ("/ck", "/ck" + path + query)] {
      try vector.check(
        by: key(), body: body, target: RequestTarget(target), mountedAt: prefix, now: now())
    }
    let signer = P256.Signing.PrivateKey()
    let signature = try RequestSignature(
      keyID: "k", date: now(), body: body, subpath: path + query, key: signer)
    try signature.check(
      by: signer.publicKey, body: body, target: RequestTarget(path + query), now: now())
    // A signature with the query is invalid without it.
    #expect(throws: RequestSignature.Refusal.wrongSignature) {
      try signature.check(
        by: signer.publicKey, body: body, target: RequestTarget(path), now: now())
    }
  }

  @Test func `a signature for another body, path, key or date is rejected`() throws {
    let key = try key()
    let now = try now()
    func refusal(
      _ signature: RequestSignature, body: [UInt8]? = nil, path: String? = nil, now: Date,
      key: P256.Signing.PublicKey
    ) -> RequestSignature.Refusal? {
      do throws(RequestSignature.Refusal) {
        try signature.check(
          by: key, body: body ?? self.body, target: RequestTarget(path ?? self.path), now: now)
        return nil
      } catch {
        return error
      }
    }
    let late = now.addingTimeInterval(600)
    #expect(refusal(vector, body: Array("{}".utf8), now: now, key: key) == .wrongSignature)
    #expect(refusal(vector, body: [], now: now, key: key) == .wrongSignature)
    #expect(refusal(vector, path: path + "x", now: now, key: key) == .wrongSignature)
    #expect(refusal(vector, now: late, key: key) == .dateOutsideWindow)
    #expect(refusal(vector, now: now.addingTimeInterval(-1200), key: key) == .dateOutsideWindow)
    let other = P256.Signing.PrivateKey().publicKey
    #expect(refusal(vector, now: now, key: other) == .wrongSignature)
    for date in ["", "2016-01-25 22:15:43Z", "2016-01-25T22:15:43", "x", "2016-13-45T22:15:43.Z"] {
      var changed = vector
      changed.date = date
      #expect(refusal(changed, now: now, key: key) == .malformedDate, "\(date)")
    }
    for text in ["", "!", "MEUC", "AAAA", String(vector.signature.dropLast(4))] {
      var changed = vector
      changed.signature = text
      #expect(refusal(changed, now: now, key: key) == .malformedSignature, "\(text)")
    }
    for refusal in [
      RequestSignature.Refusal.malformedDate, .dateOutsideWindow, .malformedSignature,
      .wrongSignature,
    ] {
      #expect(refusal.reason.hasPrefix("X-Apple-CloudKit-Request-"))
    }
  }

  @Test func `a signature made by this library is verified`() throws {
    let key = P256.Signing.PrivateKey()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    for body in [[], body] {
      let target = path + "?getCurrentSyncToken=true"
      let signature = try RequestSignature(
        keyID: "k", date: now, body: body, subpath: target, key: key)
      #expect(signature.date == "2027-01-15T08:00:00Z")
      try signature.check(
        by: key.publicKey, body: body, target: RequestTarget(target), now: now)
    }
    // One client signs an empty string instead of the hash.
    let text = RequestSignature.signedText(
      date: "2027-01-15T08:00:00Z", bodyHash: "", subpath: path)
    let bare = try key.signature(for: Data(text.utf8)).derRepresentation.base64EncodedString()
    try RequestSignature(keyID: "k", date: "2027-01-15T08:00:00Z", signature: bare)
      .check(by: key.publicKey, body: [], target: RequestTarget(path), now: now)
  }

  @Test func `a date with fractional seconds is verified as sent`() throws {
    let key = P256.Signing.PrivateKey()
    let date = "2027-01-15T08:00:00.123Z"
    let text = RequestSignature.signedText(
      date: date, bodyHash: RequestSignature.hash(of: body), subpath: path)
    let der = try key.signature(for: Data(text.utf8)).derRepresentation
    try RequestSignature(keyID: "k", date: date, signature: der.base64EncodedString())
      .check(
        by: key.publicKey, body: body, target: RequestTarget(path),
        now: Date(timeIntervalSince1970: 1_800_000_000))
  }
}
