// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import CloudKitMirroring
import Foundation

/// An error of a sign-in to a server whose certificate this machine doesn't trust.
struct UntrustedServer: Error, LocalizedError {
  /// The failure, as a sentence.
  let reason: String

  /// The failure, with the remedy of the command.
  var errorDescription: String? { remedy("give --certificate-authority FILE") }

  /// The failure, with the remedy of the page.
  var pageMessage: String { remedy("paste its certificate authority below.") }

  private func remedy(_ text: String) -> String {
    "\(reason) If the server has a self-signed certificate, \(text)"
  }
}

/// The sign-in of a device to a server, as `cairn login` and the page of the sign-in do it.
struct SignIn {
  /// The account and the server.
  struct Request {
    /// The server's address; `https` is the default scheme.
    var server: String
    var user: String
    /// `development` or `production`.
    var environment = "development"
    /// The server's certificate authority; nil for the copy from an earlier sign-in, or none.
    var authority: LoginAuthority.Source?
    /// Whether data of another account may be assigned to this one.
    var movesData = false
    /// The place of the remedies of errors.
    var place = RemedyPlace.command
  }

  /// The result of a sign-in.
  struct Outcome {
    let login: LoginRecord
    let passphrase: PassphraseRecord
    /// Whether the data of another account was assigned to this one.
    let hasMovedData: Bool
    /// Whether an app of the sign-in has encrypted fields.
    let encryptsFields: Bool
  }

  private let request: Request
  private let account: DeviceAccount
  private let url: URL
  private let former: LoginRecord?
  private let authority: LoginAuthority?

  /// Checks the address, the certificate authority and the owner of the data, without the server.
  ///
  /// - Throws: ``CommandError`` with a remedy for the first of them that is not accepted.
  init(_ request: Request, _ account: DeviceAccount) throws {
    self.request = request
    self.account = account
    url = try ServerAddress.url(request.server)
    former = try account.isDamaged() ? nil : account.login()
    authority = try LoginAuthority(request.authority, url, account)
    if request.movesData { return }
    do {
      try checkNoOtherUser()
    } catch {
      authority?.discardTemporaryFile()
      throw error
    }
  }

  /// Signs in and stores the credentials.
  ///
  /// - Parameters:
  ///   - password: The password, which is sent to the server and not stored.
  ///   - passphrase: The source of the passphrase of encrypted fields; nil for none.
  ///   - mayAsk: Whether the passphrase may be asked for on the terminal.
  ///   - confirmMove: Throws unless the user confirms that data is assigned to this account.
  ///   - report: Called with a warning, or with the recovery code if the credentials can't be stored.
  /// - Returns: The outcome.
  /// - Throws: ``CommandError`` or ``UntrustedServer`` with a remedy; no credentials were stored, and the
  ///   session on the server is ended.
  func run(
    password: String, passphrase: LoginEncryption.Source? = nil, mayAsk: Bool = false,
    confirmMove: (String) throws -> Void = { _ in }, report: (String) -> Void
  ) async throws -> Outcome {
    defer { authority?.discardTemporaryFile() }
    var trusted = authority
    let connections = try await signIn(&trusted, password)
    let apps = account.apps.filter { connections[$0.container] != nil }
    guard !apps.isEmpty else {
      await signOut(connections)
      throw CommandError(
        "\(url.absoluteString.printable) has none of the apps' containers: create "
          + "\(account.apps.map(\.container).joined(separator: ", ")) there")
    }
    let hasMoved: Bool
    let encryption: LoginEncryption.Outcome
    do {
      for app in apps { try await checkSchema(of: app, connections) }
      hasMoved = try await moveData(apps, connections, confirmMove)
      encryption = try await LoginEncryption(
        account: account, source: passphrase, mayAsk: mayAsk, password: password,
        place: request.place
      ).run(connections, knownKey(), apps)
    } catch {
      await signOut(connections)
      throw error
    }
    let record = PassphraseRecord(encryption.state, code: encryption.code)
    let login: LoginRecord?
    do {
      try save(connections, encryption.key, trusted, report)
      login = try account.login()
    } catch {
      // The passphrase is set, and its code would be lost.
      report(record.codeText)
      await signOut(connections)
      throw error
    }
    guard let login else {
      throw CommandError("\(account.file.url.path(percentEncoded: false).printable) has no login")
    }
    return Outcome(
      login: login, passphrase: record, hasMovedData: hasMoved,
      encryptsFields: apps.contains(where: \.encryptsFields))
  }

