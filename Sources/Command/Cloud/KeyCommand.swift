// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer
import CloudKitWire
import Foundation

/// `cairn cloud key`: manages server-to-server keys.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Register, list and delete server-to-server keys.",
    discussion: """
      EXAMPLES
        cairn cloud key create --container iCloud.org.example.app --public-key job.pem
        cairn cloud key list
      """,
    subcommands: [
      KeyCreate.self, KeyList.self, KeyDelete.self,
    ]
  )
}

/// `cairn cloud key create`.
struct KeyCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Register a public key and print its ID.",
    discussion: """
      Create a key pair with:
        openssl ecparam -name prime256v1 -genkey -noout -out job.pem
        openssl ec -in job.pem -pubout -out job.pub.pem

      EXAMPLE
        cairn cloud key create --container iCloud.org.example.app --public-key job.pub.pem
      """
  )

  @Option(help: "The container's name.")
  var container: String

  @OptionGroup var environment: EnvironmentOption

  @Option(
    help: ArgumentHelp("The PEM file of the public key.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var publicKey: String

  @Option(help: "A name for the key, shown in the list.")
  var name = ""

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    guard let pem = try? String(contentsOf: URL(fileURLWithPath: publicKey), encoding: .utf8) else {
      throw CommandError("can't read \(publicKey.printable): give the PEM file of a public key")
    }
    let id = try await data.openAccounts().createKey(
      container: container, environment: environment.value, name: name, publicKey: pem)
    try output.write(["id": id]) { id + "\n" }
  }
}

/// `cairn cloud key list`.
struct KeyList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the server-to-server keys.",
    discussion: """
      EXAMPLE
        cairn cloud key list --json
      """
  )

  @Option(help: "List only this container's keys.")
  var container: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let keys = try await data.openAccounts().keys(ofContainer: container)
    try output.write(keys.map { KeyRecord($0) }) {
      var table = TextTable([
        .left("ID"), .left("CONTAINER"), .left("ENVIRONMENT"), .left("NAME"),
      ])
      for key in keys { table.add([key.id, key.container, key.environment.rawValue, key.name]) }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}

/// `cairn cloud key delete`.
struct KeyDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a key; the server then rejects requests signed with it.",
    discussion: """
      EXAMPLE
        cairn cloud key delete ID
      """
  )

  @Argument(help: "The key's ID.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteKey(id)
    try output.write(DeletedRecord(deleted: id)) { id + "\n" }
  }
}

/// A server-to-server key as JSON.
struct KeyRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, container, environment, name, created
    case recordName = "user_record_name"
  }

  let key: SigningKey

  init(_ key: SigningKey) {
    self.key = key
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key.id, forKey: .id)
    try container.encode(key.container, forKey: .container)
    try container.encode(key.environment.rawValue, forKey: .environment)
    try container.encode(key.name, forKey: .name)
    try container.encode(key.recordName, forKey: .recordName)
    try container.encode(key.created.jsonText, forKey: .created)
  }
}
