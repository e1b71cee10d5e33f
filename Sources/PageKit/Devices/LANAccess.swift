// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NIOCore
import NIOSSL
import PrivateFiles
import Synchronization
import SystemSupport

/// The certificate, the pairing and the sessions, shared by the local pages and the LAN server.
///
/// The local pages show codes and revoke sessions; the server of the local network accepts them.
package final class LANAccess: ServerNames {
  private struct State {
    var certificate: LANCertificate
    var port: Int?
  }

  /// The one-time codes.
  package let pairing: Pairing
  /// The unknown secrets in addresses.
  let secretAttempts: SecretAttempts
  /// The sessions of paired devices.
  package let sessions: DeviceSessions
  let configuration: LANConfiguration
  private let files: LANCertificateFiles
  private let state: Mutex<State>
  /// Excludes other processes from the files.
  private let lock: AdvisoryLock

  /// Locks and loads the files of a folder, and creates missing ones.
  ///
  /// - Throws: ``LANServerError`` or ``PrivateFile/Failure`` if a file can't be used.
  package init(_ configuration: LANConfiguration) throws {
    self.configuration = configuration
    lock = try PrivateFile(configuration.lockFile).openLock()
    guard try lock.acquireIfAvailable(.exclusive) else {
      throw LANServerError.folderInUse(configuration.folder.path(percentEncoded: false))
    }
    do {
      sessions = try DeviceSessions(file: configuration.sessionsFile, now: configuration.now)
    } catch is DecodingError {
      throw LANServerError.damagedSessions(configuration.sessionsFile.path(percentEncoded: false))
    }
    pairing = Pairing(now: configuration.now)
    secretAttempts = SecretAttempts(now: configuration.now)
    files = LANCertificateFiles(folder: configuration.folder)
    state = Mutex(
      State(
        certificate: try files.certificate(for: configuration.names(), now: configuration.now())))
  }

  /// The certificate of new connections.
  package var certificate: LANCertificate { state.withLock { $0.certificate } }

  /// Replaces the certificate if the machine's names changed or it expires soon.
  ///
  /// New connections get the new certificate at once; open connections continue.
  ///
  /// - Returns: Whether there is a new certificate.
  /// - Throws: ``PrivateFile/Failure``, or an error of the encoder; the old certificate then remains.
  @discardableResult
  package func renewCertificate() throws -> Bool {
    let (old, names, now) = (certificate, configuration.names(), configuration.now())
    let isCurrent =
      old.names == names
      && old.expires > now.addingTimeInterval(LANCertificateFiles.renewal * 86_400)
    if isCurrent { return false }
    let new = try files.certificate(for: names, now: now)
    state.withLock { $0.certificate = new }
    return true
  }

  /// The TLS configuration, whose certificate is looked up for each connection.
  ///
  /// - Returns: A configuration for TLS 1.2 and later.
  func tlsConfiguration() -> TLSConfiguration {
    let certificate = certificate
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificate.chain, privateKey: certificate.privateKey)
    configuration.minimumTLSVersion = .tlsv12
    configuration.sslContextCallback = { [self] _, promise in
      promise.succeed(self.certificate.override)
    }
    return configuration
  }

  // MARK: Addresses

  /// Records the port that the system assigned.
  func bound(to port: Int) {
    state.withLock { $0.port = port }
  }

  /// The addresses of the start page, the most likely one first; empty until the server runs.
  package var urls: [URL] {
    let (certificate, port) = state.withLock { ($0.certificate, $0.port) }
    guard let port else { return [] }
    let names = certificate.names
    let preferred = [names.preferred].compactMap { $0 }
    return (preferred + names.all.filter { !preferred.contains($0) }).compactMap { name in
      // Browsers can't open link-local addresses, and other devices don't resolve short names.
      guard !name.hasPrefix("fe80:"), name.contains(".") || name.contains(":") else { return nil }
      var parts = URLComponents()
      parts.scheme = "https"
      parts.host = name.contains(":") ? "[\(name)]" : name
      parts.port = port == 443 ? nil : port
      parts.path = Paths.home
      return parts.url
    }
  }

  /// The link that a QR code contains: the pairing page with the code filled in.
  ///
  /// - Returns: Nil before the server runs, or without a network.
  package func pairingURL(for offer: Pairing.Offer) -> URL? {
    guard let base = urls.first, var parts = URLComponents(url: base, resolvingAgainstBaseURL: true)
    else { return nil }
    parts.path = DevicePaths.pair
    parts.queryItems = [URLQueryItem(name: DevicePaths.codeField, value: offer.displayCode)]
    return parts.url
  }

  package func isNamed(by host: String?) -> Bool {
    let (certificate, port) = state.withLock { ($0.certificate, $0.port) }
    guard let port else { return false }
    return HostHeader.names(host, certificate.names.all, port: port, standardPort: 443)
  }

  package func isOrigin(_ origin: String) -> Bool {
    let scheme = "https://"
    guard origin.lowercased().hasPrefix(scheme) else { return false }
    return isNamed(by: String(origin.dropFirst(scheme.count)))
  }
}
