// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitServer
import Foundation
import Logging
import ServiceLifecycle

/// The CloudKit server in the pages' process: on this machine only, with the same data folder.
struct EmbeddedCloud {
  /// Runs the server; if its default port is in use, the pages run without it.
  private struct Runner: Service {
    let server: CloudServer
    let isPortGiven: Bool
    let announce: @Sendable (String) -> Void

    func run() async throws {
      do {
        try await server.run()
      } catch CloudServerError.portInUse(let port) {
        let advice = "Choose another with --cloud-port, or none with --no-cloud"
        if isPortGiven {
          throw CommandError("another program listens on port \(port). \(advice)")
        }
        announce(
          "The CloudKit server can't start: another program listens on port \(port). \(advice).\n")
        try? await gracefulShutdown()
      }
    }
  }

  private let store: SQLiteServerStore
  private let accounts: Accounts
  private let assets: URL
  private let port: Int
  private let isPortGiven: Bool

  init(data: DataOptions, port: Int, isPortGiven: Bool) async throws {
    store = try SQLiteServerStore(data.cloudFile)
    accounts = Accounts(storage: SQLiteAccountStorage(store), data: store)
    assets = data.cloudAssets
    self.port = port
    self.isPortGiven = isPortGiven
    try await accounts.createContainersOnce(AppRegistry.containers)
  }

  /// A service that runs the server and announces its address once.
  func service(_ logger: Logger, announce: @escaping @Sendable (String) -> Void) -> any Service {
    var configuration = ServerConfiguration()
    configuration.port = port
    let server = CloudServer(
      store: store, accounts: accounts, assetFolder: assets, configuration: configuration,
      logger: logger
    ) { address in
      announce("Its CloudKit server is running at \(address.absoluteString)\n")
    }
    return Runner(server: server, isPortGiven: isPortGiven, announce: announce)
  }

  /// Closes the database, after the server has stopped.
  func close() async throws { try await store.close() }
}
