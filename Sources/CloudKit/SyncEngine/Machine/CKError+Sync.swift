// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKError {
  /// Whether the cause passes by itself, so that the engine tries again.
  var isTransient: Bool {
    switch code {
    case .accountTemporarilyUnavailable, .networkFailure, .networkUnavailable, .notAuthenticated,
      .operationCancelled, .requestRateLimited, .serverResponseLost, .serviceUnavailable, .zoneBusy:
      true
    default: false
    }
  }

  /// The error of a whole request as that of each of its items.
  ///
  /// What an item alone may have done wrong is no reason where all of a request was refused: the server, or
  /// something before it, is not as it should be, and each may be taken the next time.
  var ofEachItem: CKError {
    switch code {
    case .internalError, .serverRejectedRequest, .unknownItem:
      CKError(.serviceUnavailable, localizedDescription)
    default: self
    }
  }

  /// Whether the server itself asked for a pause.
  var asksForPause: Bool {
    code == .requestRateLimited || code == .serviceUnavailable || code == .zoneBusy
  }

  /// An error that stands for those of several items, and says of the first what is wrong with it.
  static func partial(_ errors: [(id: any Hashable & Sendable, error: CKError)]) -> CKError {
    var byID: [AnyHashable: any Error] = [:]
    for failure in errors { byID[asKey(failure.id)] = failure.error }
    var words = "\(errors.count) \(errors.count == 1 ? "item" : "items") failed"
    if let first = errors.first {
      let name = (first.id as? CKRecord.ID)?.recordName ?? (first.id as? CKRecordZone.ID)?.zoneName
      words += errors.count == 1 ? ": " : ", the first: "
      words += name.map { "\($0): " } ?? ""
      words += first.error.localizedDescription
    } else {
      words += "."
    }
    return CKError(
      .partialFailure,
      userInfo: [CKPartialErrorsByItemIDKey: byID, NSLocalizedDescriptionKey: words])
  }

  /// What a server is told that says it has more, and gives the token again that it was asked with: it would
  /// be asked for ever.
  static var standstill: CKError {
    CKError(
      .internalError,
      "The server says that more changes are coming, and always the same: something is wrong with it."
    )
  }

  private static func asKey(_ id: some Hashable) -> AnyHashable { AnyHashable(id) }
}
