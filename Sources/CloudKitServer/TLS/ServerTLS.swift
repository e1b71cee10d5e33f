// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NIOSSL

/// What the server shows of itself, and the key to it.
package struct ServerTLS: Sendable {
  private let certificates: URL
  private let key: URL

  /// PEM files: a certificate, with those that vouch for it behind it, and its key.
  package init(certificates: URL, key: URL) {
    self.certificates = certificates
    self.key = key
  }

  /// Reads the files; TLS 1.2 and later.
  ///
  /// Throws ``CloudServerError`` that names the file.
  func configuration() throws -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificates.path)
    } catch {
      throw CloudServerError.badCertificate(
        file: certificates.path, reason: "it can't be read as certificates in PEM (\(error)).")
    }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(file: key.path, format: .pem)
    } catch {
      throw CloudServerError.badCertificate(
        file: key.path, reason: "it can't be read as a key in PEM without a pass phrase (\(error))."
      )
    }
    guard !chain.isEmpty else {
      throw CloudServerError.badCertificate(file: certificates.path, reason: "it is empty.")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    do {
      // A key that is not the certificate's is found now, and not by the first client.
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw CloudServerError.badCertificate(
        file: certificates.path, reason: "certificate and key do not go together (\(error)).")
    }
    return configuration
  }
}
