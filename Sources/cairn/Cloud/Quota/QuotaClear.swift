// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud quota clear`.
struct QuotaClear: AsyncParsableCommand {
  private struct Record: Encodable {
    let cleared: String
  }

  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Take a limit away; one user then has what each user has.",
    discussion: """
      EXAMPLE
        cairn cloud quota clear --container iCloud.org.example.app --user ann
      """
  )

  @OptionGroup var target: QuotaTarget
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await target.set(nil, in: try data.openAccounts())
    let name = target.user ?? target.container
    try output.write(Record(cleared: name)) { name + "\n" }
  }
}
