// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Whose and where a token is good: it is refused for anybody and anywhere else.
package struct TokenScope: Sendable, Hashable {
  package var container: String
  package var environment: Environment
  package var database: DatabaseScope
  /// Nil where nobody is signed in.
  package var userRecordName: String?

  package init(
    container: String, environment: Environment, database: DatabaseScope, userRecordName: String?
  ) {
    self.container = container
    self.environment = environment
    self.database = database
    self.userRecordName = userRecordName
  }

  /// Each part with its length before it, so that no two scopes have the same bytes.
  var bytes: [UInt8] {
    var writer = TokenWriter()
    writer.string(container)
    writer.string(environment.rawValue)
    writer.string(database.rawValue)
    writer.integer(userRecordName == nil ? 0 : 1)
    writer.string(userRecordName ?? "")
    return writer.bytes
  }
}
