// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL
import Foundation

/// The functions of libpq.
///
/// This file alone imports the C module. Connections, results and cancellations are pointers to libpq's opaque types. Messages are texts of libpq.
struct PostgreSQLFunctions: Sendable {
  private let functions: CairnPostgreSQL

  /// Loads libpq from a file that the dynamic linker finds by its name.
  ///
  /// - Throws: ``PostgreSQLError/libraryMissing(reason:)``.
  init(fileName: String) throws(PostgreSQLError) {
    var functions = CairnPostgreSQL()
    var reason = [CChar](repeating: 0, count: 512)
    guard cairn_postgresql_load(fileName, &functions, &reason, reason.count) != 0 else {
      throw .libraryMissing(
        reason: String(
          decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    self.functions = functions
  }

  /// The version of libpq, such as 150013 for 15.13.
  var version: Int { Int(functions.library_version()) }

  /// Returns whether a connection string contains a password; nil for a malformed one.
  func hasPassword(connection text: String) -> Bool? {
    var message: UnsafeMutablePointer<CChar>?
    let options = functions.parse(text, &message)
    if let message { functions.free_memory(message) }
    guard let options else { return nil }
    defer { functions.free_options(options) }
    return cairn_postgresql_has_password(options) != 0
  }

  // MARK: Connections

  /// Connects with options, of which later ones precede earlier ones; nil without memory.
  func connect(_ options: [(keyword: String, value: String)]) -> UnsafeMutableRawPointer? {
    let keywords = options.map { strdup($0.keyword) }
    let values = options.map { strdup($0.value) }
    defer { for string in keywords + values { free(string) } }
    return (keywords.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { keywords in
      (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
        functions.connect(keywords.baseAddress, values.baseAddress, 1)
      }
    }
  }

  /// Discards the notices of a connection, which libpq prints to standard error by default.
  func discardNotices(_ connection: UnsafeMutableRawPointer) {
    var functions = functions
    cairn_postgresql_discard_notices(&functions, connection)
  }

  /// Returns whether a connection is open and sound.
  func isConnected(_ connection: UnsafeMutableRawPointer) -> Bool {
    functions.status(connection) == 0
  }

  /// Returns the message of a connection's last failure.
  func errorMessage(_ connection: UnsafeMutableRawPointer) -> String? {
    functions.error_message(connection).map { String(cString: $0) }
  }

  /// Closes a connection, and releases its memory.
  func finish(_ connection: UnsafeMutableRawPointer) { functions.finish(connection) }

  // MARK: Statements

  /// Sends a statement with values as texts; nil stands for NULL.
  ///
  /// - Returns: False if it can't be sent.
  func send(
    _ sql: String, _ values: [String?], to connection: UnsafeMutableRawPointer
  ) -> Bool {
    let copies = values.map { value in value.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      functions.send_query(
        connection, sql, Int32(values.count), nil, $0.baseAddress, nil, nil, 0)
    } != 0
  }

  /// Returns whether the next result is incomplete.
  func isBusy(_ connection: UnsafeMutableRawPointer) -> Bool { functions.is_busy(connection) != 0 }

  /// Returns the descriptor of a connection's socket.
  func socket(_ connection: UnsafeMutableRawPointer) -> Int32 { functions.socket(connection) }

  /// Reads the bytes that have arrived; false after a failure.
  func consumeInput(_ connection: UnsafeMutableRawPointer) -> Bool {
    functions.consume_input(connection) != 0
  }

  /// Returns the next result, which the caller must clear; nil after the last one.
  func nextResult(_ connection: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    functions.get_result(connection)
  }

  // MARK: Cancellations

  /// Returns a cancellation of the running statement, which the caller must release; nil after a failure.
  func cancellation(_ connection: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    functions.get_cancel(connection)
  }

  /// Asks the server to cancel the statement.
  func cancel(_ cancellation: UnsafeMutableRawPointer) {
    var message = [CChar](repeating: 0, count: 256)
    _ = functions.cancel(cancellation, &message, Int32(message.count))
  }

  /// Releases the memory of a cancellation.
  func release(cancellation: UnsafeMutableRawPointer) { functions.free_cancel(cancellation) }

  // MARK: Results

  /// Returns the status of a result: 1 for a command without rows, 2 for rows.
  func status(result: UnsafeMutableRawPointer) -> Int32 { functions.result_status(result) }

  /// Returns the rows of a result, as texts; nil stands for NULL.
  func rows(_ result: UnsafeMutableRawPointer) -> [[String?]] {
    let columns = functions.column_count(result)
    return (0..<functions.row_count(result)).map { row in
      (0..<columns).map { column -> String? in
        guard functions.is_null(result, row, column) == 0 else { return nil }
        return functions.value(result, row, column).map { String(cString: $0) }
      }
    }
  }

  /// Returns the number of rows that a statement changed; 0 for other statements.
  func affectedRows(_ result: UnsafeMutableRawPointer) -> Int {
    functions.affected_rows(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// Returns the SQLSTATE of a failed statement.
  func state(_ result: UnsafeMutableRawPointer) -> String? {
    // PG_DIAG_SQLSTATE.
    functions.result_error_field(result, 67).map { String(cString: $0) }
  }

  /// Returns the message of a failed statement.
  func message(_ result: UnsafeMutableRawPointer) -> String? {
    // PG_DIAG_MESSAGE_PRIMARY.
    (functions.result_error_field(result, 77) ?? functions.result_error_message(result))
      .map { String(cString: $0) }
  }

  /// Releases the memory of a result.
  func clear(_ result: UnsafeMutableRawPointer) { functions.clear(result) }
}