  /// Signs in; retries without a stored authority if the server's certificate is not trusted.
  private func signIn(
    _ authority: inout LoginAuthority?, _ password: String
  ) async throws -> [String: CloudKitConfiguration.Container] {
    let signIn = CloudKitSignIn(
      url: url, environment: request.environment, certificateAuthority: authority?.path)
    do {
      return try await signIn.signIn(
        user: request.user, password: password, containers: account.containers)
    } catch let error as CKError {
      guard error.isAboutTrust, request.authority == nil, authority != nil else {
        throw failure(error, url)
      }
      // The server may have a publicly trusted certificate by now.
      authority = nil
      return try await self.signIn(&authority, password)
    }
  }

  private func failure(_ error: CKError, _ url: URL) -> any Error {
    let reason = error.localizedDescription.printable
    switch error.code {
    case .notAuthenticated:
      return CommandError(
        "can't log in to \(url.absoluteString.printable) as \(request.user.printable): name and "
          + "password do not match, or the account is disabled")
    case .requestRateLimited: return CommandError("too many attempts to log in: \(reason)")
    case _ where error.isAboutTrust && request.authority == nil:
      return UntrustedServer(reason: reason)
    default: return CommandError(reason)
    }
  }

  /// Checks that the production schema has the store's record type; production rejects others.
  private func checkSchema(
    of app: any CairnApp, _ connections: [String: CloudKitConfiguration.Container]
  ) async throws {
    guard request.environment == "production", let connection = connections[app.container] else {
      return
    }
    let isKnown: Bool
    do {
      isKnown = try await CloudKitSignIn.knows(
        recordType: app.recordType, in: app.container, connection)
    } catch let error as CKError {
      throw failure(error, connection.url)
    }
    guard !isKnown else { return }
    throw CommandError(
      "\(connection.url.absoluteString.printable) has no schema of \(app.name) in production, and "
        + "would reject all records: log in without --environment production")
  }

  // MARK: Data ownership

  private func checkNoOtherUser() throws {
    guard let former, former.isLoggedIn, former.user.lowercased() != request.user.lowercased()
    else { return }
    switch request.place {
    case .command:
      throw CommandError(
        "\(former.user.printable) is logged in for the data in \(account.path): choose another "
          + "folder with --data, or log out first with cairn logout")
    case .pages:
      throw CommandError(
        "\(former.user.printable) is signed in, and the data of this machine syncs with that account: "
          + "sign out first")
    }
  }

  /// Assigns the data of another account to this one, if the request moves data and the user agrees.
  ///
  /// - Returns: Whether data was assigned.
  /// - Throws: ``CommandError`` if there is data of another account and it can't be moved.
  private func moveData(
    _ apps: [any CairnApp], _ connections: [String: CloudKitConfiguration.Container],
    _ confirm: (String) throws -> Void
  ) async throws -> Bool {
    var others: [StoreInspection] = []
    for app in apps {
      guard let connection = connections[app.container], let opened = try account.inspect(app),
        let owner = try opened.inspector.owner()
      else { continue }
      let name = try await CloudKitSignIn.userRecordName(in: app.container, connection)
      if name != owner { others.append(opened) }
    }
    guard !others.isEmpty, let connection = connections[others[0].store.container] else {
      return false
    }
    let whose =
      former.map { "\($0.user.printable) at \($0.server.printable)" } ?? "another account"
    let new = "\(request.user.printable) at \(connection.url.absoluteString.printable)"
    guard request.movesData else {
      let isSameName = former.map { $0.user.lowercased() == request.user.lowercased() } ?? false
      throw CommandError(
        "the data in \(account.path) belongs to \(whose) and is not sent to \(new)"
          + (isSameName ? ", which is another account of that name" : "")
          + ": log in as before, or choose another folder with --data; if the former account or "
          + "its server no longer exists, --move assigns all data to this account")
    }
    try confirm(
      "The data in \(account.path) belongs to \(whose). Send all of it to \(new)?")
    for opened in others { try opened.inspector.leaveAccount() }
    return true
  }

  /// The key of this device, unless it belongs to another user.
  private func knownKey() throws -> CloudKitEncryptionKey? {
    guard let former,
      request.movesData || former.user.lowercased() == request.user.lowercased()
    else { return nil }
    return try account.encryptionKey()
  }

  // MARK: Credentials

  private func save(
    _ connections: [String: CloudKitConfiguration.Container], _ key: CloudKitEncryptionKey?,
    _ authority: LoginAuthority?, _ report: (String) -> Void
  ) throws {
    if let aside = try account.file.setAsideIfDamaged() {
      report(
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
