// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Prints what happens while stores are kept in step: a line or a JSON object each.
final class SyncLines: Sendable {
  private struct Record: Encodable {
    let event: String
    let app: String
    let time: String
    var fetched: Int64?
    var sent: Int64?
    var pending: Int?
    var error: String?
    var process: Int32?
  }

  private let isJSON: Bool
  private let server: String
  // One line after the other.
  private let output = Mutex<(any Error)?>(nil)

  /// Why lines can't be written any more; nil while they can.
  var failure: (any Error)? { output.withLock { $0 } }

  init(isJSON: Bool, account: DeviceAccount) {
    self.isJSON = isJSON
    let login = (try? account.login()) ?? nil
    server = login.map { "\($0.server.printable) as \($0.user.printable)" } ?? "the server"
  }

  func write(_ event: SyncEvent) {
    let text = isJSON ? json(event) : words(event)
    output.withLock { failure in
      do { try StandardOutput.write(text) } catch { failure = failure ?? error }
    }
  }

  private func json(_ event: SyncEvent) -> String {
    let time = Date.now.jsonText
    let record =
      switch event {
      case .began(let store, let process):
        Record(event: "began", app: store.app, time: time, process: process)
      case .synced(let store, let fetched, let sent, let pending):
        Record(
          event: "synced", app: store.app, time: time, fetched: fetched, sent: sent,
          pending: pending)
      case .failed(let store, let error):
        Record(event: "failed", app: store.app, time: time, error: error)
      case .recovered(let store): Record(event: "recovered", app: store.app, time: time)
      }
    return (try? JSONText.line(record)) ?? ""
  }

  private func words(_ event: SyncEvent) -> String {
    let time = Date.now.localText
    return switch event {
    case .began(let store, nil):
      "\(store.app): in step with \(server) from now on (Control-C ends it)\n"
    case .began(let store, let process?):
      "\(store.app): process \(process) keeps it in step with \(server); this one takes over when that "
        + "ends (Control-C ends it)\n"
    case .synced(let store, let fetched, let sent, let pending):
      "\(time) \(store.app): fetched \(fetched), sent \(sent), pending \(pending)\n"
    case .failed(let store, let error): "\(time) \(store.app): \(error)\n"
    case .recovered(let store): "\(time) \(store.app): in step again\n"
    }
  }
}
