// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer

/// `cairn cloud container`: manages containers.
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

/// `cairn cloud container create`.
struct ContainerCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a container and print its name.",
    discussion: """
      EXAMPLE
        cairn cloud container create iCloud.org.example.app
      """
  )

  @Argument(help: "The container's name, such as iCloud.org.example.app.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts(creating: true).createContainer(id)
    try output.write(["container": id]) { id + "\n" }
  }
}

/// `cairn cloud container list`.
struct ContainerList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the containers.",
    discussion: """
      EXAMPLE
        cairn cloud container list --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let containers = try await data.openAccounts().containers()
    try output.write(containers.map { ContainerRecord($0) }) {
      containers.map { $0.name + "\n" }.joined()
    }
  }
}

/// `cairn cloud container delete`.
struct ContainerDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a container with its tokens, keys and all users' data.",
    discussion: """
      EXAMPLE
        cairn cloud container delete iCloud.org.example.app
      """
  )

  @Argument(help: "The container's name, such as iCloud.org.example.app.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteContainer(id)
    try output.write(DeletedRecord(deleted: id)) { id + "\n" }
  }
}

/// A container as JSON.
struct ContainerRecord: Encodable {
  let container: String
  let created: String

  init(_ account: ContainerAccount) {
    container = account.name
    created = account.created.jsonText
  }
}
