// Cairn
// SPDX-License-Identifier: Apache-2.0

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
    case app, container, pending, refused, conflicts, pause, error, process
    case lastFetch = "last_fetch"
    case lastSend = "last_send"
  }

  let app: String
  let container: String
  let status: SyncStatus
  let conflicts: Int
  let error: String?
  let process: Int32?

  init(_ store: AppStore, _ notes: MirrorNotes, _ account: DeviceAccount) throws {
    app = store.app
    container = store.container
    process = notes.process
    status = try notes.status()
    conflicts = try notes.conflicts().count
    error = try SyncFailure.words(status, account)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(app, forKey: .app)
    try container.encode(self.container, forKey: .container)
    try container.encode(status.pendingCount, forKey: .pending)
    try container.encode(status.refusedCount, forKey: .refused)
    try container.encode(conflicts, forKey: .conflicts)
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
    if let process { text += "  process \(process) keeps it in step\n" }
    if let error { text += "  \(error)\n" }
    return text
  }
}
