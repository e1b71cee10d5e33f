// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import CloudKitMirroring
import Foundation

/// The status of a data folder as JSON; unknown values are null.
struct StatusRecord: Encodable {
  private enum CodingKeys: String, CodingKey { case account, stores }

  /// The current or last login; nil before the first.
  let account: LoginRecord?
  let stores: [StoreStatusRecord]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(account, forKey: .account)
    try container.encode(stores, forKey: .stores)
  }
}

/// The status of a store as JSON and as text.
struct StoreStatusRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case app, container, pending, refused, refusals, conflicts, pause, error, encryption, withheld
    case derivedConflicts = "derived_conflicts"
    case process
    case lastFetch = "last_fetch"
    case lastSend = "last_send"
  }

  let app: String
  let container: String
  let status: SyncStatus
  /// The numbers of overwritten values: entered ones, and ones derived from them.
  let conflicts: Int
  let derivedConflicts: Int
  let refusals: [Refusal]
  let error: String?
  let process: Int32?
  let encryption: EncryptionStatus
  /// Whether encrypted values can't be sent or read for lack of the key.
  let lacksKey: Bool
  /// Whether local changes are sent, as far as is known.
  let isSyncing: Bool
  /// Whether the server has ended the session, so that the user must sign in again.
  let isSessionEnded: Bool

  init(
    _ opened: StoreInspection, _ login: LoginRecord, _ account: DeviceAccount,
    in place: RemedyPlace = .command
  ) throws {
    let (store, inspector) = (opened.store, opened.inspector)
    app = store.name
    container = store.container
    process = inspector.process
    encryption = EncryptionStatus(inspector)
    status = try inspector.status()
    lacksKey = try inspector.lacksKey()
    let conflicts = try inspector.conflicts()
    derivedConflicts = conflicts.count { store.conflictFormatter.isDerived($0) }
    self.conflicts = conflicts.count - derivedConflicts
    refusals = try inspector.refusals(limit: RefusalRecord.limit)
    error = try SyncFailure.message(status, refusals, account, in: place)
    let isRejected = status.lastError?.code == .notAuthenticated
    isSyncing = login.isLoggedIn && status.pause == nil && !isRejected
    // The pause of an earlier sign-out remains with its error until the next sync.
    isSessionEnded = login.isLoggedIn && status.pause == nil && isRejected
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(self.container, forKey: .container)
    try container.encode(status.pendingCount, forKey: .pending)
    try container.encode(status.rejectedCount, forKey: .refused)
    try container.encode(refusals.map { RefusalRecord($0) }, forKey: .refusals)
    try container.encode(conflicts, forKey: .conflicts)
    try container.encode(derivedConflicts, forKey: .derivedConflicts)
    try container.encode(encryption, forKey: .encryption)
    try container.encode(status.withheldCount, forKey: .withheld)
    try container.encode(status.pause?.rawValue, forKey: .pause)
    try container.encode(error, forKey: .error)
    try container.encode(process, forKey: .process)
    try container.encode(status.lastFetch?.jsonText, forKey: .lastFetch)
    try container.encode(status.lastSend?.jsonText, forKey: .lastSend)
  }

  /// The status as lines of text.
  var text: String {
    func moment(_ date: Date?) -> String { date?.localText ?? "never" }
    var text = """
      \(app): pending \(status.pendingCount), refused \(status.rejectedCount), conflicts \(conflicts)
        last fetched \(moment(status.lastFetch)), last sent \(moment(status.lastSend))

      """
    if let process {
      text += "  process \(process) \(isSyncing ? "is syncing it" : "is waiting to sync it")\n"
    }
    if lacksKey, status.withheldCount > 0 {
      let objects = status.withheldCount == 1 ? "1 object" : "\(status.withheldCount) objects"
      text +=
        "  encrypted fields stay on this device (\(objects)): run cairn passphrase set, or cairn "
        + "passphrase unlock if another device has set one\n"
    } else if lacksKey {
      text +=
        "  encrypted fields of other devices can't be read without the key: run cairn passphrase "
        + "unlock\n"
    }
    if let error { text += "  \(error)\n" }
    return text
  }
}

/// The encryption of a store's fields on this device, as far as is known without the server.
enum EncryptionStatus: String, Encodable {
  /// The models have no encrypted fields.
  case none
  /// This device lacks the key: encrypted fields stay on it.
  case locked
  /// This device has the key.
  case unlocked

  init(_ inspector: MirrorNotes) {
    self =
      if !inspector.encryptsFields { .none } else { inspector.hasKey ? .unlocked : .locked }
  }
}

/// A login, as JSON.
struct LoginRecord: Encodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case server, user, apps
    case isLoggedIn = "logged_in"
  }

  let server: String
  let user: String
  let isLoggedIn: Bool
  /// The names of the apps that sync.
  let apps: [String]
}

/// The result of a login, as JSON.
struct LoginResult: Encodable {
  private enum CodingKeys: String, CodingKey { case encryption }

  let login: LoginRecord
  let passphrase: PassphraseRecord

  func encode(to encoder: any Encoder) throws {
    try login.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(passphrase, forKey: .encryption)
  }
}
