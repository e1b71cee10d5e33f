// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser

/// `cairn login`: logs this device in to a server, so that the apps of the data folder sync.
struct Login: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Log in to a server to sync the data with your other devices.",
    discussion: """
      The command asks for the password and does not store it. The server issues tokens, stored in \
      cloudkit.json in the data folder, readable only by you. A token expires two weeks after its \
      last use. One user's data is never sent to another account: for a second user, choose \
      another folder with --data. If the account no longer exists, --move assigns its data to \
      another account.

      Apps can encrypt fields with a key that the server can't read. The first login sets their \
      passphrase, and each further device asks for it; an empty line skips it. Without it, encrypted \
      fields stay on the device: see cairn passphrase.

      EXAMPLES
        cairn login https://cloud.example.org --user ann
        cairn login https://192.168.1.10:8333 --user ann --certificate-authority authority.pem
        pass show cairn | cairn login cloud.example.org --user ann --password-file -
      """
  )

  @Argument(help: "The server's address; https:// is the default scheme.")
  var server: String

  @Option(help: "The name of your account on the server.")
  var user: String

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the password; - for standard input.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the passphrase of encrypted fields; - for standard input.",
      valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @Option(
    help: ArgumentHelp(
      "The PEM file of the authority that signed the server's certificate, if this machine doesn't "
        + "trust it: cloud-tls/authority.pem of a server with --self-signed. A copy is stored.",
      valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var certificateAuthority: String?

  @Option(
    help: "The containers' environment: development or production.")
  var environment = "development"

  @Flag(
    help: "Assign the data of an account that no longer exists to this one, after a confirmation.")
  var move = false

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    guard ["development", "production"].contains(environment) else {
      throw ValidationError("--environment must be development or production.")
    }
    if passwordFile == "-", passphraseFile == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run() async throws {
    let signIn = try SignIn(
      SignIn.Request(
        server: server, user: user, environment: environment,
        authority: certificateAuthority.map { .file($0) }, movesData: move), DeviceAccount(data))
    let outcome = try await signIn.run(
      password: try SecretInput.read(passwordFile),
      passphrase: passphraseFile.map { .file($0) },
      mayAsk: SecretReader.canAsk && !output.json, confirmMove: confirm,
      report: StandardError.write)
    let login = outcome.login
    try output.write(LoginResult(login: login, passphrase: outcome.passphrase)) {
      "Logged in as \(login.user.printable) at \(login.server.printable).\n"
        + (outcome.hasMovedData ? "All data in this folder now belongs to this account.\n" : "")
        + "cairn serve and cairn sync --watch sync \(login.apps.joined(separator: ", ")).\n"
        + text(outcome)
    }
  }

  private func confirm(_ question: String) throws {
    if yes { return }
    try Confirmation.ask(question, refusal: "no data was moved, and no user was logged in")
  }

  /// The state of encrypted fields, if it concerns the user.
  private func text(_ outcome: SignIn.Outcome) -> String {
    switch outcome.passphrase.state {
    case .unlocked: outcome.passphrase.codeText
    case .locked: outcome.passphrase.text
    case .notSet: outcome.encryptsFields ? outcome.passphrase.text : ""
    case .unknown: ""
    }
  }
}
