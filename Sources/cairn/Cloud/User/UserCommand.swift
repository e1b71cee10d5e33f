// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn cloud user`: the group.
struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Create, list, disable and delete users, and sign them in.",
    discussion: """
      EXAMPLES
        cairn cloud user create ann --password-file - < password.txt
        cairn cloud user list
        cairn cloud user token ann --container iCloud.org.example.app
      """,
    subcommands: [
      UserCreate.self, UserList.self, UserPassword.self, UserDisable.self, UserEnable.self,
      UserDelete.self, UserToken.self,
    ]
  )
}
