// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation

extension DataOptions {
  /// The server's file.
  var cloudFile: URL { url.appending(path: "cloud.sqlite") }

  /// The folder of assets, beside the file.
  var cloudAssets: URL { url.appending(path: "cloud-assets", directoryHint: .isDirectory) }

  /// The accounts of the server, making folder and file where there are none.
  func openAccounts() throws -> Accounts {
    let store = try SQLiteServerStore(cloudFile)
    return Accounts(storage: SQLiteAccountStorage(store), data: store)
  }
}
