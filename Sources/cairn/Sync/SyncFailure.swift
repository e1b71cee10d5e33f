// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation

/// What went wrong with syncing, in words that say what to do.
enum SyncFailure {
  static func words(_ error: any Error, _ account: DeviceAccount) throws -> String {
    guard let error = error as? CKError else { return CommandError.describe(error) }
    let login = try account.login()
    let server = (login?.server ?? "the server").printable
    switch error.code {
    case .notAuthenticated:
      guard let login, login.isLoggedIn else { return "nobody is logged in any more" }
      return
        "\(server) doesn't know the session of this device any more: run cairn login \(server) --user "
        + "\(login.user.printable) again"
    case _ where error.isAboutTrust:
      // Nothing comes of waiting.
      return
        "\(error.localizedDescription.printable) What was changed here is kept; if the server has a new "
        + "certificate, run cairn login \(server) --user \((login?.user ?? "NAME").printable) "
        + "--certificate-authority FILE"
    case .networkUnavailable, .networkFailure, .serverResponseLost:
      return
        "\(server) can't be reached; what was changed here is kept and sent later "
        + "(\(error.localizedDescription.printable))"
    case .serviceUnavailable, .requestRateLimited, .zoneBusy:
      return
        "\(server) can't do it now; what was changed here is kept and sent later "
        + "(\(error.localizedDescription.printable))"
    case .partialFailure:
      return
        "\(error.localizedDescription.printable) What is about other records was sent and fetched; this is "
        + "tried again with the next sync"
    case .permissionFailure:
      return "\(server) refuses it: \(error.localizedDescription.printable)"
    default: return error.localizedDescription.printable
    }
  }

  /// Why a store is not in step; nil if it is.
  static func words(_ status: SyncStatus, _ account: DeviceAccount) throws -> String? {
    switch status.pause {
    case .otherAccount:
      return
        "the data in \(account.path) are those of another account, and are not sent: log in as before, choose "
        + "another folder with --data, or give them to this account with cairn login URL --user NAME --move"
    case .signedOut: return "nobody is logged in any more: run cairn login"
    case .quotaExceeded:
      let records =
        status.pendingCount == 1 ? "1 record waits" : "\(status.pendingCount) records wait"
      return "your room on the server is used up: \(records) here until there is some"
    case nil: return try status.lastError.map { try words($0, account) }
    }
  }

  /// Why a store is not in step, with the records that are not taken; nil if it is.
  static func words(
    _ status: SyncStatus, _ refusals: [Refusal], _ account: DeviceAccount
  ) throws -> String? {
    let words = try words(status, account)
    guard let first = refusals.first else { return words }
    let isAboutThem =
      switch status.lastError {
      case nil: status.pause == nil
      case let error?:
        error.code == .partialFailure
          || refusals.contains { $0.reason.hasSuffix(error.localizedDescription) }
      }
    return isAboutThem ? Self.words(first, of: status.refusedCount) : words
  }

  /// How many records are not taken, and why the first is not.
  static func words(_ first: Refusal, of count: Int) -> String {
    "refused \(count): \(count == 1 ? "" : "the first is ")\(first.recordName.printable): "
      + first.reason.printable
  }
}
