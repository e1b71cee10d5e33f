// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKit

/// `cairn logout`: forgets the credentials of this device; the data stay.
struct Logout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Log out: this device syncs no more, and its data stay.",
    discussion: """
      The tokens are deleted here, and are worth nothing any more at the server if it can be reached. What \
      was not sent yet stays here until the same user logs in again.

      EXAMPLE
        cairn logout
      """
  )

  /// What was done, as JSON.
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
    let account = DeviceAccount(data)
    if try account.isDamaged() { return try setDamagedAside(account) }
    guard let login = try account.login(), login.isLoggedIn else {
      let record = Record(server: nil, user: nil, wasLoggedIn: false, isSessionEnded: false)
      return try output.write(record) { "Nobody was logged in.\n" }
    }
    let ways = try account.ways()
    try account.file.update { configuration in
      for name in ways.keys { configuration.containers[name]?.webAuthToken = nil }
    }
    var problem: (any Error)?
    for (name, way) in ways {
      do { try await CloudKitSignIn.signOut(of: name, way) } catch { problem = error }
    }
    if let problem {
      StandardError.write(
        "cairn: the server could not be told, where the session ends by itself after two weeks: "
          + "\(CommandError.describe(problem).printable)\n")
    }
    let record = Record(
      server: login.server, user: login.user, wasLoggedIn: true, isSessionEnded: problem == nil)
    try output.write(record) {
      "Logged \(login.user.printable) out of \(login.server.printable); the data stay here.\n"
    }
  }

  /// Nobody can say who was logged in by a file that can't be read.
  private func setDamagedAside(_ account: DeviceAccount) throws {
    let aside = try account.file.setAsideIfDamaged() ?? account.file.url
    let record = Record(server: nil, user: nil, wasLoggedIn: false, isSessionEnded: false)
    try output.write(record) {
      "Logged out. What could not be read is in \(aside.path(percentEncoded: false).printable); if it had a "
        + "session, that ends by itself after two weeks.\n"
    }
  }
}
