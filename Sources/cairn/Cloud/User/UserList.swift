// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud user list`.
struct UserList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the users.",
    discussion: """
      EXAMPLE
        cairn cloud user list --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let users = try await data.openAccounts().users()
    try output.write(users.map { UserRecord($0) }) {
      var table = TextTable([.left("NAME"), .left("STATE"), .left("E-MAIL"), .left("CREATED")])
      for user in users {
        table.add([
          user.name, user.isDisabled ? "disabled" : "", user.profile.emailAddress ?? "",
          user.created.localText,
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}
