// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Hummingbird
public import Logging
import NIOCore
public import RuckMap
public import ServiceLifecycle

/// Serves the pages of a library on this machine until it is shut down.
///
/// ```swift
/// let server = WebServer(library: library, configuration: WebServerConfiguration(port: 8080)) {
///   address in logger.info("Pages are served", metadata: ["address": "\(address)"])
/// }
/// try await ServiceGroup(services: [server], logger: logger).run()
/// ```
///
/// Graceful shutdown ends live streams at once and waits for requests in progress.
public struct WebServer: Service {
  private let library: RuckLibrary
  private let configuration: WebServerConfiguration
  private let logger: Logger
  private let onRunning: @Sendable (URL) async -> Void

  /// Creates a server that is not running yet.
  ///
  /// - Parameters:
  ///   - library: The library of rucks.
  ///   - configuration: The address to listen on, and limits.
  ///   - logger: The logger of requests and failures; by default, nothing is logged.
  ///   - onRunning: Called once with the address of the list when the server accepts requests.
  public init(
    library: RuckLibrary, configuration: WebServerConfiguration = WebServerConfiguration(),
    logger: Logger = Logger(label: "cairn.web") { _ in SwiftLogNoOpLogHandler() },
    onRunning: @escaping @Sendable (URL) async -> Void = { _ in }
  ) {
    self.library = library
    self.configuration = configuration
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Listens and answers until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: ``WebServerError`` if it can't listen.
  public func run() async throws {
    let host = configuration.host
    guard LocalAddress.isLoopback(host) else { throw WebServerError.hostNotLoopback(host) }
    let address = LocalAddress(host: host)
    let site = try Site(library: library, configuration: configuration, logger: logger)
    var logger = logger
    // The framework's messages vary, and ErrorPages logs failures.
    logger.logLevel = max(logger.logLevel, .error)
    let application = Application(
      router: Routes.router(site: site, address: address),
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
        reason: String(cString: strerror(error.errnoCode)) + ".")
    }
  }
}
