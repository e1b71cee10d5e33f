// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import Foundation

/// `cairn cloud check`: whether the server's file is sound.
struct CloudCheck: AsyncParsableCommand {
  private struct Record: Encodable {
    let sound: Bool
    let problems: [String]
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for damage in the server's file, and for missing assets.",
    discussion: """
      Reads all of the file, also while the server runs, and looks whether each asset is there with \
      its size. Changes nothing. The status is 1 if something is wrong.

      EXAMPLE
        cairn cloud check
        cairn cloud check --deep --json
      """
  )

  @Flag(help: "Read every asset, too, and compare its checksum.")
  var deep = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    guard FileManager.default.fileExists(atPath: data.cloudFile.path(percentEncoded: false)) else {
      throw CommandError(
        "there is no \(data.cloudFile.path(percentEncoded: false).printable) to check")
    }
    let problems = try await SQLiteServerStore.check(
      data.cloudFile, assets: data.cloudAssets, isDeep: deep)
    try output.write(Record(sound: problems.isEmpty, problems: problems)) {
      problems.isEmpty ? "sound\n" : problems.map { "wrong: \($0.printable)\n" }.joined()
    }
    guard problems.isEmpty else {
      throw CommandError("the server's file is not sound: restore a backup")
    }
  }
}
