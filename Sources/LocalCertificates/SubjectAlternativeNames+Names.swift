// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import SystemSupport
package import X509

extension SubjectAlternativeNames {
  /// The names of a server.
  ///
  /// - Parameter names: Host names and IP addresses.
  package init(names: [String]) {
    self.init(
      names.map { name in
        guard let octets = Self.octets(of: name) else { return .dnsName(name) }
        return .ipAddress(ASN1OctetString(contentBytes: octets[...]))
      })
  }

  /// The bytes of an IP address in network order; nil for a host name.
  private static func octets(of text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var octets = [UInt8](repeating: 0, count: count)
      if inet_pton(Int32(family), text, &octets) == 1 { return octets }
    }
    return nil
  }
}

extension Certificate {
  /// Whether the certificate is valid for exactly these names, in this order.
  package func hasNames(_ names: [String]) -> Bool {
    guard let found = try? extensions.subjectAlternativeNames else { return false }
    return Array(found) == Array(SubjectAlternativeNames(names: names))
  }
}
