// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import PrivateFiles
import SystemSupport

/// The files of settings in a data folder: those of the pages, and those of the apps.
///
/// Files with secrets are not among them, such as those of the login, of paired devices and of feeds: a
/// restore must not make a secret valid again that was ended after the backup.
enum SettingsFiles {
  /// The names of the files, which need not exist.
  static var names: [String] {
    [DataOptions.settingsFile] + AppRegistry.apps.flatMap(\.settingsFiles)
  }

  /// Copies files that exist to another folder.
  ///
  /// - Parameters:
  ///   - names: The names of the files.
  ///   - folder: The folder of the files.
  ///   - target: The folder of the copies.
  /// - Returns: The descriptions of the copies.
  /// - Throws: `PrivateFile.Failure` or `CommandError` if a file can't be read or written.
  static func copy(
    _ names: [String], from folder: URL, to target: URL
  ) throws -> [BackupManifest.File] {
    try names.compactMap { name in
      guard let data = try PrivateFile(folder.appending(path: name)).read() else { return nil }
      try PrivateFile(target.appending(path: name)).write(data)
      return try BackupArchive.describe(name, in: target)
    }
  }

  /// Replaces files by those of another folder, and removes the ones that it lacks.
  ///
  /// - Parameters:
  ///   - names: The names of the files.
  ///   - folder: The data folder.
  ///   - source: The folder of the new files.
  /// - Throws: `PrivateFile.Failure` or `CommandError` if a file can't be replaced; a repetition is
  ///   possible then.
  static func replace(_ names: [String], in folder: URL, from source: URL) throws {
    for name in names {
      let file = PrivateFile(folder.appending(path: name))
      if let data = try PrivateFile(source.appending(path: name)).read() {
        // A full disk must not prevent that files without a change are put back.
        if try file.read() != data { try file.write(data) }
        continue
      }
      let path = file.url.path(percentEncoded: false)
      guard unlink(path) == 0 || SystemError.last == SystemError(ENOENT) else {
        throw CommandError("can't remove \(path.printable): \(SystemError.last)")
      }
    }
  }
}
