// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
import SystemSupport

/// Serves the pages of apps on this machine until it is shut down.
///
/// ```swift
/// let server = WebServer(
///   modules: apps.modules, changes: apps.changes,
///   configuration: WebServerConfiguration(port: 8080)
/// ) { address in logger.info("Pages are served", metadata: ["address": "\(address)"]) }
/// try await ServiceGroup(services: [server], logger: logger).run()
/// ```
///
/// Graceful shutdown ends live streams at once and waits for requests in progress.
package struct WebServer: Service {
  private let modules: [any PageModule]
  private let changes: @Sendable () -> AsyncThrowingStream<Void, any Error>
  private let configuration: WebServerConfiguration
  private let replays: ReplayLog?
  private let logger: Logger
  private let onRunning: @Sendable (URL) async -> Void

  /// Creates a server that is not running yet.
  ///
  /// - Parameters:
  ///   - modules: The apps' pages, in the order of the navigation.
  ///   - changes: Makes a sequence with an element for each change of any app's data.
  ///   - configuration: The address to listen on, and limits.
  ///   - replays: The idempotency keys of forms that were sent offline; nil to ignore them.
  ///   - logger: The logger of requests and failures; by default, nothing is logged.
  ///   - onRunning: Called once with the address of the start page when the server accepts requests.
  package init(
    modules: [any PageModule],
    changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>,
    configuration: WebServerConfiguration = WebServerConfiguration(), replays: ReplayLog? = nil,
    logger: Logger = Logger(label: "cairn.web") { _ in SwiftLogNoOpLogHandler() },
    onRunning: @escaping @Sendable (URL) async -> Void = { _ in }
  ) {
    self.modules = modules
    self.changes = changes
    self.configuration = configuration
    self.replays = replays
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Listens and answers until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: ``WebServerError`` if it can't listen.
  package func run() async throws {
    let host = configuration.host
    guard LocalAddress.isLoopback(host) else { throw WebServerError.hostNotLoopback(host) }
    let address = LocalAddress(host: host)
    let site = try Site(
      modules: modules, configuration: configuration, audience: .thisMachine, logger: logger,
      changes: changes)
    var logger = logger
    // The framework's messages vary, and ErrorPages logs failures.
    logger.logLevel = max(logger.logLevel, .error)
    let application = Application(
      router: Routes.router(
        site: site, address: address,
        guards: replays.map { [ReplayGuard($0, site: site)] } ?? []),
      server: .http1(configuration: .init(idleTimeout: .seconds(120))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: configuration.port), serverName: nil),
      onServerRunning: { [onRunning, logger = self.logger] channel in
        guard let port = channel.localAddress?.port else { return }
        address.bound(to: port)
        logger.info("Pages are served", metadata: ["address": "\(address.url(port: port))"])
        await onRunning(address.url(port: port))
      },
      logger: logger)
    do {
      try await application.run()
    } catch let error as IOError {
      throw startError(error)
    }
  }

  private func startError(_ error: IOError) -> WebServerError {
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
