// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKit
import CloudKitMirroring
import Foundation

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
    let account = DeviceAccount(data)
    let url = try ServerAddress.url(server)
    let former = try account.isDamaged() ? nil : account.login()
    var authority = try LoginAuthority(certificateAuthority, url, account)
    if !move { try checkNoOtherUser(former, account) }
    let password = try SecretInput.read(passwordFile)
    let connections = try await signIn(url, &authority, password)
    let stores = AppRegistry.apps.filter { connections[$0.container] != nil }
    guard !stores.isEmpty else {
      await signOut(connections)
      throw CommandError(
        "\(url.absoluteString.printable) has none of the apps' containers: create "
          + "\(AppRegistry.apps.map(\.container).joined(separator: ", ")) there")
    }
    let hasMoved: Bool
    let encryption: LoginEncryption.Outcome
    do {
      for store in stores { try await checkSchema(of: store, connections) }
      hasMoved = try await moveData(stores, connections, former, account)
      encryption = try await LoginEncryption(
        file: passphraseFile, mayAsk: SecretReader.canAsk && !output.json, password: password
      ).run(connections, knownKey(former, account), stores)
    } catch {
      await signOut(connections)
      throw error
    }
    let passphrase = PassphraseRecord(encryption.state, code: encryption.code)
    do {
      try save(connections, encryption.key, authority, account)
    } catch {
      // The passphrase is set, and its code would be lost.
      StandardError.write(passphrase.codeText)
      await signOut(connections)
      throw error
    }
    guard let login = try account.login() else { return }
    try output.write(LoginResult(login: login, passphrase: passphrase)) {
      "Logged in as \(login.user.printable) at \(login.server.printable).\n"
        + (hasMoved ? "All data in this folder now belongs to this account.\n" : "")
        + "cairn serve and cairn sync --watch sync \(login.apps.joined(separator: ", ")).\n"
        + text(passphrase, stores)
    }
  }

  /// Signs in; retries without a stored authority if the server's certificate is not trusted.
  private func signIn(
    _ url: URL, _ authority: inout LoginAuthority?, _ password: String
  ) async throws -> [String: CloudKitConfiguration.Container] {
    let signIn = CloudKitSignIn(
      url: url, environment: environment, certificateAuthority: authority?.path)
    do {
      return try await signIn.signIn(
        user: user, password: password, containers: AppRegistry.containers)
    } catch let error as CKError {
      guard error.isAboutTrust, certificateAuthority == nil, authority != nil else {
        throw CommandError(message(error, url))
      }
      // The server may have a publicly trusted certificate by now.
      authority = nil
      return try await self.signIn(url, &authority, password)
    }
  }

  private func message(_ error: CKError, _ url: URL) -> String {
    let reason = error.localizedDescription.printable
    switch error.code {
    case .notAuthenticated:
      return
        "can't log in to \(url.absoluteString.printable) as \(user.printable): name and password "
        + "do not match, or the account is disabled"
    case .requestRateLimited: return "too many attempts to log in: \(reason)"
    case _ where error.isAboutTrust && certificateAuthority == nil:
      return
        "\(reason) If the server has a self-signed certificate, give --certificate-authority FILE"
    default: return reason
    }
  }

  /// Checks that the production schema has the store's record type; production rejects others.
  private func checkSchema(
    of store: any CairnApp, _ connections: [String: CloudKitConfiguration.Container]
  ) async throws {
    guard environment == "production", let connection = connections[store.container] else { return }
    let isKnown: Bool
    do {
      isKnown = try await CloudKitSignIn.knows(
        recordType: store.recordType, in: store.container, connection)
    } catch let error as CKError {
      throw CommandError(message(error, connection.url))
    }
    guard !isKnown else { return }
    throw CommandError(
      "\(connection.url.absoluteString.printable) has no schema of \(store.name) in production, and "
        + "would reject all records: log in without --environment production")
  }

  // MARK: Data ownership

  private func checkNoOtherUser(_ known: LoginRecord?, _ account: DeviceAccount) throws {
    guard let known, known.isLoggedIn, known.user.lowercased() != user.lowercased()
    else { return }
    throw CommandError(
      "\(known.user.printable) is logged in for the data in \(account.path): choose another folder "
        + "with --data, or log out first with cairn logout")
  }

  /// Assigns the data of another account to this one, with `--move` and after a confirmation.
  ///
  /// - Returns: Whether data was assigned.
  /// - Throws: ``CommandError`` if there is data of another account and the user didn't agree to
  ///   move it.
  private func moveData(
    _ stores: [any CairnApp], _ connections: [String: CloudKitConfiguration.Container],
    _ former: LoginRecord?, _ account: DeviceAccount
  ) async throws -> Bool {
    var others: [StoreInspection] = []
    for store in stores {
      guard let connection = connections[store.container], let opened = try account.inspect(store),
        let owner = try opened.inspector.owner()
      else { continue }
      let name = try await CloudKitSignIn.userRecordName(in: store.container, connection)
      if name != owner { others.append(opened) }
    }
    guard !others.isEmpty, let connection = connections[others[0].store.container] else {
      return false
    }
    let whose =
      former.map { "\($0.user.printable) at \($0.server.printable)" } ?? "another account"
    let new = "\(user.printable) at \(connection.url.absoluteString.printable)"
    guard move else {
      let isSameName = former.map { $0.user.lowercased() == user.lowercased() } ?? false
      throw CommandError(
        "the data in \(account.path) belongs to \(whose) and is not sent to \(new)"
          + (isSameName ? ", which is another account of that name" : "")
          + ": log in as before, or choose another folder with --data; if the former account or "
          + "its server no longer exists, --move assigns all data to this account")
    }
    if !yes {
      try Confirmation.ask(
        "The data in \(account.path) belongs to \(whose). Send all of it to \(new)?",
        refusal: "no data was moved, and no user was logged in")
    }
    for opened in others { try opened.inspector.leaveAccount() }
    return true
  }

  /// The key of this device, unless it belongs to another user.
  private func knownKey(
    _ former: LoginRecord?, _ account: DeviceAccount
  ) throws -> CloudKitEncryptionKey? {
    guard let former, move || former.user.lowercased() == user.lowercased() else { return nil }
    return try account.encryptionKey()
  }

  /// The state of encrypted fields, if it concerns the user.
  private func text(_ passphrase: PassphraseRecord, _ stores: [any CairnApp]) -> String {
    switch passphrase.state {
    case .unlocked: passphrase.codeText
    case .locked: passphrase.text
    case .notSet: stores.contains(where: \.encryptsFields) ? passphrase.text : ""
    case .unknown: ""
    }
  }

  private func save(
    _ connections: [String: CloudKitConfiguration.Container], _ key: CloudKitEncryptionKey?,
    _ authority: LoginAuthority?, _ account: DeviceAccount
  ) throws {
    if let aside = try account.file.setAsideIfDamaged() {
      StandardError.write(
        "cairn: cloudkit.json could not be read; its content was moved to "
          + "\(aside.path(percentEncoded: false).printable)\n")
    }
    try authority?.save(in: account)
    // The file may contain the only copy of another user's key, or of a former one.
    let known = try account.connections().values.compactMap(\.encryptionKey)
    if known.contains(where: { $0 != key?.base64 }) { _ = try account.file.copyAside() }
    try account.file.update { configuration in
      for (name, connection) in connections {
        configuration.containers[name] = connection
        configuration.containers[name]?.encryptionKey = key?.base64
        configuration.containers[name]?.certificateAuthority =
          authority == nil ? nil : LoginAuthority.fileName
      }
    }
  }

  /// Ends unused sessions; a session that can't be ended now expires by itself.
  private func signOut(_ connections: [String: CloudKitConfiguration.Container]) async {
    for (name, connection) in connections {
      try? await CloudKitSignIn.signOut(of: name, connection)
    }
  }
}
