// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation

/// The signature of a request by a server-to-server key.
///
/// The signed string is `{date}:{base64 of the body's SHA-256}:{subpath}`. The algorithm is ECDSA
/// on P-256 with SHA-256; the signature is the base64 of its DER form.
package struct RequestSignature: Sendable, Hashable {
  /// The reason for rejecting a request's signature.
  package enum Refusal: Error, Sendable, Hashable {
    case malformedDate
    /// The date differs from the server's clock by more than the allowed window.
    case dateOutsideWindow
    /// The signature is not base64, or not in DER form.
    case malformedSignature
    /// The signature is well formed but does not match the key or the bytes.
    case wrongSignature

    /// A description for responses in the development environment.
    package var reason: String {
      switch self {
      case .malformedDate:
        "\(HeaderNames.date) is not of the form 2016-01-25T22:15:43Z"
      case .dateOutsideWindow:
        "\(HeaderNames.date) differs from the server's clock by more than "
          + "\(Limits.signatureSeconds / 60) minutes"
      case .malformedSignature:
        "\(HeaderNames.signature) is not the base64 of an ECDSA signature in DER"
      case .wrongSignature:
        "\(HeaderNames.signature) does not match date:base64(SHA-256(body)):path and this key"
      }
    }
  }

  package var keyID: String
  /// The date as sent, which is the signed form.
  package var date: String
  /// Base64.
  package var signature: String

  package init(keyID: String, date: String, signature: String) {
    self.keyID = keyID
    self.date = date
    self.signature = signature
  }

  /// Signs a request.
  ///
  /// The subpath is the request target as sent: path and query.
  package init(
    keyID: String, date: Date, body: [UInt8], subpath: String, key: P256.Signing.PrivateKey
  ) throws {
    self.keyID = keyID
    self.date = Self.format(date)
    let text = Self.signedText(date: self.date, bodyHash: Self.hash(of: body), subpath: subpath)
    signature = try key.signature(for: Data(text.utf8)).derRepresentation.base64EncodedString()
  }

  /// The signed string.
  package static func signedText(date: String, bodyHash: String, subpath: String) -> String {
    "\(date):\(bodyHash):\(subpath)"
  }

  /// The base64 of a body's SHA-256.
  package static func hash(of body: [UInt8]) -> String {
    Data(SHA256.hash(data: body)).base64EncodedString()
  }

  /// Verifies the signature and its date.
  ///
  /// Clients sign the target as sent, including any query. Some of them omit the prefix at which
  /// the server is mounted. For an empty body, clients sign either the hash of no bytes or no hash.
  package func check(
    by key: P256.Signing.PublicKey, body: [UInt8], target: RequestTarget,
    mountedAt prefix: String = "", now: Date, window: TimeInterval = Double(Limits.signatureSeconds)
  ) throws(Refusal) {
    guard let moment = Self.parse(date) else { throw .malformedDate }
    guard abs(moment.timeIntervalSince(now)) <= window else { throw .dateOutsideWindow }
    guard let der = Data(base64Encoded: signature),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else { throw .malformedSignature }
    var hashes = [Self.hash(of: body)]
    if body.isEmpty { hashes.append("") }
    for subpath in Self.subpaths(target, prefix) {
      for hash in hashes {
        let text = Self.signedText(date: date, bodyHash: hash, subpath: subpath)
        if key.isValidSignature(signature, for: Data(text.utf8)) { return }
      }
    }
    throw .wrongSignature
  }

  /// The subpaths that a client may have signed, the exact target first.
  static func subpaths(_ target: RequestTarget, _ prefix: String) -> [String] {
    // Apple's documentation signs the path; clients that add a query sign either form.
    var subpaths = target.path == target.text ? [target.text] : [target.text, target.path]
    if !prefix.isEmpty, target.path.hasPrefix(prefix + "/") {
      subpaths += subpaths.map { String($0.dropFirst(prefix.count)) }
    }
    return subpaths
  }

  // MARK: Dates

  private static func format(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  /// Parses a date in UTC with a precision of one second; a fraction is ignored.
  static func parse(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 32, bytes.last == UInt8(ascii: "Z") else { return nil }
    let form = Array("0000-00-00T00:00:00".utf8)
    for (index, mark) in form.enumerated() {
      let isDigit = (0x30...0x39).contains(bytes[index])
      guard mark == 0x30 ? isDigit : bytes[index] == mark else { return nil }
    }
    let fraction = bytes[19..<(bytes.count - 1)]
    if let point = fraction.first {
      guard point == UInt8(ascii: "."), fraction.count > 1,
        fraction.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
    }
    return try? Date(String(decoding: bytes[..<19], as: UTF8.self) + "Z", strategy: .iso8601)
  }
}
