// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
public import Foundation

/// Decides how a program reacts to an error of sync.
///
/// ```swift
/// do {
///   _ = try await CloudKitConfig.privateDatabase.modifyRecords(saving: records, deleting: [])
/// } catch {
///   show(CloudKitSyncMonitor.handleSyncError(error))
/// }
/// ```
public struct CloudKitSyncMonitor: Sendable {
  /// A reaction to an error.
  public indirect enum Reaction: Sendable, Hashable {
    /// The items that failed, by their identifiers' descriptions, each with its own reaction.
    case resolve([String: Reaction])
    /// Sync pauses until the user has acted: the remedy says how.
    case pause(remedy: String)
    /// Sync is retried after the delay in seconds.
    case retry(after: TimeInterval)
    /// Merging resolves the conflict; nothing is left to do.
    case merge
  }

  /// The delay before a retry, unless the server names one, in seconds.
  public static let retryDelay: TimeInterval = 30

  /// Returns the reaction to an error.
  ///
  /// A partial failure is resolved item by item. A quota pauses sync with the remedy. Every other
  /// error is retried, after the server's delay if it names one.
  ///
  /// - Parameter error: An error of a CloudKit operation.
  /// - Returns: The reaction.
  @discardableResult
  public static func handleSyncError(_ error: any Error) -> Reaction {
    guard let error = error as? CKError else { return .retry(after: retryDelay) }
    switch error.code {
    case .partialFailure:
      let items = error.partialErrorsByItemID ?? [:]
      return .resolve(
        Dictionary(
          items.map { (describe($0.key.base), handleSyncError($0.value)) },
          uniquingKeysWith: { first, _ in first }))
    case .quotaExceeded:
      return .pause(
        remedy: "The account's storage is full. Delete sessions, or ask the server's operator to "
          + "raise the quota; sync then continues.")
    case .notAuthenticated:
      return .pause(remedy: "The sign-in has expired. Sign in again; sync then continues.")
    case .serverRecordChanged:
      return .merge
    default:
      return .retry(after: error.retryAfterSeconds ?? retryDelay)
    }
  }

  private static func describe(_ identifier: Any) -> String {
    (identifier as? CKRecord.ID)?.recordName ?? String(describing: identifier)
  }
}
