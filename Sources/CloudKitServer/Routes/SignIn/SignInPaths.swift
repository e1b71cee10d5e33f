// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The paths to sign in at, below where the server is mounted.
enum SignInPaths {
  static let start = "/sign-in/"

  /// Where devices sign in and out, without a page.
  static let devices = "\(start)2/sessions"
  static let devicesEnd = "\(start)2/sessions/end"

  static func page(_ ticket: String) -> String { "\(start)1/\(ticket)" }
}
