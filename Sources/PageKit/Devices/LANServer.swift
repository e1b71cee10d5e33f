// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import ServiceLifecycle
import SystemSupport

/// Serves the pages over TLS to paired devices of the local network until it is shut down.
///
/// ```swift
/// let access = try LANAccess(LANConfiguration(dataFolder: folder))
/// let local = WebServer(modules: modules + [DevicePages(access), OfflinePages()], changes: changes)
/// let server = LANServer(access, modules: modules, changes: changes)
/// try await ServiceGroup(services: [local, server], logger: logger).run()
/// ```
package struct LANServer: Service {
  /// The maximum number of connections; a browser opens about six.
  private static let connections = 256

  private let access: LANAccess
  private let modules: [any PageModule]
  private let changes: @Sendable () -> AsyncThrowingStream<Void, any Error>
  private let configuration: WebServerConfiguration
  private let replays: ReplayLog?
  private let logger: Logger
  private let onRunning: @Sendable (LANAccess) async -> Void

  /// Creates a server that is not running yet.
  ///
  /// - Parameters:
  ///   - access: The certificate, the sessions, and the port.
  ///   - modules: The apps' pages; the pages of pairing and of the web app are added.
  ///   - changes: Makes a sequence with an element for each change of any app's data.
  ///   - configuration: The limits and the time zone; host and port are not used.
  ///   - replays: The idempotency keys, shared with the local pages; nil to ignore them.
  ///   - logger: The logger of requests and failures; by default, nothing is logged.
  ///   - onRunning: Called once when the server accepts connections and has addresses.
  package init(
    _ access: LANAccess, modules: [any PageModule],
    changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>,
    configuration: WebServerConfiguration = WebServerConfiguration(), replays: ReplayLog? = nil,
    logger: Logger = Logger(label: "cairn.lan") { _ in SwiftLogNoOpLogHandler() },
    onRunning: @escaping @Sendable (LANAccess) async -> Void = { _ in }
  ) {
    self.access = access
    self.modules = modules
    self.changes = changes
    self.configuration = configuration
    self.replays = replays
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Listens and answers until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: ``LANServerError`` if it can't listen.
  package func run() async throws {
    var quiet = logger
    // The framework's messages vary, and ErrorPages logs failures.
    quiet.logLevel = .critical
    let http = HTTPServerBuilder.http1(
      configuration: .init(additionalChannelHandlers: [PeerCheck()], idleTimeout: .seconds(120)))
    var application = Application(
      router: try router(),
      server: try .tls(http, tlsConfiguration: access.tlsConfiguration()),
      configuration: ApplicationConfiguration(
        address: .hostname(Self.host, port: access.configuration.port), serverName: nil,
        availableConnectionsDelegate: .maximum(Self.connections, logger: quiet)),
      onServerRunning: { [access, onRunning, logger] channel in
        guard let port = channel.localAddress?.port else { return }
        access.bound(to: port)
        logger.info("Pages are served to paired devices", metadata: ["port": "\(port)"])
        await onRunning(access)
      },
      logger: quiet)
    application.addServices(CertificateRenewal(access: access, logger: logger))
    do {
      try await application.run()
    } catch let error as IOError {
      throw startError(error)
    }
  }

  /// The router of this listener, whose site has a form token of its own.
  private func router() throws -> PageRouter {
    let pairing = try PairingPages(access, configuration, logger: logger)
    let site = try Site(
      modules: modules + [pairing, OfflinePages()], configuration: configuration, logger: logger,
      changes: changes)
    let replay = replays.map { ReplayGuard($0, site: site) as PageMiddleware }
    return Routes.router(
      site: site, address: access,
      guards: pairing.guards(site.secrets) + [replay].compactMap(\.self))
  }

  /// All interfaces, with IPv6 if the machine has it.
  private static var host: String {
    let devices = (try? System.enumerateDevices()) ?? []
    let hasIPv6 = devices.contains { $0.address?.protocol == .inet6 }
    return hasIPv6 ? "::" : "0.0.0.0"
  }

  private func startError(_ error: IOError) -> LANServerError {
    let port = access.configuration.port
    return switch error.errnoCode {
    case EADDRINUSE: .portInUse(port)
    case EACCES: .portNotAllowed(port)
    default: .cannotListen(port: port, reason: SystemError(error.errnoCode).message + ".")
    }
  }
}

/// Checks every minute whether the certificate must be renewed.
private struct CertificateRenewal: Service {
  let access: LANAccess
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(60))
        do {
          if try access.renewCertificate() {
            logger.info(
              "The certificate was renewed",
              metadata: ["fingerprint": "\(access.certificate.fingerprint)"])
          }
        } catch {
          logger.error("The certificate can't be renewed", metadata: ["error": "\(error)"])
        }
      }
    }
  }
}
