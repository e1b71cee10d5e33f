// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation

/// The status of a data folder as JSON; what is not known is null.
struct StatusRecord: Encodable {
  private enum CodingKeys: String, CodingKey { case account, stores }

  /// Nil if nobody has ever logged in.
  let account: LoginRecord?
  let stores: [StoreStatusRecord]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(account, forKey: .account)
    try container.encode(stores, forKey: .stores)
  }
}

/// The status of a store as JSON and in words.
struct StoreStatusRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case app, container, pending, refused, refusals, conflicts, pause, error
    case derivedConflicts = "derived_conflicts"
    case process
    case lastFetch = "last_fetch"
    case lastSend = "last_send"
  }

  let app: String
  let container: String
  let status: SyncStatus
  /// What merges did not keep of what somebody wrote, and what they did not of values that follow from it.
  let conflicts: Int
  let derivedConflicts: Int
  let refusals: [Refusal]
  let error: String?
  let process: Int32?
  /// Whether what is saved now is sent as far as is known.
  let isInStep: Bool

  init(_ opened: LookedAtStore, _ login: LoginRecord, _ account: DeviceAccount) throws {
    let (store, notes) = (opened.store, opened.notes)
    app = store.app
    container = store.container
    process = notes.process
    status = try notes.status()
    let conflicts = try notes.conflicts()
    derivedConflicts = conflicts.count { store.conflicts.isDerived($0) }
    self.conflicts = conflicts.count - derivedConflicts
    refusals = try notes.refusals(limit: RefusalRecord.limit)
    error = try SyncFailure.words(status, refusals, account)
    isInStep =
      login.isLoggedIn && status.pause == nil && status.lastError?.code != .notAuthenticated
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(self.container, forKey: .container)
    try container.encode(status.pendingCount, forKey: .pending)
    try container.encode(status.refusedCount, forKey: .refused)
    try container.encode(refusals.map { RefusalRecord($0) }, forKey: .refusals)
    try container.encode(conflicts, forKey: .conflicts)
    try container.encode(derivedConflicts, forKey: .derivedConflicts)
    try container.encode(status.pause?.rawValue, forKey: .pause)
    try container.encode(error, forKey: .error)
    try container.encode(process, forKey: .process)
    try container.encode(status.lastFetch?.jsonText, forKey: .lastFetch)
    try container.encode(status.lastSend?.jsonText, forKey: .lastSend)
  }

  /// Some lines for a person.
  var text: String {
    func moment(_ date: Date?) -> String { date?.localText ?? "never" }
    var text = """
      \(app): pending \(status.pendingCount), refused \(status.refusedCount), conflicts \(conflicts)
        last fetched \(moment(status.lastFetch)), last sent \(moment(status.lastSend))

      """
    if let process {
      text += "  process \(process) \(isInStep ? "keeps it in step" : "waits to keep it in step")\n"
    }
    if let error { text += "  \(error)\n" }
    return text
  }
}
