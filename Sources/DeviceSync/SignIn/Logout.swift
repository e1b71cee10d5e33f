// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation

/// `cairn logout`: deletes this device's credentials and keeps the data.
struct Logout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Log out: stop syncing this device, and keep its data.",
    discussion: """
      The command deletes the tokens here and, if the server can be reached, ends the session \
      there. Unsent changes stay here until the same user logs in again.

      EXAMPLE
        cairn logout
      """
  )

  /// The result, as JSON.
  private struct Record: Encodable {
    private enum CodingKeys: String, CodingKey {
      case server, user
      case wasLoggedIn = "was_logged_in"
      case isSessionEnded = "session_ended"
    }

    let server: String?
    let user: String?
    let wasLoggedIn: Bool
    let isSessionEnded: Bool
  }

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    switch try await SignOut.run(DeviceAccount(data)) {
    case .none:
      let record = Record(server: nil, user: nil, wasLoggedIn: false, isSessionEnded: false)
      try output.write(record) { "No user was logged in.\n" }
    case .movedDamaged(let aside):
      let record = Record(server: nil, user: nil, wasLoggedIn: false, isSessionEnded: false)
      try output.write(record) {
        "Logged out. The unreadable credentials were moved to "
          + "\(aside.path(percentEncoded: false).printable); their session expires after two "
          + "weeks.\n"
      }
    case .signedOut(let login, let problem):
      if let problem { StandardError.write("cairn: \(SignOut.warning(problem))\n") }
      let record = Record(
        server: login.server, user: login.user, wasLoggedIn: true, isSessionEnded: problem == nil)
      try output.write(record) {
        "Logged \(login.user.printable) out of \(login.server.printable); the data stays here.\n"
      }
    }
  }
}
