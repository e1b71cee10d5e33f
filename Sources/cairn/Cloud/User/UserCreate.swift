// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud user create`.
struct UserCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a user; prints the name.",
    discussion: """
      EXAMPLE
        cairn cloud user create ann --password-file - --email ann@example.org
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var secret: SecretInput

  @Option(help: "The e-mail address by which others may find them.")
  var email: String?

  @Option(help: "The telephone number by which others may find them, such as +4930123456.")
  var phone: String?

  @Option(help: "The given name that others see.")
  var givenName: String?

  @Option(help: "The family name that others see.")
  var familyName: String?

  @Flag(help: "Let other users of a container find them; otherwise nobody sees any of this.")
  var discoverable = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let profile = UserProfile(
      emailAddress: email, phoneNumber: phone, givenName: givenName, familyName: familyName,
      isDiscoverable: discoverable)
    let password = try secret.read()
    let user = try await data.openAccounts(making: true).createUser(
      name, password: password, profile: profile)
    try output.write(UserRecord(user)) { user.name + "\n" }
  }
}
