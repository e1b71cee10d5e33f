// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens files, and says what is wrong where one cannot be read.
enum ActivityFileSource {
  /// Opens a file for reading.
  static func open(_ url: URL) throws(ActivityFileError) -> FileHandle {
    let name = url.lastPathComponent
    guard url.isFileURL else {
      throw ActivityFileError(
        .unreadable, file: name, reason: "\(url.absoluteString) is not the address of a file",
        remedy: "Download it first and give the file")
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw ActivityFileError(
        .missing, file: name, reason: "There is no file \(url.path)",
        remedy: "Check the name and the folder")
    }
    if isDirectory.boolValue {
      throw ActivityFileError(
        .directory, file: name, reason: "\(url.path) is a directory",
        remedy: "Name the files in it")
    }
    do {
      return try FileHandle(forReadingFrom: url)
    } catch {
      throw unreadable(error, name: name)
    }
  }

  /// The error for a file that could not be read.
  static func unreadable(_ error: any Error, name: String?) -> ActivityFileError {
    let code = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code }
    let isForbidden =
      (error as? CocoaError)?.code == .fileReadNoPermission || code == Int(EACCES)
    return ActivityFileError(
      .unreadable, file: name,
      reason: isForbidden
        ? "The file may not be read" : "The file could not be read (\(error.localizedDescription))",
      remedy: isForbidden
        ? "Give yourself the right to read it, as with chmod u+r" : "Check the disk and try again")
  }
}
