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
      --data. If the account is gone, since its server is lost or it was made anew, --move gives the data \
      to another.

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
        + "it: cloud-tls/authority.pem of a server with --self-signed. A copy is kept.",
      valueName: "file"),
    completion: .file(extensions: ["pem"]))
  var certificateAuthority: String?

  @Option(
    help: "The environment of the containers: development or production.")
  var environment = "development"

  @Flag(
    help: "Make the data of another account, which is gone, those of this one; it asks first.")
  var move = false

  @Flag(help: "Do not ask.")
  var yes = false

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
    let former = try account.isDamaged() ? nil : account.login()
    var authority = try LoginAuthority(certificateAuthority, url, account)
    if !move { try checkNobodyElse(former, account) }
    let password = try SecretInput.read(passwordFile)
    let ways = try await signIn(url, &authority, password)
    let stores = AppStore.all.filter { ways[$0.container] != nil }
    guard !stores.isEmpty else {
      await signOut(ways)
      throw CommandError(
        "\(url.absoluteString.printable) has none of the apps' containers: create "
          + "\(AppStore.all.map(\.container).joined(separator: ", ")) there")
    }
    let hasMoved: Bool
    do {
      for store in stores { try await checkSchema(of: store, ways) }
      hasMoved = try await takeOver(stores, ways, former, account)
      try keep(ways, authority, account)
    } catch {
      await signOut(ways)
      throw error
    }
    guard let login = try account.login() else { return }
    try output.write(login) {
      "Logged in as \(login.user.printable) at \(login.server.printable).\n"
        + (hasMoved ? "All the data here go to this account from now on.\n" : "")
        + "cairn serve and cairn sync --watch keep \(login.apps.joined(separator: ", ")) in step.\n"
    }
  }

  /// Signs in with an authority that is trusted, or without one that was only remembered.
  private func signIn(
    _ url: URL, _ authority: inout LoginAuthority?, _ password: String
  ) async throws -> [String: CloudKitConfiguration.Container] {
    let signIn = CloudKitSignIn(
      url: url, environment: environment, certificateAuthority: authority?.path)
    do {
      return try await signIn.signIn(
        user: user, password: password, containers: AppContainers.names)
    } catch let error as CKError {
      guard error.isAboutTrust, certificateAuthority == nil, authority != nil else {
        throw CommandError(words(error, url))
      }
      // The server may have a certificate by now that every machine knows.
      authority = nil
      return try await self.signIn(url, &authority, password)
    }
  }

  private func words(_ error: CKError, _ url: URL) -> String {
    let reason = error.localizedDescription.printable
    switch error.code {
    case .notAuthenticated:
      return
        "\(url.absoluteString.printable) refuses \(user.printable): name and password do not match, or the "
        + "account is disabled"
    case .requestRateLimited: return "too many attempts to log in: \(reason)"
    case _ where error.isAboutTrust && certificateAuthority == nil:
      return
        "\(reason) If the server has a certificate of its own, give --certificate-authority FILE"
    default: return reason
    }
  }

  /// In production a server takes no records of types that it hasn't been taught.
  private func checkSchema(
    of store: AppStore, _ ways: [String: CloudKitConfiguration.Container]
  ) async throws {
    guard environment == "production", let way = ways[store.container] else { return }
    let isKnown: Bool
    do {
      isKnown = try await CloudKitSignIn.knows(
        recordType: store.recordType, in: store.container, way)
    } catch let error as CKError {
      throw CommandError(words(error, way.url))
    }
    guard !isKnown else { return }
    throw CommandError(
      "\(way.url.absoluteString.printable) has no schema of \(store.app) in production, and would refuse all "
        + "that is sent there: log in without --environment production")
  }

  // MARK: Whose data they are

  private func checkNobodyElse(_ known: LoginRecord?, _ account: DeviceAccount) throws {
    guard let known, known.isLoggedIn, known.user.lowercased() != user.lowercased()
    else { return }
    throw CommandError(
      "\(known.user.printable) is logged in for the data in \(account.path): choose another folder with "
        + "--data, or log out first with cairn logout")
  }

  /// Makes data of another account those of the one that has logged in, if that is wanted.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: ``CommandError`` if there are, and it isn't wanted.
  private func takeOver(
    _ stores: [AppStore], _ ways: [String: CloudKitConfiguration.Container],
    _ former: LoginRecord?, _ account: DeviceAccount
  ) async throws -> Bool {
    var others: [LookedAtStore] = []
    for store in stores {
      guard let way = ways[store.container], let opened = try account.look(at: store),
        let owner = try opened.notes.owner()
      else { continue }
      let name = try await CloudKitSignIn.userRecordName(in: store.container, way)
      if name != owner { others.append(opened) }
    }
    guard !others.isEmpty, let way = ways[others[0].store.container] else { return false }
    let whose =
      former.map { "\($0.user.printable) at \($0.server.printable)" } ?? "another account"
    let new = "\(user.printable) at \(way.url.absoluteString.printable)"
    guard move else {
      let isSameName = former.map { $0.user.lowercased() == user.lowercased() } ?? false
      throw CommandError(
        "the data in \(account.path) are those of \(whose), and are not sent to \(new)"
          + (isSameName ? ", which is another account of that name" : "")
          + ": log in as before, or choose another folder with --data; if the former account or its server is "
          + "gone, --move gives all of them to this one")
    }
    if !yes {
      try Question.ask(
        "The data in \(account.path) are those of \(whose). Send all of them to \(new)?",
        refusal: "nothing was moved, and nobody logged in")
    }
    for opened in others { try opened.notes.leaveAccount() }
    return true
  }

  private func keep(
    _ ways: [String: CloudKitConfiguration.Container], _ authority: LoginAuthority?,
    _ account: DeviceAccount
  ) throws {
    if let aside = try account.file.setAsideIfDamaged() {
      StandardError.write(
        "cairn: what was in cloudkit.json and could not be read is in "
          + "\(aside.path(percentEncoded: false).printable)\n")
    }
    try authority?.keep(in: account)
    try account.file.update { configuration in
      for (name, way) in ways {
        let key = configuration.containers[name]?.encryptionKey
        configuration.containers[name] = way
        configuration.containers[name]?.encryptionKey = key
        configuration.containers[name]?.certificateAuthority =
          authority == nil ? nil : LoginAuthority.fileName
      }
    }
  }

  /// Ends sessions that are of no use; those that can't be ended now end by themselves.
  private func signOut(_ ways: [String: CloudKitConfiguration.Container]) async {
    for (name, way) in ways { try? await CloudKitSignIn.signOut(of: name, way) }
  }
}
