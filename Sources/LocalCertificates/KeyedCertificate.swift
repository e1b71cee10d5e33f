// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation
import SwiftASN1
package import X509

/// A certificate of this machine with its private key: an authority, or a certificate of a server.
///
/// Keys are P-256 keys, and signatures are ECDSA with SHA-256.
package struct KeyedCertificate: Sendable {
  /// The time in which a certificate is valid.
  package struct Validity: Sendable {
    package let start: Date
    package let end: Date

    /// A number of days from a moment; the day before is included, for clocks that are behind.
    package static func days(_ days: Double, from now: Date) -> Validity {
      Validity(start: now.addingTimeInterval(-86_400), end: now.addingTimeInterval(days * 86_400))
    }
  }

  package let certificate: Certificate
  package let key: P256.Signing.PrivateKey

  private init(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) {
    self.certificate = certificate
    self.key = key
  }

  /// Generates an authority that signs certificates, but no further authorities.
  ///
  /// - Parameters:
  ///   - name: The name of the authority.
  ///   - constraints: The names that the authority may sign for (RFC 5280, 4.2.1.10); nil for all.
  ///   - validity: The time in which the authority is valid.
  /// - Throws: An error of the encoder for a name that a certificate can't contain.
  package init(
    authority name: DistinguishedName, constraints: NameConstraints? = nil, validity: Validity
  ) throws {
    let key = P256.Signing.PrivateKey()
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: validity.start, notValidAfter: validity.end, issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        if let constraints { Critical(constraints) }
        SubjectKeyIdentifier(hash: .init(key.publicKey))
      }, issuerPrivateKey: .init(key))
    self.init(certificate, key)
  }

  /// Issues a certificate of a server, signed by this authority.
  ///
  /// - Parameters:
  ///   - subject: The common name; by default, the first name.
  ///   - names: Host names and IP addresses.
  ///   - validity: The time in which the certificate is valid.
  /// - Returns: The certificate with a new key.
  /// - Throws: An error of the encoder for a name that a certificate can't contain.
  package func issue(
    subject: String? = nil, names: [String], validity: Validity
  ) throws -> KeyedCertificate {
    let key = P256.Signing.PrivateKey()
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: validity.start, notValidAfter: validity.end,
      issuer: self.certificate.subject,
      subject: try DistinguishedName { CommonName(subject ?? names.first ?? "Cairn") },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(names: names)
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: self.certificate.publicKey).keyIdentifier)
      }, issuerPrivateKey: .init(self.key))
    return KeyedCertificate(certificate, key)
  }

  // MARK: PEM

  /// Decodes a certificate and its key from one text.
  ///
  /// - Returns: Nil if the text is damaged, or if the key is another certificate's.
  package init?(pem: String) {
    guard let documents = try? PEMDocument.parseMultiple(pemString: pem), documents.count == 2,
      let certificate = try? Certificate(pemDocument: documents[0]),
      let key = try? P256.Signing.PrivateKey(pemRepresentation: documents[1].pemString),
      certificate.publicKey == Certificate.PublicKey(key.publicKey)
    else { return nil }
    self.init(certificate, key)
  }

  /// The certificate and its key in one text, so that a file never has one without the other.
  ///
  /// - Throws: An error of the encoder.
  package func pem() throws -> String { try certificatePEM() + keyPEM }

  /// The certificate in PEM, with a line end.
  ///
  /// - Throws: An error of the encoder.
  package func certificatePEM() throws -> String {
    try certificate.serializeAsPEM().pemString + "\n"
  }

  /// The private key in PEM, with a line end.
  package var keyPEM: String { key.pemRepresentation + "\n" }

  /// The certificate in DER.
  ///
  /// - Throws: An error of the encoder.
  package func der() throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }
}
