// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A failure of libpq, of a connection, or of a statement.
package enum PostgreSQLError: Error, LocalizedError, Equatable, Sendable {
  /// The dynamic linker doesn't find libpq.
  case libraryMissing(reason: String)
  /// The connection string or URL is malformed.
  case malformedConnection
  /// The connection string or URL contains a password.
  case passwordInConnection
  /// The server isn't reachable, or rejects the sign-in.
  case connectionFailed(String)
  /// The connection has ended.
  case connectionLost(String)
  /// The server rejects a statement; the state is the five characters of SQLSTATE.
  case statementFailed(state: String, message: String)
  /// A text value contains the character U+0000, which PostgreSQL can't store.
  case nulCharacter

  /// The failure and the remedy.
  package var errorDescription: String? {
    switch self {
    case .libraryMissing(let reason):
      "PostgreSQL's client library can't be loaded: \(reason). Install the Debian package "
        + "\(PostgreSQLLibrary.packageName): sudo apt-get install \(PostgreSQLLibrary.packageName)"
    case .malformedConnection:
      "The database's connection string is malformed. Give a URL such as "
        + "postgresql://user@host:5432/name, or pairs such as host=/run/postgresql dbname=name."
    case .passwordInConnection:
      "The database's connection string contains a password, which other users of this machine "
        + "can read. Remove it, change the password, and store the new one in ~/.pgpass, in the "
        + "file that PGPASSFILE names, or in PGPASSWORD."
    case .connectionFailed(let message):
      "The connection to PostgreSQL failed: \(message) Check the server, and the address, database "
        + "and user in --database or in libpq's environment, such as PGHOST."
    case .connectionLost(let message):
      "The connection to PostgreSQL was lost: \(message) Repeat the command; an interrupted "
        + "transaction changes nothing."
    case .statementFailed(state: "42501", let message):
      "PostgreSQL denies a permission: \(message). Ask the database's owner for it, or use a "
        + "database of your own."
    case .statementFailed(let state, let message):
      "PostgreSQL rejected a statement (\(state)): \(message)"
    case .nulCharacter:
      "A text contains the character U+0000, which PostgreSQL can't store. Remove it."
    }
  }
}
