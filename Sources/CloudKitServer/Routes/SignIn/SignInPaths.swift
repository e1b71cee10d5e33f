// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The paths of the page to sign in at, below where the server is mounted.
enum SignInPaths {
  static let start = "/sign-in/"

  static func page(_ ticket: String) -> String { "\(start)1/\(ticket)" }
}
