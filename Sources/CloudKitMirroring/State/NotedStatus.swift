// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

/// What the store says of its mirroring to programs that don't do it themselves.
package struct NotedStatus: Codable, Sendable, Hashable {
  /// An error, without what only the program can know that had it.
  package struct Failure: Codable, Sendable, Hashable {
    package var code: Int
    package var text: String

    init(_ error: any Error) {
      code = (error as? CKError)?.code.rawValue ?? CKError.Code.internalError.rawValue
      text = error.localizedDescription
    }

    /// The error with what is known of it.
    package var error: CKError { CKError(CKError.Code(rawValue: code) ?? .internalError, text) }
  }

  package var lastFetch: Date?
  package var lastSend: Date?
  package var pause: String?
  package var failure: Failure?

  package init() {}

  init(_ status: SyncStatus) {
    lastFetch = status.lastFetch
    lastSend = status.lastSend
    pause = status.pause?.rawValue
    failure = status.lastError.map { Failure($0) }
  }

  /// The status without what is counted.
  var status: SyncStatus {
    var status = SyncStatus()
    status.lastFetch = lastFetch
    status.lastSend = lastSend
    status.pause = pause.flatMap { SyncStatus.Pause(rawValue: $0) }
    status.lastError = failure?.error
    return status
  }
}
