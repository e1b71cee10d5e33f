// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// The certificate of the pages in the local network, with its key and its authority.
package struct LANCertificate: Sendable {
  /// The validity in days; browsers reject more than 398.
  private static let days = 397.0

  /// The names that the certificate is valid for.
  package let names: LocalNames
  /// The last moment of its validity.
  package let expires: Date
  /// The SHA-256 fingerprint that a browser shows: "AB:CD:…".
  package let fingerprint: String
  /// The SHA-256 fingerprint of the authority, which a device shows when it installs it.
  package let authorityFingerprint: String
  /// The authority's certificate in DER, for installation on a device.
  package let authorityDER: [UInt8]
  /// The certificates to present, the server's own first.
  let chain: [NIOSSLCertificateSource]
  /// The key of the server's own certificate.
  let privateKey: NIOSSLPrivateKeySource

  private let certificate: Certificate
  private let key: P256.Signing.PrivateKey

  /// Issues a certificate.
  ///
  /// - Throws: An error of the encoder for a name that a certificate can't contain.
  init(names: LocalNames, authority: LANAuthority, now: Date) throws {
    let key = P256.Signing.PrivateKey()
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: now.addingTimeInterval(-86_400),
      notValidAfter: now.addingTimeInterval(Self.days * 86_400),
      issuer: authority.certificate.subject,
      subject: try DistinguishedName { CommonName(names.all.first ?? "Cairn") },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        try Self.alternatives(names)
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: authority.certificate.publicKey).keyIdentifier)
      }, issuerPrivateKey: .init(authority.key))
    try self.init(certificate, key, names, authority)
  }

  /// Decodes a certificate.
  ///
  /// - Returns: Nil if the text is damaged, or if the certificate has other names or another
  ///   authority, or expires before a date.
  init?(pem: String, names: LocalNames, authority: LANAuthority, validUntil date: Date) {
    guard let (certificate, key) = PEMPair.decode(pem), certificate.notValidAfter > date,
      authority.certificate.publicKey.isValidSignature(certificate.signature, for: certificate),
      let found = try? certificate.extensions.subjectAlternativeNames,
      let wanted = try? Self.alternatives(names), Array(found) == Array(wanted),
      let made = try? Self(certificate, key, names, authority)
    else { return nil }
    self = made
  }

  private init(
    _ certificate: Certificate, _ key: P256.Signing.PrivateKey, _ names: LocalNames,
    _ authority: LANAuthority
  ) throws {
    let own = try Self.der(certificate)
    authorityDER = try Self.der(authority.certificate)
    fingerprint = Self.fingerprint(own)
    authorityFingerprint = Self.fingerprint(authorityDER)
    expires = certificate.notValidAfter
    self.names = names
    self.certificate = certificate
    self.key = key
    chain = try [own, authorityDER].map {
      .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
    }
    privateKey = .privateKey(
      try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem))
  }

  /// The certificate and its key in PEM.
  ///
  /// - Throws: An error of the encoder.
  func pem() throws -> String { try PEMPair.encode(certificate, key) }

  /// The part of a TLS configuration that a new certificate replaces.
  var override: NIOSSLContextConfigurationOverride {
    var override = NIOSSLContextConfigurationOverride()
    override.certificateChain = chain
    override.privateKey = privateKey
    return override
  }

  private static func der(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }

  private static func fingerprint(_ der: [UInt8]) -> String {
    SHA256.hash(data: der).map { RandomSecret.hexadecimal([$0]).uppercased() }
      .joined(separator: ":")
  }

  private static func alternatives(_ names: LocalNames) throws -> SubjectAlternativeNames {
    SubjectAlternativeNames(
      names.hosts.map { .dnsName($0) }
        + (try names.addresses.map { text in
          let address = try SocketAddress(ipAddress: text, port: 0)
          return .ipAddress(ASN1OctetString(contentBytes: address.addressBytes[...]))
        }))
  }
}

/// The files of the certificate and its authority, in a folder that only their owner can open.
struct LANCertificateFiles: Sendable {
  /// The remaining validity in days below which a certificate is renewed.
  static let renewal = 30.0

  private let certificateFile: PrivateFile
  private let authorityFile: PrivateFile

  init(folder: URL) {
    certificateFile = PrivateFile(folder.appending(path: "certificate.pem"))
    authorityFile = PrivateFile(folder.appending(path: "authority.pem"))
  }

  /// Loads the certificate, or issues a new one if it is missing, damaged, of other names, or expires
  /// within 30 days.
  ///
  /// The authority is replaced only if it is missing, damaged, for another host, or too old.
  ///
  /// - Throws: ``PrivateFile/Failure``, or an error of the encoder.
  func certificate(for names: LocalNames, now: Date) throws -> LANCertificate {
    let authority = try authority(hosts: names.hosts, now: now)
    let date = now.addingTimeInterval(Self.renewal * 86_400)
    if let text = try certificateFile.read().map({ String(decoding: $0, as: UTF8.self) }),
      let found = LANCertificate(pem: text, names: names, authority: authority, validUntil: date)
    {
      return found
    }
    let new = try LANCertificate(names: names, authority: authority, now: now)
    try certificateFile.write(Data(try new.pem().utf8))
    return new
  }

  private func authority(hosts: [String], now: Date) throws -> LANAuthority {
    // It must outlive the certificates that it signs.
    let date = now.addingTimeInterval(400 * 86_400)
    if let text = try authorityFile.read().map({ String(decoding: $0, as: UTF8.self) }),
      let found = LANAuthority(pem: text), found.covers(hosts: hosts, until: date)
    {
      return found
    }
    let new = try LANAuthority(hosts: hosts, now: now)
    try authorityFile.write(Data(try new.pem().utf8))
    return new
  }
}
