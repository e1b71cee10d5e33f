// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
import Foundation

extension Accounts {
  /// What the list of API tokens calls those of devices.
  static let deviceTokenName = "cairn login"

  /// The API token of all devices that sign in with name and password, made when it is first asked for.
  ///
  /// It follows from a secret of the server, so that each device gets the same: only its hash is kept.
  /// No page of another origin may use it. Whoever deletes it shuts out all devices until they sign in
  /// again.
  func deviceToken(container: String, environment: Environment) async throws -> String {
    let secret = try await storage.secret("device tokens")
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(environment.rawValue) \(container)".utf8), using: SymmetricKey(data: secret))
    let token = Secret.hexadecimal(code)
    let hash = Secret.hash(token.utf8)
    if try await storage.credentials(apiToken: hash, session: nil).token != nil { return token }
    _ = try await storage.addAPIToken(
      hash: hash, container: container, environment: environment, name: Self.deviceTokenName,
      allowedOrigins: [], callback: nil, at: now())
    return token
  }
}
