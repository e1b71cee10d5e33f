// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why an operation of ``RuckMapDataActor`` failed.
public enum DataError: Error, LocalizedError, Sendable {
  /// Another user has the address.
  case duplicateEmail
  /// No user has that identifier.
  case userNotFound
  /// No ruck has that identifier.
  case sessionNotFound
  /// The user has a ruck that still runs, with that identifier.
  case activeSessionExists(UUID)
  /// A rule of the app is broken; the text says which.
  case businessLogicError(String)
  /// The store refused to save.
  case saveError(any Error)
  /// The store refused to read.
  case fetchError(any Error)
  /// Another device or the server couldn't be reached or understood.
  case syncError(any Error)

  /// What is wrong.
  public var errorDescription: String? {
    switch self {
    case .duplicateEmail: "An account with this email already exists"
    case .userNotFound: "User not found"
    case .sessionNotFound: "Rucking session not found"
    case .activeSessionExists(let id): "Active session \(id) already exists"
    case .businessLogicError(let message): message
    case .saveError(let error): "Failed to save: \(error.localizedDescription)"
    case .fetchError(let error): "Failed to fetch: \(error.localizedDescription)"
    case .syncError(let error): "Sync failed: \(error.localizedDescription)"
    }
  }
}
