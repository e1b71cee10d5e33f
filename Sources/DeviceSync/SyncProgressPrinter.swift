// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
import CloudKitMirroring
import Foundation
import Synchronization

/// Prints sync events, each as a line or a JSON object.
final class SyncProgressPrinter: Sendable {
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
  // The first write error; the lock keeps lines whole.
  private let output = Mutex<(any Error)?>(nil)

  /// The first write error, if any.
  var failure: (any Error)? { output.withLock { $0 } }

  init(isJSON: Bool, account: DeviceAccount) {
    self.isJSON = isJSON
    let login = (try? account.login()) ?? nil
    server = login.map { "\($0.server.printable) as \($0.user.printable)" } ?? "the server"
  }

  func write(_ event: SyncEvent) {
    let text = isJSON ? json(event) : line(event)
    output.withLock { failure in
      do { try StandardOutput.write(text) } catch { failure = failure ?? error }
    }
  }

  private func json(_ event: SyncEvent) -> String {
    let time = Date.now.jsonText
    let record =
      switch event {
      case .began(let store, let process):
        Record(event: "began", app: store.name, time: time, process: process)
      case .synced(let store, let fetched, let sent, let pending):
        Record(
          event: "synced", app: store.name, time: time, fetched: fetched, sent: sent,
          pending: pending)
      case .failed(let store, let error):
        Record(event: "failed", app: store.name, time: time, error: error)
      case .recovered(let store): Record(event: "recovered", app: store.name, time: time)
      }
    return (try? JSONOutput.line(record)) ?? ""
  }

  private func line(_ event: SyncEvent) -> String {
    let time = Date.now.localText
    return switch event {
    case .began(let store, nil):
      "\(store.name): syncing with \(server) (press Control-C to stop)\n"
    case .began(let store, let process?):
      "\(store.name): process \(process) is syncing with \(server); this process takes over when "
        + "it exits (press Control-C to stop)\n"
    case .synced(let store, let fetched, let sent, let pending):
      "\(time) \(store.name): fetched \(fetched), sent \(sent), pending \(pending)\n"
    case .failed(let store, let error): "\(time) \(store.name): \(error)\n"
    case .recovered(let store): "\(time) \(store.name): sync recovered\n"
    }
  }
}

/// An event while a store syncs.
package enum SyncEvent: Sendable {
  /// Syncing has started, in another process if its ID is given.
  case began(any CairnApp, process: Int32?)
  /// Records were fetched and sent; `pending` records are unsent.
  case synced(any CairnApp, fetched: Int64, sent: Int64, pending: Int)
  /// A sync error, with a message that differs from the last one.
  case failed(any CairnApp, String)
  /// Syncing works again after an error.
  case recovered(any CairnApp)
}
