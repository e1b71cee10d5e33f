// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import LocalCertificates
import PrivateFiles
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
      let made = try make(names: names, now: now)
      try write(made.server.keyPEM, to: key)
      try write(made.authority.certificatePEM(), to: folder.appending(path: authorityFile))
      try write(made.server.certificatePEM(), to: certificate)
    }
    return ServerTLS(certificates: certificate, key: key)
  }

  private static func write(_ text: String, to file: URL) throws {
    do {
      try PrivateFile(file).write(Data(text.utf8))
    } catch let failure as PrivateFile.Failure {
      throw CloudServerError.badCertificate(
        file: failure.path, reason: SystemError(failure.code).message + ".")
    }
  }

  private static func isGood(_ file: URL, _ key: URL, _ names: [String], _ now: Date) -> Bool {
    guard FileManager.default.fileExists(atPath: key.path),
      let text = try? String(contentsOf: file, encoding: .utf8),
      let certificate = try? Certificate(pemEncoded: text),
      certificate.notValidAfter > now.addingTimeInterval(30 * 86_400)
    else { return false }
    // Certificates of earlier versions lack the loopback names, and clients already trust them.
    return certificate.hasNames(names) || certificate.hasNames(whole(names))
  }

  private static func whole(_ names: [String]) -> [String] {
    names + loopback.filter { !names.contains($0) }
  }

  /// Generates an authority, and a certificate that it signs.
  private static func make(
    names: [String], now: Date
  ) throws -> (authority: KeyedCertificate, server: KeyedCertificate) {
    let validity = KeyedCertificate.Validity.days(days, from: now)
    let authority = try KeyedCertificate(
      authority: try DistinguishedName { CommonName("Cairn authority of \(names[0])") },
      validity: validity)
    return (authority, try authority.issue(names: whole(names), validity: validity))
  }
}
