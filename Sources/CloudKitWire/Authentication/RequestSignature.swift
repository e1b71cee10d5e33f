// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation

/// The signature of a request by a server-to-server key.
///
/// What is signed is `{date}:{base64 of the body's SHA-256}:{subpath}`, with ECDSA on P-256 and
/// SHA-256; the signature is the base64 of its DER form.
package struct RequestSignature: Sendable, Hashable {
  /// Why a request is not taken as signed.
  package enum Refusal: Error, Sendable, Hashable {
    case malformedDate
    /// More than the seconds that are allowed away from the server's clock.
    case dateOutsideWindow
    /// Not base64, or not the DER form of a signature.
    case malformedSignature
    /// Well formed, but by another key or over other bytes.
    case wrongSignature

    /// What a server says about it in development, where it need not be silent.
    package var reason: String {
      switch self {
      case .malformedDate:
        "\(HeaderNames.date) is not of the form 2016-01-25T22:15:43Z"
      case .dateOutsideWindow:
        "\(HeaderNames.date) is more than \(Limits.signatureSeconds / 60) minutes off"
      case .malformedSignature:
        "\(HeaderNames.signature) is not the base64 of an ECDSA signature in DER"
      case .wrongSignature:
        "\(HeaderNames.signature) is not that of date:base64(SHA-256(body)):path by this key"
      }
    }
  }

  package var keyID: String
  /// As it was sent: it is signed in this form.
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
  /// The subpath is the target as it is sent: path and query.
  package init(
    keyID: String, date: Date, body: [UInt8], subpath: String, key: P256.Signing.PrivateKey
  ) throws {
    self.keyID = keyID
    self.date = Self.format(date)
    let text = Self.signedText(date: self.date, bodyHash: Self.hash(of: body), subpath: subpath)
    signature = try key.signature(for: Data(text.utf8)).derRepresentation.base64EncodedString()
  }

  /// The text that is signed.
  package static func signedText(date: String, bodyHash: String, subpath: String) -> String {
    "\(date):\(bodyHash):\(subpath)"
  }

  /// The base64 of a body's SHA-256.
  package static func hash(of body: [UInt8]) -> String {
    Data(SHA256.hash(data: body)).base64EncodedString()
  }

  /// Checks the signature and its date.
  ///
  /// The target is signed as it is sent, with its query if it has one. Clients differ in whether they sign
  /// the prefix that the server is mounted at, and for no body the hash of nothing or no hash.
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

  /// What may have been signed, the exact target first.
  static func subpaths(_ target: RequestTarget, _ prefix: String) -> [String] {
    var subpaths = [target.text]
    if !prefix.isEmpty, target.path.hasPrefix(prefix + "/") {
      subpaths += subpaths.map { String($0.dropFirst(prefix.count)) }
    }
    return subpaths
  }

  // MARK: Dates

  private static func format(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  /// A moment in UTC to the second; a fraction is passed over.
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
