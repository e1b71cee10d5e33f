// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a backup can't be made or restored; nothing is changed then.
package enum BackupError: Error, LocalizedError, Equatable {
  case exists(String)
  case noData(String)
  case noBackup(String)
  /// What is to be replaced was not made by a backup.
  case notReplaced(String)
  /// A file out of the folder of a backup, which alone has no assets.
  case partOfBackup(String)
  /// Another process makes a backup at the same place.
  case underWay(String)
  case notSound(file: String, problem: String)
  case inUse(String)
  /// The place to write to, or to read from, is a server's data.
  case isData(String)
  case failed(file: String, reason: String)

  /// What is wrong and what to do.
  package var errorDescription: String? {
    switch self {
    case .exists(let path):
      "There is \(PathText.quoted(path)) already. Give --replace to put another in its place."
    case .noData(let path): "There is no \(PathText.quoted(path)) to back up."
    case .noBackup(let path):
      "There is no backup \(PathText.quoted(path)): give the file or the folder that cairn cloud "
        + "backup has made."
    case .notReplaced(let path):
      "\(PathText.quoted(path)) is there and is no such backup, so it is not replaced: give another name, "
        + "or take it away."
    case .partOfBackup(let path):
      "\(PathText.quoted(path)) is a part of a backup, without the assets: give the folder that it is in."
    case .underWay(let path):
      "Another backup to \(PathText.quoted(path)) is under way: wait until it is done."
    case .notSound(let file, let problem):
      "\(PathText.quoted(file)) is not sound, so nothing was done: \(problem)"
    case .inUse(let path):
      "Another process has \(PathText.quoted(path)) open: stop the server first."
    case .isData(let path):
      "\(PathText.quoted(path)) is a server's data or a part of it, and no backup: give another file or "
        + "folder."
    case .failed(let file, let reason): "\(PathText.quoted(file)) can't be used: \(reason)"
    }
  }

  /// What the system says of an error, without its own names for where that was.
  static func reason(of error: any Error) -> String {
    if let failure = error as? PrivateFolder.Failure { return failure.reason }
    var inner: NSError? = error as NSError
    while let current = inner {
      if current.domain == NSPOSIXErrorDomain {
        return String(cString: strerror(Int32(truncatingIfNeeded: current.code)))
      }
      inner = current.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    switch (error as? CocoaError)?.code {
    case .fileWriteNoPermission?, .fileReadNoPermission?: return String(cString: strerror(EACCES))
    case .fileWriteOutOfSpace?: return String(cString: strerror(ENOSPC))
    case .fileWriteVolumeReadOnly?: return String(cString: strerror(EROFS))
    default: return error.localizedDescription
    }
  }
}
