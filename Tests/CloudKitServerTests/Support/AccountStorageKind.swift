// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Foundation

/// What keeps accounts: the suites run on each.
enum AccountStorageKind: CaseIterable, Sendable {
  case sqlite

  func open(in folder: ScratchFolder) throws -> any AccountStorage {
    switch self {
    case .sqlite:
      SQLiteAccountStorage(try SQLiteServerStore(folder.url.appending(path: "cloud.sqlite")))
    }
  }
}
