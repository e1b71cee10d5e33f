// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer
import CloudKitWire

/// `cairn cloud user`: manages users.
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

/// `cairn cloud user create`.
struct UserCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a user and print the name.",
    discussion: """
      EXAMPLE
        cairn cloud user create ann --password-file - --email ann@example.org
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var secret: SecretInput

  @Option(help: "The email address by which other users can find this user.")
  var email: String?

  @Option(help: "The telephone number to be found by, such as +4930123456.")
  var phone: String?

  @Option(help: "The given name that other users see.")
  var givenName: String?

  @Option(help: "The family name that other users see.")
  var familyName: String?

  @Flag(help: "Let other users of a container find this user; otherwise the profile is hidden.")
  var discoverable = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let profile = UserProfile(
      emailAddress: email, phoneNumber: phone, givenName: givenName, familyName: familyName,
      isDiscoverable: discoverable)
    let password = try secret.read()
    let user = try await data.openAccounts(creating: true).createUser(
      name, password: password, profile: profile)
    try output.write(UserRecord(user)) { user.name + "\n" }
  }
}

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

/// `cairn cloud user password`.
struct UserPassword: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Set a user's password, and end all of the user's sessions.",
    discussion: """
      EXAMPLE
        cairn cloud user password ann --password-file -
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var secret: SecretInput
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let password = try secret.read()
    try await data.openAccounts().setPassword(password, ofUser: name)
    try output.write(["name": name]) { name + "\n" }
  }
}

/// `cairn cloud user disable`.
struct UserDisable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disable a user's sign-in, and end all of the user's sessions.",
    discussion: """
      EXAMPLE
        cairn cloud user disable ann
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().setDisabled(true, user: name)
    try output.write(["name": name]) { name + "\n" }
  }
}

/// `cairn cloud user enable`.
struct UserEnable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Enable the sign-in of a disabled user.",
    discussion: """
      EXAMPLE
        cairn cloud user enable ann
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().setDisabled(false, user: name)
    try output.write(["name": name]) { name + "\n" }
  }
}

/// `cairn cloud user delete`.
struct UserDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a user and the user's private data.",
    discussion: """
      EXAMPLE
        cairn cloud user delete ann
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.openAccounts().deleteUser(name)
    try output.write(DeletedRecord(deleted: name)) { name + "\n" }
  }
}

/// `cairn cloud user token`.
struct UserToken: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Sign a user in without a password and print a web auth token.",
    discussion: """
      For scripts and tests. A program sends the token percent-encoded as ckWebAuthToken.

      EXAMPLE
        cairn cloud user token ann --container iCloud.org.example.app
      """
  )

  @Argument(help: "The user's name.")
  var name: String

  @Option(help: "The container's name.")
  var container: String

  @OptionGroup var environment: EnvironmentOption

  @Flag(help: "Make the token valid for two weeks instead of 30 minutes.")
  var stay = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let token = try await data.openAccounts().webToken(
      forUser: name, container: container, environment: environment.value, persistent: stay)
    try output.write(["token": token]) { token + "\n" }
  }
}

/// A user as JSON; unknown values are null.
struct UserRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, email, phone, discoverable, disabled, created
    case givenName = "given_name"
    case familyName = "family_name"
  }

  let user: UserAccount

  init(_ user: UserAccount) {
    self.user = user
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(user.name, forKey: .name)
    try container.encode(user.profile.emailAddress, forKey: .email)
    try container.encode(user.profile.phoneNumber, forKey: .phone)
    try container.encode(user.profile.givenName, forKey: .givenName)
    try container.encode(user.profile.familyName, forKey: .familyName)
    try container.encode(user.profile.isDiscoverable, forKey: .discoverable)
    try container.encode(user.isDisabled, forKey: .disabled)
    try container.encode(user.created.jsonText, forKey: .created)
  }
}
