// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NIOSSL
import SystemSupport

/// The server's certificate chain and private key.
package struct ServerTLS: Sendable {
  private let certificates: URL
  private let key: URL

  /// Creates a configuration from PEM files: a certificate chain, leaf first, and its private key.
  package init(certificates: URL, key: URL) {
    self.certificates = certificates
    self.key = key
  }

  /// The reason why a file can't be used: the system's, or else that of its content.
  private static func reason(_ file: URL, _ content: String) -> String {
    let descriptor = open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return "it can't be read (\(SystemError.last)). Check its path and its permissions."
    }
    close(descriptor)
    return content
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
        file: certificates.path,
        reason: Self.reason(
          certificates,
          "it has no certificates in PEM form. Give the chain, which begins with BEGIN CERTIFICATE."
        ))
    }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(file: key.path, format: .pem)
    } catch {
      throw CloudServerError.badCertificate(
        file: key.path,
        reason: Self.reason(
          key,
          "it has no private key in PEM form without a passphrase. "
            + "openssl pkey -in FILE -out NEW removes a passphrase."))
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
        file: certificates.path,
        reason: "the key is not the one of the certificate. Give the certificate's own key.")
    }
    return configuration
  }
}
