// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation
import Logging
import ServiceLifecycle

/// The CloudKit server in the process of the pages: on this machine only, with the same data folder.
struct EmbeddedCloud {
  /// Runs the server; where its port is taken and was not asked for, the pages are served without.
  private struct Runner: Service {
    let server: CloudServer
    let isPortGiven: Bool
    let tell: @Sendable (String) -> Void

    func run() async throws {
      do {
        try await server.run()
      } catch CloudServerError.portInUse(let port) {
        let advice = "Choose another with --cloud-port, or none with --no-cloud"
        if isPortGiven {
          throw CommandError("another program listens on port \(port). \(advice)")
        }
        tell("There is no CloudKit server: another program listens on port \(port). \(advice).\n")
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
    try await accounts.createContainersOnce(AppContainers.names)
  }

  /// The server, which tells once where it is.
  func service(_ logger: Logger, tell: @escaping @Sendable (String) -> Void) -> any Service {
    var configuration = ServerConfiguration()
    configuration.port = port
    let server = CloudServer(
      store: store, accounts: accounts, assetFolder: assets, configuration: configuration,
      logger: logger
    ) { address in
      tell("Its CloudKit server is on \(address.absoluteString)\n")
    }
    return Runner(server: server, isPortGiven: isPortGiven, tell: tell)
  }

  /// Closes the file, when the server has ended.
  func close() async throws { try await store.close() }
}
