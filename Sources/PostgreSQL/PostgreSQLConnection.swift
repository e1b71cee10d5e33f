// Cairn
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// A connection to a PostgreSQL server.
///
/// ```swift
/// let connection = try await PostgreSQLConnection.open("postgresql://sam@localhost/club")
/// let rows = try await connection.run("SELECT $1::int + 1", [.integer(41)])
/// ```
///
/// Statements run one at a time, in the order of calls, on a thread of their own. Cancellation of
/// the task cancels the statement on the server. The connection ends with its last reference.
package final class PostgreSQLConnection: Sendable {
  /// The pointer to a `PGconn`, which only the queue uses, one statement at a time.
  ///
  /// Unchecked because pointers aren't sendable; remove it when libpq has an annotated module.
  private struct Handle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
  }

  private let library: PostgreSQLLibrary
  private let handle: Handle
  private let queue: DispatchQueue

  private init(_ library: PostgreSQLLibrary, _ handle: Handle, _ queue: DispatchQueue) {
    self.library = library
    self.handle = handle
    self.queue = queue
  }

  deinit { library.functions.finish(handle.pointer) }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - text: A connection string or URL without a password; an empty one for the environment's
  ///     values. libpq reads the password from `PGPASSWORD` or the password file.
  ///   - application: The name that the server shows for the connection.
  /// - Returns: The connection, with times in UTC and without notices.
  /// - Throws: A ``PostgreSQLError``.
  package static func open(
    _ text: String = "", application: String = "cairn"
  ) async throws -> PostgreSQLConnection {
    let library = try PostgreSQLLibrary.load()
    try library.check(connection: text)
    let queue = DispatchQueue(label: "PostgreSQL")
    let handle = try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try connect(library, text, application) })
      }
    }
    let connection = PostgreSQLConnection(library, handle, queue)
    try await connection.run("SET TIME ZONE 'UTC'")
    return connection
  }

  private static func connect(
    _ library: PostgreSQLLibrary, _ text: String, _ application: String
  ) throws(PostgreSQLError) -> Handle {
    // Later keywords precede earlier ones, and the expanded `dbname` is the last.
    var options = [(keyword: "fallback_application_name", value: application)]
    if ProcessInfo.processInfo.environment["PGCONNECT_TIMEOUT"] == nil {
      options.append(("connect_timeout", "10"))
    }
    options.append(("client_encoding", "UTF8"))
    options.append(("dbname", text))
    let functions = library.functions
    guard let pointer = functions.connect(options) else {
      throw .connectionFailed("there is no memory for it.")
    }
    guard functions.isConnected(pointer) else {
      let message = Self.text(functions.errorMessage(pointer))
      functions.finish(pointer)
      throw .connectionFailed(message)
    }
    functions.discardNotices(pointer)
    return Handle(pointer: pointer)
  }

  /// Runs a statement with bound values.
  ///
  /// - Parameters:
  ///   - sql: One statement with the parameters `$1`, `$2` and so on.
  ///   - values: The values of the parameters.
  /// - Returns: The rows.
  /// - Throws: A ``PostgreSQLError``, or `CancellationError`.
  @discardableResult
  package func run(_ sql: String, _ values: [PostgreSQLValue] = []) async throws -> PostgreSQLRows {
    let texts = values.map(\.text)
    guard !sql.utf8.contains(0), !texts.contains(where: { $0?.utf8.contains(0) == true }) else {
      throw PostgreSQLError.nulCharacter
    }
    let running = RunningStatement()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(with: Result { try self.perform(sql, texts, running) })
        }
      }
    } onCancel: {
      running.cancel()
    }
  }

  /// Performs a body in one transaction: all of its statements take effect, or none.
  ///
  /// - Parameter body: The body; other tasks must not use the connection meanwhile.
  /// - Returns: The body's result.
  /// - Throws: The body's error, or a ``PostgreSQLError``.
  package func transaction<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    try await run("BEGIN")
    do {
      let value = try await body()
      try await run("COMMIT")
      return value
    } catch {
      // A cancelled task can't wait for a statement: the rollback is a task of its own. A lost
      // connection has rolled back already.
      _ = await Task { try await self.run("ROLLBACK") }.result
      throw error
    }
  }

  // MARK: The queue

  private func perform(
    _ sql: String, _ values: [String?], _ running: RunningStatement
  ) throws -> PostgreSQLRows {
    let (functions, pointer) = (library.functions, handle.pointer)
    guard functions.send(sql, values, to: pointer) else { throw failure() }
    guard let cancellation = functions.cancellation(pointer) else { throw failure() }
    let token = Handle(pointer: cancellation)
    running.begin { functions.cancel(token.pointer) }
    defer {
      running.end()
      functions.release(cancellation: cancellation)
    }
    var rows = PostgreSQLRows(rows: [], affected: 0)
    var error: (any Error)?
    while let result = nextResult(running) {
      defer { functions.clear(result) }
      do {
        rows = try read(result)
      } catch let failure {
        error = error ?? failure
      }
    }
    if let error {
      if running.isCancelled, case .statementFailed("57014", _) = error as? PostgreSQLError {
        throw CancellationError()
      }
      throw error
    }
    return rows
  }

  /// Waits for the next result; nil after the last one.
  ///
  /// A server ignores a cancellation that it receives before the statement, so it is repeated.
  private func nextResult(_ running: RunningStatement) -> UnsafeMutableRawPointer? {
    let (functions, pointer) = (library.functions, handle.pointer)
    while functions.isBusy(pointer) {
      var descriptor = pollfd(
        fd: functions.socket(pointer), events: Int16(POLLIN), revents: 0)
      let isReady = poll(&descriptor, 1, 200) != 0
      if isReady, !functions.consumeInput(pointer) { break }
      if !isReady, running.isCancelled { running.cancel() }
    }
    return functions.nextResult(pointer)
  }

  private func read(_ result: UnsafeMutableRawPointer) throws(PostgreSQLError) -> PostgreSQLRows {
    let functions = library.functions
    switch functions.status(result: result) {
    case 1, 2:  // PGRES_COMMAND_OK, PGRES_TUPLES_OK
      return PostgreSQLRows(rows: functions.rows(result), affected: functions.affectedRows(result))
    default:
      guard functions.isConnected(handle.pointer) else { throw failure() }
      let state = Self.text(functions.state(result))
      let message = Self.text(functions.message(result))
      // The classes of failed connections and of a server that ends them.
      if state.hasPrefix("08") || state.hasPrefix("57P") { throw .connectionLost(message + ".") }
      throw .statementFailed(state: state, message: message)
    }
  }

  private func failure() -> PostgreSQLError {
    .connectionLost(Self.text(library.functions.errorMessage(handle.pointer)))
  }

  /// The message of libpq in one line.
  private static func text(_ message: String?) -> String {
    let line = (message ?? "").split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    .joined(separator: " ")
    return line.isEmpty ? "unknown reason." : line
  }
}

/// The cancellation of one statement, which may precede its dispatch.
private final class RunningStatement: Sendable {
  private struct State {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Records a dispatched statement; performs an earlier cancellation.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.cancel = cancel
      if state.isCancelled { cancel() }
    }
  }

  /// Records the statement's end.
  func end() { state.withLock { $0.cancel = nil } }

  /// Cancels the statement.
  ///
  /// The lock prevents the release of the pointer meanwhile.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.cancel?()
    }
  }
}
