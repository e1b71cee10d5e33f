// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
package import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import ServiceLifecycle
import SystemSupport

/// Serves CloudKit's Web Services from the server's database until a graceful shutdown.
///
/// A graceful shutdown accepts no new requests, answers the running ones, and closes the connections.
package struct CloudServer: Service {
  private let store: SQLiteServerStore
  private let accounts: Accounts
  private let assetFolder: URL
  private let configuration: ServerConfiguration
  private let logger: Logger
  private let onRunning: @Sendable (URL) async -> Void

  /// A server that is not running yet.
  ///
  /// - Parameters:
  ///   - store: The database.
  ///   - accounts: The accounts, tokens and keys.
  ///   - assetFolder: The folder of the asset files.
  ///   - configuration: The addresses and limits.
  ///   - logger: Receives one line per request.
  ///   - onRunning: Called once, with the server's address, when the server accepts requests.
  package init(
    store: SQLiteServerStore, accounts: Accounts, assetFolder: URL,
    configuration: ServerConfiguration = ServerConfiguration(),
    logger: Logger = Logger(label: "cairn.cloud") { _ in SwiftLogNoOpLogHandler() },
    onRunning: @escaping @Sendable (URL) async -> Void = { _ in }
  ) {
    self.store = store
    self.accounts = accounts
    self.assetFolder = assetFolder
    self.configuration = configuration
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Serves requests until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: ``CloudServerError`` if the server cannot listen.
  package func run() async throws {
    let host = configuration.host
    // A proxy that terminates TLS is on this machine, so plain HTTP never leaves the machine.
    let isSafe = ServerConfiguration.isLoopback(host) || configuration.tls != nil
    guard isSafe else { throw CloudServerError.plainHTTP(host: host) }
    try checkPublicURL()
    MemoryTrimmer.returnLargeBlocks()
    let hub = NotificationHub(store, tick: configuration.notifications.tick)
    let dependencies = try await makeDependencies(hub)
    var logger = logger
    // The framework's log messages are not fixed texts; the middleware logs all errors itself.
    logger.logLevel = .critical
    var application = Application(
      router: ServerRouter.router(dependencies: dependencies), server: try httpServer(hub),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: configuration.port), serverName: nil,
        availableConnectionsDelegate: .maximum(configuration.connections, logger: logger)),
      onServerRunning: { [onRunning, configuration, logger = self.logger] channel in
        guard let port = channel.localAddress?.port,
          let url = Self.url(configuration, port: port)
        else { return }
        logger.info("Server is running", metadata: ["address": "\(url)"])
        await onRunning(url)
      },
      logger: logger)
    application.addServices(maintenance(dependencies.assets, dependencies.data))
    do {
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: {
        // Waiting clients get their responses at once.
        hub.close()
      }
    } catch let error as IOError {
      throw startError(error)
    }
  }

  // MARK: Parts

  private func makeDependencies(_ hub: NotificationHub) async throws -> ServerDependencies {
    let sealer = try await accounts.sealer()
    let storage = accounts.storage
    let data = ServiceContext(
      storage: store, sealer: sealer, queryLimits: configuration.queryLimits)
    let assets = AssetService(data, files: try AssetFiles(assetFolder))
    let endpoints = EndpointTable(data, accounts: storage, assets: assets)
    return ServerDependencies(
      configuration: configuration, logger: logger, metrics: ServerMetrics(),
      memory: MemoryBudget(limit: configuration.memoryBytes, trimmer: MemoryTrimmer()),
      limiter: RateLimiter(perSecond: configuration.requestsPerSecond),
      reads: ConcurrencyLimiter(configuration.reads),
      authenticator: Authenticator(
        storage: storage, sealer: sealer, mountedAt: configuration.mount, now: accounts.now),
      signIn: SignIn(accounts: accounts, sealer: sealer),
      csrfTokens: CSRFTokens(secret: try await storage.secret("forms")), endpoints: endpoints,
      data: data, assets: assets, notifications: NotificationService(data, hub: hub),
      now: accounts.now, health: { _ = try await storage.containers() })
  }

  private func maintenance(_ assets: AssetService, _ data: ServiceContext) -> Maintenance {
    Maintenance(
      data, assets: assets, accounts: accounts.storage, now: accounts.now, logger: logger)
  }

  private func httpServer(_ hub: NotificationHub) throws -> HTTPServerBuilder {
    let deadlines = configuration.deadlines
    let idle = IdleConnections(limit: configuration.connections)
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionDeadlines(deadlines, idle), ExpectContinueHandler(),
          CloseHandler { hub.detach($0) }, HTTP1VersionHandler.Placement(),
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: configuration.headerBytes,
          maxHeaderListSize: configuration.headerBytes,
          maxHeaderFieldCount: configuration.headerFields)))
    guard let tls = configuration.tls else { return http }
    return try .tls(http, tlsConfiguration: try tls.configuration())
  }

  private func checkPublicURL() throws(CloudServerError) {
    guard let url = configuration.publicURL else { return }
    guard url.scheme == "https" || url.scheme == "http", url.host() != nil, url.query() == nil,
      url.fragment() == nil
    else { throw .badPublicURL(url.absoluteString) }
  }

  private static func url(_ configuration: ServerConfiguration, port: Int) -> URL? {
    var parts = URLComponents()
    parts.scheme = configuration.tls == nil ? "http" : "https"
    parts.host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    parts.port = port
    return parts.url
  }

  private func startError(_ error: IOError) -> CloudServerError {
    switch error.errnoCode {
    case EADDRINUSE: .portInUse(configuration.port)
    case EACCES: .portNotAllowed(configuration.port)
    default:
      .cannotListen(
        host: configuration.host, port: configuration.port,
        reason: SystemError(error.errnoCode).message + ".")
    }
  }
}
