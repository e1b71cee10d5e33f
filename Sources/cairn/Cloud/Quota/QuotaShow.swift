// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud quota show`.
struct QuotaShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what is stored and what may be, in bytes.",
    discussion: """
      A record counts for its fields and name and 100 bytes more. Assets count as long as their files are \
      there: also those that no record has any more, for up to two hours. A user has what is in private \
      databases, of development and production together.

      EXAMPLE
        cairn cloud quota show --container iCloud.org.example.app --json
      """
  )

  @Option(help: "Only this container.")
  var container: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let usages = try await data.openAccounts().usage(ofContainer: container)
    try output.write(usages.map { UsageRecord($0) }) {
      var table = TextTable([
        .left("CONTAINER"), .left("USER"), .right("RECORDS"), .right("ASSETS"), .right("QUOTA"),
      ])
      for usage in usages {
        table.add(
          row(usage.container, "", usage.stored, usage.quota.map { String($0) } ?? "none"))
        for member in usage.members {
          let quota = member.quota ?? usage.eachUser
          table.add(
            row(usage.container, member.user, member.stored, quota.map { String($0) } ?? "none"))
        }
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }

  private func row(_ container: String, _ user: String, _ stored: StoredBytes, _ quota: String)
    -> [String]
  {
    [container, user, String(stored.records), String(stored.assets), quota]
  }
}
