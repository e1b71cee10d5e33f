// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RuckMap
import ServiceLifecycle
import UnixSignals
import WebApp

/// Runs the pages, and the CloudKit server beside them, until SIGINT or SIGTERM, and says where they are.
struct PageServer {
  let library: RuckLibrary
  let port: Int
  /// Nil for the pages alone.
  let cloud: EmbeddedCloud?
  /// Whose devices the data are kept in step with, when somebody is logged in.
  let account: DeviceAccount

  func run() async throws {
    var logger = Logger(label: "cairn") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    let announcement = Announcement(awaitsCloud: cloud != nil)
    let server = WebServer(
      library: library, configuration: WebServerConfiguration(port: port), logger: logger
    ) { address in
      announcement.pages("Cairn is on \(address.absoluteString) (Control-C ends it)\n")
    }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [.init(service: server)]
    if let cloud {
      // A port that is taken ends the pages in order.
      services.append(
        .init(
          service: cloud.service(logger) { announcement.cloud($0) },
          failureTerminationBehavior: .gracefullyShutdownGroup))
    }
    services.append(.init(service: syncing(logger)))
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    configuration.maximumGracefulShutdownDuration = .seconds(cloud == nil ? 5 : 30)
    try await ServiceGroup(configuration: configuration).run()
    try await cloud?.close()
  }

  /// Keeps the data in step; only what goes wrong is told.
  private func syncing(_ logger: Logger) -> SyncService {
    SyncService(account: account, stores: []) { event in
      switch event {
      case .failed(let store, let error):
        logger.warning("Not in step", metadata: ["app": "\(store.app)", "error": "\(error)"])
      case .recovered(let store):
        logger.warning("In step again", metadata: ["app": "\(store.app)"])
      case .began, .synced: break
      }
    }
  }
}
