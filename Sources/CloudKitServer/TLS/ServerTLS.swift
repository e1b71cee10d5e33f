// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NIOSSL

/// The server's certificate chain and private key.
package struct ServerTLS: Sendable {
  private let certificates: URL
  private let key: URL

  /// Creates a configuration from PEM files: a certificate chain, leaf first, and its private key.
  package init(certificates: URL, key: URL) {
    self.certificates = certificates
    self.key = key
  }

  /// Reads the files and returns a configuration for TLS 1.2 and later.
  ///
  /// - throws: ``CloudServerError`` with the file's path.
  func configuration() throws -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificates.path)
    } catch {
      throw CloudServerError.badCertificate(
        file: certificates.path, reason: "it is not readable as PEM certificates (\(error)).")
    }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(file: key.path, format: .pem)
    } catch {
      throw CloudServerError.badCertificate(
        file: key.path,
        reason: "it is not readable as a PEM key without a passphrase (\(error)).")
    }
    guard !chain.isEmpty else {
      throw CloudServerError.badCertificate(
        file: certificates.path, reason: "it has no certificate.")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    do {
      // Detects a mismatched key at the start rather than at the first connection.
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw CloudServerError.badCertificate(
        file: certificates.path, reason: "certificate and key do not match (\(error)).")
    }
    return configuration
  }
}
