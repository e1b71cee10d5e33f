// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOCore
import SwiftASN1
import X509

/// A certificate authority for this machine's certificates in the local network.
///
/// A device trusts it once, and then accepts each renewed certificate. Its name constraints
/// (RFC 5280, 4.2.1.10) limit it to this machine's names, `.local` and private addresses, so that a
/// thief of its key can't sign for sites of the Internet.
struct LANAuthority {
  /// The validity in days.
  private static let days = 3_650.0

  let certificate: Certificate
  let key: P256.Signing.PrivateKey

  /// Generates an authority for host names.
  ///
  /// - Throws: An error of the encoder for a name that a certificate can't contain.
  init(hosts: [String], now: Date) throws {
    let key = P256.Signing.PrivateKey()
    let name = try DistinguishedName {
      OrganizationName("Cairn")
      CommonName("Cairn pages of \(hosts.first ?? "this machine")")
    }
    certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: now.addingTimeInterval(-86_400),
      notValidAfter: now.addingTimeInterval(Self.days * 86_400), issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        Critical(
          NameConstraints(
            permittedDNSDomains: Self.domains(hosts), permittedIPRanges: Self.ranges))
        SubjectKeyIdentifier(hash: .init(key.publicKey))
      }, issuerPrivateKey: .init(key))
    self.key = key
  }

  /// Decodes an authority.
  ///
  /// - Returns: Nil if the text is damaged.
  init?(pem: String) {
    guard let (certificate, key) = PEMPair.decode(pem) else { return nil }
    self.certificate = certificate
    self.key = key
  }

  /// The certificate and its key in PEM.
  ///
  /// - Throws: An error of the encoder.
  func pem() throws -> String { try PEMPair.encode(certificate, key) }

  /// Whether the authority can sign for these hosts until a date.
  func covers(hosts: [String], until date: Date) -> Bool {
    guard certificate.notValidAfter > date,
      let constraints = try? certificate.extensions.nameConstraints
    else { return false }
    return Set(Self.domains(hosts)).isSubset(of: constraints.permittedDNSDomains)
  }

  private static func domains(_ hosts: [String]) -> [String] {
    hosts.filter { !$0.hasSuffix(".local") } + ["local"]
  }

  /// The private ranges as addresses with masks.
  private static var ranges: [ASN1OctetString] {
    let v4: [[UInt8]] = [
      [10, 0, 0, 0, 255, 0, 0, 0], [172, 16, 0, 0, 255, 240, 0, 0],
      [192, 168, 0, 0, 255, 255, 0, 0], [169, 254, 0, 0, 255, 255, 0, 0],
      [127, 0, 0, 0, 255, 0, 0, 0],
    ]
    let zeros = [UInt8](repeating: 0, count: 14)
    let v6: [[UInt8]] = [
      [0xfc, 0] + zeros + [0xfe, 0] + zeros, [0xfe, 0x80] + zeros + [0xff, 0xc0] + zeros,
    ]
    return (v4 + v6).map { ASN1OctetString(contentBytes: $0[...]) }
  }
}

/// A certificate and its private key in one text, so that a file never has one without the other.
enum PEMPair {
  static func encode(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) throws -> String {
    try certificate.serializeAsPEM().pemString + "\n" + key.pemRepresentation + "\n"
  }

  /// Decodes a pair.
  ///
  /// - Returns: Nil if the text is damaged, or if the key is another certificate's.
  static func decode(_ text: String) -> (Certificate, P256.Signing.PrivateKey)? {
    guard let documents = try? PEMDocument.parseMultiple(pemString: text), documents.count == 2,
      let certificate = try? Certificate(pemDocument: documents[0]),
      let key = try? P256.Signing.PrivateKey(pemRepresentation: documents[1].pemString),
      certificate.publicKey == Certificate.PublicKey(key.publicKey)
    else { return nil }
    return (certificate, key)
  }
}
