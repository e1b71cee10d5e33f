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

  /// An error that stands for those of several items.
  static func partial(_ errors: [(id: any Hashable & Sendable, error: CKError)]) -> CKError {
    var byID: [AnyHashable: any Error] = [:]
    for failure in errors { byID[asKey(failure.id)] = failure.error }
    return CKError(
      .partialFailure,
      userInfo: [
        CKPartialErrorsByItemIDKey: byID,
        NSLocalizedDescriptionKey:
          "\(errors.count) \(errors.count == 1 ? "item" : "items") failed.",
      ])
  }

  private static func asKey(_ id: some Hashable) -> AnyHashable { AnyHashable(id) }
}
