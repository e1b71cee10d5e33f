// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation
import NIOCore
import SwiftASN1
import SystemSupport
import X509

/// Generates a certificate for a server without one, and a certificate authority to trust.
///
/// The authority signs only this certificate. Its private key is discarded, so that it cannot sign
/// anything else.
package enum SelfSignedCertificate {
  package static let authorityFile = "authority.pem"
  package static let certificateFile = "certificate.pem"
  package static let keyFile = "key.pem"

  /// The validity of authority and certificate in days.
  private static let days = 800.0

  /// The names by which programs on this machine reach the server.
  private static let loopback = ["localhost", "127.0.0.1", "::1"]

  /// Loads the certificate in a folder, or generates a new one.
  ///
  /// A new certificate is generated if none exists, or if it expires within 30 days or has other
  /// names. It is also valid for this machine's loopback names.
  package static func inFolder(_ folder: URL, names: [String], now: Date = Date()) throws
    -> ServerTLS
  {
    let certificate = folder.appending(path: certificateFile)
    let key = folder.appending(path: keyFile)
    if !isGood(certificate, key, names, now) {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let made = try make(names: names, now: now)
      try write(made.key, to: key)
      try write(made.authority, to: folder.appending(path: authorityFile))
      try write(made.certificate, to: certificate)
    }
    return ServerTLS(certificates: certificate, key: key)
  }

  private static func write(_ text: String, to file: URL) throws {
    // Created with its final permissions, then renamed: other users can never read the key.
    let new = file.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)
    guard
      FileManager.default.createFile(
        atPath: new.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else {
      throw CloudServerError.badCertificate(file: new.path, reason: "it can't be written.")
    }
    guard rename(new.path, file.path) == 0 else {
      throw CloudServerError.badCertificate(
        file: file.path, reason: SystemError.last.message + ".")
    }
  }

  private static func isGood(_ file: URL, _ key: URL, _ names: [String], _ now: Date) -> Bool {
    guard FileManager.default.fileExists(atPath: key.path),
      let text = try? String(contentsOf: file, encoding: .utf8),
      let certificate = try? Certificate(pemEncoded: text),
      certificate.notValidAfter > now.addingTimeInterval(30 * 86_400),
      let wanted = try? alternatives(names),
      let found = try? certificate.extensions.subjectAlternativeNames
    else { return false }
    // Certificates of earlier versions lack the loopback names, and clients already trust them.
    return Array(found) == Array(wanted) || Array(found) == (try? Array(alternatives(whole(names))))
  }

  private static func whole(_ names: [String]) -> [String] {
    names + loopback.filter { !names.contains($0) }
  }

  // MARK: Generation

  static func make(names: [String], now: Date) throws -> (
    authority: String, certificate: String, key: String
  ) {
    let authorityKey = P256.Signing.PrivateKey()
    let authorityName = try DistinguishedName {
      CommonName("Cairn authority of \(names[0])")
    }
    let start = now.addingTimeInterval(-86_400)
    let end = now.addingTimeInterval(days * 86_400)
    let authority = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(authorityKey.publicKey),
      notValidBefore: start, notValidAfter: end, issuer: authorityName, subject: authorityName,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: .init(authorityKey.publicKey))
      }, issuerPrivateKey: .init(authorityKey))
    let key = P256.Signing.PrivateKey()
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: start, notValidAfter: end, issuer: authorityName,
      subject: try DistinguishedName { CommonName(names[0]) },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        try alternatives(whole(names))
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: .init(authorityKey.publicKey)).keyIdentifier)
      }, issuerPrivateKey: .init(authorityKey))
    return (
      try authority.serializeAsPEM().pemString + "\n",
      try certificate.serializeAsPEM().pemString + "\n", key.pemRepresentation + "\n"
    )
  }

  private static func alternatives(_ names: [String]) throws -> SubjectAlternativeNames {
    SubjectAlternativeNames(
      try names.map { name in
        guard let address = try? SocketAddress(ipAddress: name, port: 0) else {
          return .dnsName(name)
        }
        switch address {
        case .v4(let v4):
          return .ipAddress(ASN1OctetString(contentBytes: bytes(of: v4.address.sin_addr)))
        case .v6(let v6):
          return .ipAddress(ASN1OctetString(contentBytes: bytes(of: v6.address.sin6_addr)))
        case .unixDomainSocket: throw CloudServerError.badPublicURL(name)
        }
      })
  }

  private static func bytes(of value: some Any) -> ArraySlice<UInt8> {
    withUnsafeBytes(of: value) { Array($0)[...] }
  }
}
