// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Who is logged in, as JSON.
struct LoginRecord: Encodable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case server, user, apps
    case isLoggedIn = "logged_in"
  }

  let server: String
  let user: String
  let isLoggedIn: Bool
  /// The apps that sync.
  let apps: [String]
}
