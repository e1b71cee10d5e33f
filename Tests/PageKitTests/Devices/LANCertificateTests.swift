// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOCore
import PageKit
import SwiftASN1
import Synchronization
import Testing
import X509

/// The certificate of the local network, its files and its authority.
struct LANCertificateTests {
  private let clock = TestClock()
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-certificate-\(UUID().uuidString)")
  private let names = LocalNames(
    hosts: ["desk", "desk.local"], addresses: ["192.168.1.5", "fd00::5"])

  private func certificate(_ names: LocalNames? = nil) throws -> LANCertificate {
    let names = names ?? self.names
    let configuration = LANConfiguration(
      dataFolder: folder, names: { names }, now: { [clock] in clock.date })
    return try LANAccess(configuration).certificate
  }

  private func file(_ name: String) -> URL { folder.appending(path: "devices/\(name)") }

  @Test
  func `a restart uses the same certificate, and only the owner can read its files`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try certificate()
    #expect(try certificate().fingerprint == first.fingerprint)
    #expect(first.fingerprint.wholeMatch(of: /[0-9A-F]{2}(:[0-9A-F]{2}){31}/) != nil)
    for name in ["certificate.pem", "authority.pem"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test
  func `new names, approaching expiry and damage renew the certificate, not the authority`() throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    var last = try certificate()
    func expectNew(_ names: LocalNames? = nil, _ reason: Comment) throws {
      let new = try certificate(names)
      #expect(new.fingerprint != last.fingerprint, reason)
      #expect(new.authorityFingerprint == last.authorityFingerprint, reason)
      #expect(try certificate(names).fingerprint == new.fingerprint, reason)
      last = new
    }
    var other = names
    other.addresses[0] = "192.168.1.6"
    try expectNew(other, "another address")
    clock.advance(by: 366 * 86_400)
    #expect(try certificate(other).fingerprint == last.fingerprint, "31 days are left")
    clock.advance(by: 2 * 86_400)
    try expectNew(other, "29 days are left")
    try Data("damaged".utf8).write(to: file("certificate.pem"))
    try expectNew(other, "a damaged file")
    try expectNew(LocalNames(hosts: ["desk", "lamp.local"], addresses: []), "a name in .local")
  }

  @Test
  func `another host gets another authority`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try certificate()
    let second = try certificate(LocalNames(hosts: ["lamp"], addresses: []))
    #expect(first.authorityFingerprint != second.authorityFingerprint)
  }

  @Test
  func `a thief of the authority's key can't sign for sites of the Internet`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // The verifier reads the system's clock.
    let (now, names) = (Date(), names)
    _ = try LANAccess(LANConfiguration(dataFolder: folder, names: { names }, now: { now }))
    let text = try String(contentsOf: file("authority.pem"), encoding: .utf8)
    let documents = try PEMDocument.parseMultiple(pemString: text)
    let authority = try Certificate(pemDocument: documents[0])
    let key = try P256.Signing.PrivateKey(pemRepresentation: documents[1].pemString)
    let rows: [(GeneralName, Bool)] = [
      (.dnsName("desk"), true), (.dnsName("printer.local"), true),
      (.dnsName("bank.example"), false),
      (.dnsName("local.example"), false), (try address("192.168.9.9"), true),
      (try address("172.31.0.1"), true), (try address("172.32.0.1"), false),
      (try address("8.8.8.8"), false), (try address("fd12::1"), true),
      (try address("2001:db8::1"), false),
    ]
    for (name, isAccepted) in rows {
      let leaf = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: .init(P256.Signing.PrivateKey().publicKey),
        notValidBefore: now.addingTimeInterval(-60),
        notValidAfter: now.addingTimeInterval(3_600), issuer: authority.subject,
        subject: DistinguishedName(), signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          SubjectAlternativeNames([name])
        }, issuerPrivateKey: .init(key))
      var verifier = Verifier(rootCertificates: CertificateStore([authority])) {
        RFC5280Policy()
      }
      let result = await verifier.validate(
        leaf: leaf, intermediates: CertificateStore())
      switch result {
      case .validCertificate: #expect(isAccepted, "\(name)")
      case .couldNotValidate(let failures): #expect(!isAccepted, "\(name): \(failures)")
      }
    }
  }

  private func address(_ text: String) throws -> GeneralName {
    let bytes = try SocketAddress(ipAddress: text, port: 0).addressBytes
    return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
  }
}
