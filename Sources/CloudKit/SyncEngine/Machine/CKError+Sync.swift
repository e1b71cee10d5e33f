// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKError {
  /// Whether the error is transient, so that the engine retries.
  var isTransient: Bool {
    switch code {
    case .accountTemporarilyUnavailable, .networkFailure, .networkUnavailable, .notAuthenticated,
      .operationCancelled, .requestRateLimited, .serverResponseLost, .serviceUnavailable, .zoneBusy:
      true
    default: false
    }
  }

  /// The error of a whole request, as the error of each of its items.
  ///
  /// Codes that describe a single item become ``serviceUnavailable``: if the server, or a proxy
  /// before it, rejects a whole request, each item may still succeed at the next attempt.
  var perItemError: CKError {
    switch code {
    case .internalError, .serverRejectedRequest, .unknownItem:
      CKError(.serviceUnavailable, localizedDescription)
    default: self
    }
  }

  /// Whether the server asked the client to back off.
  var requestsBackoff: Bool {
    code == .requestRateLimited || code == .serviceUnavailable || code == .zoneBusy
  }

  /// A ``partialFailure`` for several items, whose description quotes the first error.
  static func partial(_ errors: [(id: any Hashable & Sendable, error: CKError)]) -> CKError {
    var byID: [AnyHashable: any Error] = [:]
    for failure in errors { byID[key(failure.id)] = failure.error }
    var description = "\(errors.count) \(errors.count == 1 ? "item" : "items") failed"
    if let first = errors.first {
      let name = (first.id as? CKRecord.ID)?.recordName ?? (first.id as? CKRecordZone.ID)?.zoneName
      description += errors.count == 1 ? ": " : ", the first: "
      description += name.map { "\($0): " } ?? ""
      description += first.error.localizedDescription
    } else {
      description += "."
    }
    return CKError(
      .partialFailure,
      userInfo: [CKPartialErrorsByItemIDKey: byID, NSLocalizedDescriptionKey: description])
  }

  /// The error for a server that reports more changes but repeats the request's token, which would
  /// loop forever.
  static var repeatedChangeToken: CKError {
    CKError(
      .internalError,
      "The server reports more changes but repeats the change token: report the server's fault."
    )
  }

  private static func key(_ id: some Hashable) -> AnyHashable { AnyHashable(id) }
}
