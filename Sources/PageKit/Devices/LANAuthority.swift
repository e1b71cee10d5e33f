// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalCertificates
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

  let pair: KeyedCertificate

  /// Generates an authority for host names.
  ///
  /// - Throws: An error of the encoder for a name that a certificate can't contain.
  init(hosts: [String], now: Date) throws {
    let name = try DistinguishedName {
      OrganizationName("Cairn")
      CommonName("Cairn pages of \(hosts.first ?? "this machine")")
    }
    pair = try KeyedCertificate(
      authority: name,
      constraints: NameConstraints(
        permittedDNSDomains: Self.domains(hosts), permittedIPRanges: Self.ranges),
      validity: .days(Self.days, from: now))
  }

  /// Decodes an authority.
  ///
  /// - Returns: Nil if the text is damaged.
  init?(pem: String) {
    guard let pair = KeyedCertificate(pem: pem) else { return nil }
    self.pair = pair
  }

  /// Whether the authority can sign for these hosts until a date.
  func covers(hosts: [String], until date: Date) -> Bool {
    guard pair.certificate.notValidAfter > date,
      let constraints = try? pair.certificate.extensions.nameConstraints
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
