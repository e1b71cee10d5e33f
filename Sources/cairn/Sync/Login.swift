// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKit
import CloudKitMirroring
import Foundation

/// `cairn login`: signs this device in at a server, so that the apps of the data folder sync.
struct Login: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Log in at a server, so that the data here are kept in step with your other devices.",
    discussion: """
      The password is asked for, and is not stored: the server gives this device tokens, which lie in \
      cloudkit.json in the data folder, readable for you only. They are good for two weeks after each \
      use. The data of one user are never sent to another: for a second user choose another folder with \
      --data.

      EXAMPLES
        cairn login https://cloud.example.org --user ann
        cairn login https://192.168.1.10:8333 --user ann --certificate-authority authority.pem
        pass show cairn | cairn login cloud.example.org --user ann --password-file -
      """
  )

  @Argument(help: "The server's address; https:// if nothing else is said.")
  var server: String

  @Option(help: "The name of your account there.")
  var user: String

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the password; - reads it from standard input.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "The PEM file of the authority that has signed the server's certificate, if this machine doesn't know "
        + "it: cloud-tls/authority.pem of a server with --self-signed.", valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var certificateAuthority: String?

  @Option(
    help: "The environment of the containers: development or production.")
  var environment = "development"

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    guard ["development", "production"].contains(environment) else {
      throw ValidationError("--environment is development or production.")
    }
  }

  func run() async throws {
    let account = DeviceAccount(data)
    let url = try ServerAddress.url(server)
    let authority = try certificateAuthority.map { try authorityFile($0) }
    try checkNobodyElse(account)
    let password = try SecretInput.read(passwordFile)
    let signIn = CloudKitSignIn(
      url: url, environment: environment, certificateAuthority: authority)
    let ways: [String: CloudKitConfiguration.Container]
    do {
      ways = try await signIn.signIn(
        user: user, password: password, containers: AppContainers.names)
    } catch let error as CKError {
      throw CommandError(words(error, url))
    }
    let stores = AppStore.all.filter { ways[$0.container] != nil }
    guard !stores.isEmpty else {
      await signOut(ways)
      throw CommandError(
        "\(url.absoluteString.printable) has none of the apps' containers: create "
          + "\(AppStore.all.map(\.container).joined(separator: ", ")) there")
    }
    do {
      for store in stores { try await checkOwner(of: store, ways, account) }
      try keep(ways, account)
    } catch {
      await signOut(ways)
      throw error
    }
    guard let login = try account.login() else { return }
    try output.write(login) {
      "Logged in as \(login.user.printable) at \(login.server.printable).\n"
        + "cairn serve and cairn sync --watch keep \(login.apps.joined(separator: ", ")) in step.\n"
    }
  }

  private func authorityFile(_ path: String) throws -> String {
    let file = URL(fileURLWithPath: path)
    guard (try? String(contentsOf: file, encoding: .utf8))?.contains("BEGIN CERTIFICATE") == true
    else {
      throw CommandError("\(path.printable) is no PEM file with certificates that can be read")
    }
    return file.standardizedFileURL.path(percentEncoded: false)
  }

  private func words(_ error: CKError, _ url: URL) -> String {
    switch error.code {
    case .notAuthenticated:
      "\(url.absoluteString.printable) refuses \(user.printable): name and password do not match, or the "
        + "account is disabled"
    case .requestRateLimited: "too many attempts to log in: \(error.localizedDescription)"
    case .serverResponseLost where certificateAuthority == nil:
      "\(error.localizedDescription.printable) If the server has a certificate of its own, give "
        + "--certificate-authority FILE"
    default: error.localizedDescription.printable
    }
  }

  // MARK: Whose data they are

  private func checkNobodyElse(_ account: DeviceAccount) throws {
    guard let known = try account.login(), known.isLoggedIn,
      known.user.lowercased() != user.lowercased()
    else { return }
    throw CommandError(
      "\(known.user.printable) is logged in for the data in "
        + "\(account.folder.path(percentEncoded: false).printable): choose another folder with --data, or "
        + "log out first with cairn logout")
  }

  /// Throws if a store has the data of another user than the one who has logged in.
  private func checkOwner(
    of store: AppStore, _ ways: [String: CloudKitConfiguration.Container], _ account: DeviceAccount
  ) async throws {
    guard let way = ways[store.container],
      let owner = try account.notes(of: store)?.owner()
    else { return }
    let name = try await CloudKitSignIn.userRecordName(in: store.container, way)
    guard name != owner else { return }
    let former = try account.login().map { "\($0.user.printable) at \($0.server.printable)" }
    throw CommandError(
      "the data in \(account.folder.path(percentEncoded: false).printable) are those of "
        + "\(former ?? "another account"), and are not sent to \(user.printable): log in as before, or "
        + "choose another folder with --data")
  }

  private func keep(
    _ ways: [String: CloudKitConfiguration.Container], _ account: DeviceAccount
  ) throws {
    try account.file.update { configuration in
      for (name, way) in ways {
        let key = configuration.containers[name]?.encryptionKey
        configuration.containers[name] = way
        configuration.containers[name]?.encryptionKey = key
      }
    }
  }

  /// Ends sessions that are of no use; those that can't be ended now end by themselves.
  private func signOut(_ ways: [String: CloudKitConfiguration.Container]) async {
    for (name, way) in ways { try? await CloudKitSignIn.signOut(of: name, way) }
  }
}
