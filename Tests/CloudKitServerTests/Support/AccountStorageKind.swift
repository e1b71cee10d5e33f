// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation

/// What keeps accounts: the suites run on each.
enum AccountStorageKind: CaseIterable, Sendable {
  case sqlite

  func open(in folder: ScratchFolder) throws -> any AccountStorage {
    try openBoth(in: folder).accounts
  }

  /// With the data that lies beside the accounts.
  func openBoth(in folder: ScratchFolder) throws -> (
    accounts: any AccountStorage, data: any ServerStorage
  ) {
    switch self {
    case .sqlite:
      let store = try SQLiteServerStore(folder.url.appending(path: "cloud.sqlite"))
      return (SQLiteAccountStorage(store), store)
    }
  }
}
