// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// Whose quota is meant: a container's, each of its users', or one user's.
struct QuotaTarget: ParsableArguments {
  @Option(help: "The container.")
  var container: String

  @Flag(help: "Of each user of whom nothing else is said, instead of the container as a whole.")
  var eachUser = false

  @Option(help: ArgumentHelp("Of this user.", valueName: "name"))
  var user: String?

  func validate() throws {
    guard !eachUser || user == nil else {
      throw ValidationError("Give either --each-user or --user.")
    }
  }

  /// Sets the quota in bytes; nil for no limit.
  func set(_ bytes: Int64?, in accounts: Accounts) async throws {
    if let user {
      try await accounts.setQuota(ofUser: user, in: container, bytes)
    } else if eachUser {
      try await accounts.setQuota(ofEachUserIn: container, bytes)
    } else {
      try await accounts.setQuota(ofContainer: container, bytes)
    }
  }
}
