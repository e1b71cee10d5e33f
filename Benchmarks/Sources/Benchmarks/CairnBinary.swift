// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The release build of the command `cairn`, which figures of whole processes need.
enum CairnBinary {
  /// Returns the file that the environment variable `CAIRN` names, or `.build/release/cairn` of the
  /// repository.
  ///
  /// - Throws: `WrongResult` if there is no such program.
  static func url() throws -> URL {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let url =
      ProcessInfo.processInfo.environment["CAIRN"].map { URL(filePath: $0) }
      ?? repository.appending(path: ".build/release/cairn")
    let path = url.path(percentEncoded: false)
    try WrongResult.unless(
      FileManager.default.isExecutableFile(atPath: path),
      "no program \(path): run `swift build -c release --product cairn`, or name one by CAIRN=…")
    return url
  }
}
