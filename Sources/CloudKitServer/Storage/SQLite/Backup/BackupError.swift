// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// An error from making or restoring a backup, without any effect.
package enum BackupError: Error, LocalizedError, Equatable {
  case exists(String)
  case noData(String)
  case noBackup(String)
  /// The file to replace is not a backup.
  case notReplaced(String)
  /// The file is part of a backup's folder and lacks the assets.
  case partOfBackup(String)
  /// Another process is writing a backup to the same path.
  case inProgress(String)
  case corruptFile(file: String, problem: String)
  case inUse(String)
  /// The path to write to or read from belongs to a server's data.
  case isServerData(String)
  case failed(file: String, reason: String)

  /// The cause and the remedy.
  package var errorDescription: String? {
    switch self {
    case .exists(let path):
      "\(PathFormatter.quoted(path)) already exists. Give --replace to replace it."
    case .noData(let path): "No data to back up: \(PathFormatter.quoted(path)) does not exist."
    case .noBackup(let path):
      "\(PathFormatter.quoted(path)) is not a backup. Give the file or folder made by cairn cloud "
        + "backup."
    case .notReplaced(let path):
      "\(PathFormatter.quoted(path)) is not a backup of this kind, so it is not replaced. Give "
        + "another name, or move the file away."
    case .partOfBackup(let path):
      "\(PathFormatter.quoted(path)) is part of a backup and lacks the assets. Give the folder "
        + "that contains it."
    case .inProgress(let path):
      "Another backup to \(PathFormatter.quoted(path)) is in progress. Wait until it finishes."
    case .corruptFile(let file, let problem):
      "\(PathFormatter.quoted(file)) is corrupt, so nothing was changed: \(problem)"
    case .inUse(let path):
      "Another process has \(PathFormatter.quoted(path)) open: stop the server first."
    case .isServerData(let path):
      "\(PathFormatter.quoted(path)) belongs to a server's data and is not a backup. Give another "
        + "file or folder."
    case .failed(let file, let reason): "\(PathFormatter.quoted(file)) can't be used: \(reason)"
    }
  }

  /// The system's message for an error, without Foundation's wording of the path.
  static func reason(of error: any Error) -> String {
    if let failure = error as? PrivateFolder.Failure { return failure.reason }
    var inner: NSError? = error as NSError
    while let current = inner {
      if current.domain == NSPOSIXErrorDomain {
        return SystemError(Int32(truncatingIfNeeded: current.code)).message
      }
      inner = current.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    switch (error as? CocoaError)?.code {
    case .fileWriteNoPermission?, .fileReadNoPermission?: return SystemError(EACCES).message
    case .fileWriteOutOfSpace?: return SystemError(ENOSPC).message
    case .fileWriteVolumeReadOnly?: return SystemError(EROFS).message
    default: return error.localizedDescription
    }
  }
}
