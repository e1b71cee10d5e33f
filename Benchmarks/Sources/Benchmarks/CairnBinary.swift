// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The release build of the command `cairn`, which figures of whole processes need.
enum CairnBinary {
  /// Returns the file that the environment variable `CAIRN` names, or the one beside this program.
  ///
  /// - Throws: `WrongResult` if there is no such program.
  static func url() throws -> URL {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    let url =
      ProcessInfo.processInfo.environment["CAIRN"].map { URL(filePath: $0) }
      ?? program.deletingLastPathComponent().appending(path: "cairn")
    let path = url.path(percentEncoded: false)
    try WrongResult.unless(
      FileManager.default.isExecutableFile(atPath: path),
      "no program \(path): run `make bench`, or name one by CAIRN=…")
    return url
  }
}
