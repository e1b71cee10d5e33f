// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import CloudKitMirroring
import Foundation

/// The place in which a user carries out the remedy of a message.
package enum RemedyPlace: Sendable {
  /// A terminal: remedies are subcommands of `cairn`.
  case command
  /// The pages of sync: remedies are their links and forms.
  case pages
}

/// Messages for sync errors, with remedies.
enum SyncFailure {
  static func message(
    _ error: any Error, _ account: DeviceAccount, in place: RemedyPlace = .command
  ) throws -> String {
    guard let error = error as? CKError else { return CommandError.describe(error) }
    let login = try account.login()
    let server = (login?.server ?? "the server").printable
    switch error.code {
    case .notAuthenticated:
      guard let login, login.isLoggedIn else { return "no user is logged in any more" }
      let failure = "the session of this device on \(server) has ended"
      return switch place {
      case .command:
        "\(failure): run cairn login \(server) --user \(login.user.printable) again"
      case .pages: "\(failure), and local changes are kept: sign in again"
      }
    case _ where error.isAboutTrust:
      // Retrying doesn't help.
      let failure =
        "\(error.localizedDescription.printable) Local changes are kept; if the server has a new "
        + "certificate, "
      return switch place {
      case .command:
        failure + "run cairn login \(server) --user \((login?.user ?? "NAME").printable) "
          + "--certificate-authority FILE"
      case .pages: failure + "sign out, and sign in again with its certificate authority"
      }
    case .networkUnavailable, .networkFailure, .serverResponseLost:
      return
        "\(server) can't be reached; local changes are kept and sent later "
        + "(\(error.localizedDescription.printable))"
    case .serviceUnavailable, .requestRateLimited, .zoneBusy:
      return
        "\(server) is temporarily unavailable; local changes are kept and sent later "
        + "(\(error.localizedDescription.printable))"
    case .partialFailure:
      return
        "\(error.localizedDescription.printable) All other records were sent and fetched; the "
        + "failed ones are retried at the next sync"
    case .permissionFailure:
      return "\(server) denied permission: \(error.localizedDescription.printable)"
    default: return error.localizedDescription.printable
    }
  }

  /// The reason that a store doesn't sync; nil if it does.
  static func message(
    _ status: SyncStatus, _ account: DeviceAccount, in place: RemedyPlace = .command
  ) throws -> String? {
    switch (status.pause, place) {
    case (.otherAccount, .pages):
      return
        "the data of this machine belongs to another account and is not sent: sign out, and sign in "
        + "to that account"
    case (.otherAccount, .command):
      return
        "the data in \(account.path) belongs to another account and is not sent: log in as before, "
        + "choose another folder with --data, or assign it to this account with cairn login URL "
        + "--user NAME --move"
    case (.signedOut, .command): return "no user is logged in any more: run cairn login"
    case (.signedOut, .pages): return "no user is signed in any more: sign in again"
    case (.quotaExceeded, _):
      let records =
        status.pendingCount == 1 ? "1 record waits" : "\(status.pendingCount) records wait"
      return "your quota on the server is used up: \(records) here until space is freed"
    case (nil, _): return try status.lastError.map { try message($0, account, in: place) }
    }
  }

  /// The reason that a store doesn't sync, or its first rejected record; nil if all is well.
  static func message(
    _ status: SyncStatus, _ refusals: [Refusal], _ account: DeviceAccount,
    in place: RemedyPlace = .command
  ) throws -> String? {
    let message = try message(status, account, in: place)
    guard let first = refusals.first else { return message }
    let isAboutThem =
      switch status.lastError {
      case nil: status.pause == nil
      case let error?: error.code == .partialFailure
      }
    return isAboutThem ? Self.message(first, of: status.rejectedCount) : message
  }

  /// The number of rejected records, and the reason for the first.
  static func message(_ first: Refusal, of count: Int) -> String {
    "refused \(count): \(count == 1 ? "" : "the first is ")\(first.recordName.printable): "
      + first.reason.printable
  }
}
