// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
import Synchronization

/// The statements of fragments that a connection prepares once, because they run frequently.
///
/// SQLite needs about as long to parse a fetch by key as to run it. A connection keeps the statements of the first
/// texts that run repeatedly, in GRDB's cache, which has no limit of its own.
enum FrequentStatements {
  /// The maximum number of texts.
  private static let limit = 500
  /// The maximum length of a text, in bytes: a longer one contains a list that hardly occurs again.
  private static let longest = 4096

  private struct State {
    /// The hash values of the frequent texts.
    var texts: Set<Int> = []
    /// The hash values of texts that ran once, lately.
    var latest = [Int](repeating: 0, count: 64)
    /// The addresses of statements in use, which may not run a second time at once.
    var running: Set<Int> = []
  }

  private static let state = Mutex(State())

  /// Runs `body` with a statement for a text.
  static func run<R>(_ sql: String, _ database: Database, _ body: (OpaquePointer) throws -> R)
    throws
    -> R
  {
    if isFrequent(sql) {
      let statement = try database.cachedStatement(sql: sql)
      let address = Int(bitPattern: statement.sqliteStatement)
      if state.withLock({ $0.running.insert(address).inserted }) {
        defer { _ = state.withLock { $0.running.remove(address) } }
        return try body(statement.sqliteStatement)
      }
    }
    // A fetch may run inside of another one, such as in the closure of an enumeration.
    let statement = try database.makeStatement(sql: sql)
    return try withExtendedLifetime(statement) { try body(statement.sqliteStatement) }
  }

  private static func isFrequent(_ sql: String) -> Bool {
    if sql.utf8.count > longest { return false }
    let hash = sql.hashValue
    return state.withLock { state in
      if state.texts.contains(hash) { return true }
      if state.texts.count == limit { return false }
      let index = hash & 63
      if state.latest[index] != hash {
        state.latest[index] = hash
        return false
      }
      state.texts.insert(hash)
      return true
    }
  }
}
