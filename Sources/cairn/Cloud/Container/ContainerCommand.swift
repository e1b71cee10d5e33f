// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn cloud container`: the group.
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container",
    abstract: "Create, list and delete containers.",
    discussion: """
      EXAMPLES
        cairn cloud container create iCloud.org.example.app
        cairn cloud container list --json
      """,
    subcommands: [
      ContainerCreate.self, ContainerList.self, ContainerDelete.self,
    ]
  )
}
