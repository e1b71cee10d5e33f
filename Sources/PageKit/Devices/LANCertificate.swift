// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Foundation
import LocalCertificates
import NIOSSL
import PrivateFiles
import SystemSupport
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

  private let pair: KeyedCertificate

  /// Issues a certificate.
  ///
  /// - Throws: An error of the encoder for a name that a certificate can't contain.
  init(names: LocalNames, authority: LANAuthority, now: Date) throws {
    let pair = try authority.pair.issue(names: names.all, validity: .days(Self.days, from: now))
    try self.init(pair, names, authority)
  }

  /// Decodes a certificate.
  ///
  /// - Returns: Nil if the text is damaged, or if the certificate has other names or another
  ///   authority, or expires before a date.
  init?(pem: String, names: LocalNames, authority: LANAuthority, validUntil date: Date) {
    let issuer = authority.pair.certificate.publicKey
    guard let pair = KeyedCertificate(pem: pem), pair.certificate.notValidAfter > date,
      issuer.isValidSignature(pair.certificate.signature, for: pair.certificate),
      pair.certificate.hasNames(names.all), let made = try? Self(pair, names, authority)
    else { return nil }
    self = made
  }

  private init(_ pair: KeyedCertificate, _ names: LocalNames, _ authority: LANAuthority) throws {
    let own = try pair.der()
    authorityDER = try authority.pair.der()
    fingerprint = Self.fingerprint(own)
    authorityFingerprint = Self.fingerprint(authorityDER)
    expires = pair.certificate.notValidAfter
    self.names = names
    self.pair = pair
    chain = try [own, authorityDER].map {
      .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
    }
    privateKey = .privateKey(
      try NIOSSLPrivateKey(bytes: Array(pair.keyPEM.utf8), format: .pem))
  }

  /// The certificate and its key in PEM.
  ///
  /// - Throws: An error of the encoder.
  func pem() throws -> String { try pair.pem() }

  /// The part of a TLS configuration that a new certificate replaces.
  var override: NIOSSLContextConfigurationOverride {
    var override = NIOSSLContextConfigurationOverride()
    override.certificateChain = chain
    override.privateKey = privateKey
    return override
  }

  private static func fingerprint(_ der: [UInt8]) -> String {
    SHA256.hash(data: der).map { Hexadecimal.text([$0]).uppercased() }
      .joined(separator: ":")
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
    try authorityFile.write(Data(try new.pair.pem().utf8))
    return new
  }
}
