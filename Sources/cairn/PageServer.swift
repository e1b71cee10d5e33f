// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import RuckMap
import ServiceLifecycle
import UnixSignals
import WebApp

/// Runs the pages until SIGINT or SIGTERM, and says where they are.
struct PageServer {
  let library: RuckLibrary
  let port: Int

  func run() async throws {
    var logger = Logger(label: "cairn") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    let server = WebServer(
      library: library, configuration: WebServerConfiguration(port: port), logger: logger
    ) { address in
      // Where nobody reads standard output the pages are served all the same.
      try? StandardOutput.write("Cairn is on \(address.absoluteString) (Control-C ends it)\n")
    }
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: server)], gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    try await ServiceGroup(configuration: configuration).run()
  }
}
