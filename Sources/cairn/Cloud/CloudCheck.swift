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
    abstract: "Look for damage in the server's file.",
    discussion: """
      Reads all of it, also while the server runs. The status is 1 if something is wrong.

      EXAMPLE
        cairn cloud check
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    guard FileManager.default.fileExists(atPath: data.cloudFile.path(percentEncoded: false)) else {
      throw CommandError(
        "there is no \(data.cloudFile.path(percentEncoded: false).printable) to check")
    }
    let problems = try await SQLiteServerStore(data.cloudFile).check()
    try output.write(Record(sound: problems.isEmpty, problems: problems)) {
      problems.isEmpty ? "sound\n" : problems.map { "wrong: \($0.printable)\n" }.joined()
    }
    guard problems.isEmpty else {
      throw CommandError("the server's file is not sound: restore a backup")
    }
  }
}
