// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation

extension DataOptions {
  /// The server's file.
  var cloudFile: URL { url.appending(path: "cloud.sqlite") }

  /// The folder of assets, beside the file.
  var cloudAssets: URL { url.appending(path: "cloud-assets", directoryHint: .isDirectory) }

  /// The accounts of the server; folder and file are made where there are none only by a command that
  /// begins with something.
  func openAccounts(making: Bool = false) throws -> Accounts {
    guard making || FileManager.default.fileExists(atPath: cloudFile.path(percentEncoded: false))
    else {
      throw CommandError(
        "there is no data of a server in \(url.path(percentEncoded: false).printable): see --data, or begin "
          + "with cairn cloud container create")
    }
    let store = try SQLiteServerStore(cloudFile)
    return Accounts(storage: SQLiteAccountStorage(store), data: store)
  }
}
