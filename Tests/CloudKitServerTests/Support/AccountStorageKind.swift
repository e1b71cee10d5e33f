// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation

/// The account storage implementations that the suites run on.
enum AccountStorageKind: CaseIterable, Sendable {
  case sqlite

  func open(in folder: ScratchFolder) throws -> any AccountStorage {
    try openBoth(in: folder).accounts
  }

  /// Opens account storage and data storage on one file.
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
