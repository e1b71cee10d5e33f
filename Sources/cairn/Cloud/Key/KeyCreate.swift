// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import CloudKitWire
import Foundation

/// `cairn cloud key create`.
struct KeyCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Register a public key; prints its id.",
    discussion: """
      Make the two halves with:
        openssl ecparam -name prime256v1 -genkey -noout -out job.pem
        openssl ec -in job.pem -pubout -out job.pub.pem

      EXAMPLE
        cairn cloud key create --container iCloud.org.example.app --public-key job.pub.pem
      """
  )

  @Option(help: "The container.")
  var container: String

  @OptionGroup var environment: EnvironmentOption

  @Option(
    help: ArgumentHelp("The PEM file of the public key.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var publicKey: String

  @Option(help: "What to call the key in the list.")
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
