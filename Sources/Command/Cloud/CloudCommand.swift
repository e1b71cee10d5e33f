// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer
import CloudKitWire
import Foundation

/// `cairn cloud`: runs and administers the sync server.
struct CloudCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloud",
    abstract: "Run a CloudKit server, and manage its containers, users and keys.",
    discussion: """
      Management commands work while the server runs; changes apply from the next request.

      EXAMPLES
        cairn cloud container create iCloud.org.example.app
        cairn cloud token create --container iCloud.org.example.app
        cairn cloud user create ann --password-file -
        cairn cloud serve
      """,
    subcommands: [
      CloudServe.self, ContainerCommand.self, TokenCommand.self, UserCommand.self, KeyCommand.self,
      QuotaCommand.self, CloudBackup.self, CloudRestore.self, CloudCheck.self,
    ]
  )
}

/// The option that selects a container's environment.
struct EnvironmentOption: ParsableArguments {
  /// The environments, by their names on the command line.
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case development, production
  }

  @Option(help: "The container's environment.")
  var environment = Choice.development

  var value: CloudKitWire.Environment {
    switch environment {
    case .development: .development
    case .production: .production
    }
  }
}

extension DataOptions {
  /// The server's database.
  var cloudFile: URL { url.appending(path: "cloud.sqlite") }

  /// The server's folder of assets, next to the database.
  var cloudAssets: URL { url.appending(path: "cloud-assets", directoryHint: .isDirectory) }

  /// Opens the server's accounts.
  ///
  /// - Parameter creating: Whether to create a missing folder and database.
  /// - Returns: The accounts.
  /// - Throws: ``CommandError`` if there is no database and `creating` is false.
  func openAccounts(creating: Bool = false) throws -> Accounts {
    guard creating || FileManager.default.fileExists(atPath: cloudFile.path(percentEncoded: false))
    else {
      throw CommandError(
        "there is no server data in \(url.path(percentEncoded: false).printable): see --data, or "
          + "start with cairn cloud container create")
    }
    let store = try SQLiteServerStore(cloudFile)
    return Accounts(storage: SQLiteAccountStorage(store), data: store)
  }
}
