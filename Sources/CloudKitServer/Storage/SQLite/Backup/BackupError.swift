// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Why a backup can't be made or restored; nothing is changed then.
package enum BackupError: Error, LocalizedError, Equatable {
  case exists(String)
  case noData(String)
  case noBackup(String)
  case notSound(file: String, problem: String)
  case inUse(String)
  case failed(file: String, reason: String)

  /// What is wrong and what to do.
  package var errorDescription: String? {
    switch self {
    case .exists(let path):
      "There is \(WireError.quoted(path)) already. Give --replace to put another in its place."
    case .noData(let path): "There is no \(WireError.quoted(path)) to back up."
    case .noBackup(let path):
      "There is no backup \(WireError.quoted(path)): give the file or the folder that cairn cloud "
        + "backup has made."
    case .notSound(let file, let problem):
      "\(WireError.quoted(file)) is not sound, so nothing was done: \(problem)"
    case .inUse(let path):
      "Another process has \(WireError.quoted(path)) open: stop the server first."
    case .failed(let file, let reason): "\(WireError.quoted(file)) can't be used: \(reason)"
    }
  }
}
