// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The functions of libpq, which is loaded at the first use.
///
/// A program that uses no PostgreSQL starts without libpq.
package struct PostgreSQLLibrary: Sendable {
  /// The file name of libpq.
  package static let fileName = "libpq.so.5"
  /// The Debian package that contains libpq.
  package static let packageName = "libpq5"

  /// The result of loading libpq, once in a process.
  private static let shared = Result { () throws(PostgreSQLError) in
    try PostgreSQLLibrary(fileName: fileName)
  }

  let functions: PostgreSQLFunctions

  /// Loads libpq, unless the process has done so.
  ///
  /// - Throws: ``PostgreSQLError/libraryMissing(reason:)``.
  package static func load() throws(PostgreSQLError) -> PostgreSQLLibrary { try shared.get() }

  /// Loads libpq from a file that the dynamic linker finds by its name.
  ///
  /// - Throws: ``PostgreSQLError/libraryMissing(reason:)``.
  package init(fileName: String) throws(PostgreSQLError) {
    functions = try PostgreSQLFunctions(fileName: fileName)
  }

  /// The version of libpq, such as 150013 for 15.13.
  package var version: Int { functions.version }

  /// Checks a connection string or URL.
  ///
  /// Other users of the machine can read a process's arguments, so passwords belong elsewhere.
  ///
  /// - Throws: ``PostgreSQLError/passwordInConnection``, or
  ///   ``PostgreSQLError/malformedConnection``. Neither contains the text, in which a password may
  ///   be anywhere.
  package func check(connection text: String) throws(PostgreSQLError) {
    guard !text.utf8.contains(0), let hasPassword = functions.hasPassword(connection: text) else {
      throw .malformedConnection
    }
    if hasPassword { throw .passwordInConnection }
  }
}
