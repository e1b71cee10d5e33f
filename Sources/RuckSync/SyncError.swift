// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
public import Foundation

/// The reason why a sync of rucks failed.
public enum SyncError: Error, LocalizedError, Sendable {
  /// The store's changes can't be read.
  case failedToFetchLocalChanges
  /// The server can't be reached.
  case networkUnavailable
  /// Nobody is signed in, or the sign-in has expired.
  case accountNotAuthenticated
  /// The account's storage on the server is full.
  case quotaExceeded
  /// Another error.
  case unknownError(any Error)

  /// Classifies an error of CloudKit or of the store.
  public init(_ error: any Error) {
    if let error = error as? SyncError {
      self = error
      return
    }
    guard let error = error as? CKError else {
      self = .unknownError(error)
      return
    }
    switch error.code {
    case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited:
      self = .networkUnavailable
    case .notAuthenticated, .accountTemporarilyUnavailable: self = .accountNotAuthenticated
    case .quotaExceeded: self = .quotaExceeded
    case .partialFailure:
      let parts = (error.partialErrorsByItemID ?? [:]).values
      let isFull = parts.contains { ($0 as? CKError)?.code == .quotaExceeded }
      self = isFull ? .quotaExceeded : .unknownError(error)
    default: self = .unknownError(error)
    }
  }

  /// The failure and the remedy.
  public var errorDescription: String? {
    switch self {
    case .failedToFetchLocalChanges:
      "Failed to fetch local changes. Check the store with: cairn store check"
    case .networkUnavailable: "Network unavailable. Sync continues when the server answers."
    case .accountNotAuthenticated:
      "CloudKit account not authenticated. Sign in with: cairn login URL --user NAME"
    case .quotaExceeded:
      "CloudKit storage quota exceeded. Delete rucks, or ask the server's operator for more."
    case .unknownError(let error): "Unknown sync error: \(error.localizedDescription)"
    }
  }
}
