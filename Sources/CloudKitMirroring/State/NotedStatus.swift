// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

/// The mirroring status that is stored for processes that don't mirror the store themselves.
package struct NotedStatus: Codable, Sendable, Hashable {
  /// An error, reduced to its code and its message.
  package struct Failure: Codable, Sendable, Hashable {
    package var code: Int
    package var text: String

    init(_ error: any Error) {
      code = (error as? CKError)?.code.rawValue ?? CKError.Code.internalError.rawValue
      text = error.localizedDescription
    }

    /// The error as a `CKError`.
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

  /// The status without its counts.
  var status: SyncStatus {
    var status = SyncStatus()
    status.lastFetch = lastFetch
    status.lastSend = lastSend
    status.pause = pause.flatMap { SyncStatus.Pause(rawValue: $0) }
    status.lastError = failure?.error
    return status
  }
}
