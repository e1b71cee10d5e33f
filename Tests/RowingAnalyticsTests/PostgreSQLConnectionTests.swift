// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
import Testing

@Suite(.timeLimit(.minutes(15))) struct PostgreSQLConnectionTests {
  @Test func `values are bound, and results are texts or nil`() async throws {
    let connection = try await PostgreSQLConnection.open(try await PostgreSQLServer.database())
    let id = UUID()
    let rows = try await connection.run(
      "SELECT $1::text, $2::bigint, $3::uuid, $4::text, $5::boolean",
      [.text("'; DROP TABLE a; --\u{1F6A3}"), .integer(.min), .uuid(id), nil, .boolean(true)])
    #expect(
      rows.first == [
        "'; DROP TABLE a; --\u{1F6A3}", "-9223372036854775808", id.uuidString.lowercased(), nil,
        "t",
      ])
    await #expect(throws: PostgreSQLError.nulCharacter) {
      try await connection.run("SELECT $1::text", [.text("a\0b")])
    }
    await #expect(
      throws: PostgreSQLError.statementFailed(
        state: "42P01", message: "relation \"missing\" does not exist")
    ) {
      try await connection.run("SELECT * FROM missing")
    }
  }

  @Test func `a failed transaction is rolled back`() async throws {
    let connection = try await PostgreSQLConnection.open(try await PostgreSQLServer.database())
    try await connection.run("CREATE TABLE numbers (number INTEGER)")
    await #expect(throws: PostgreSQLError.self) {
      try await connection.transaction {
        try await connection.run("INSERT INTO numbers VALUES (1)")
        try await connection.run("SELECT 1 / 0")
      }
    }
    let inserted = try await connection.transaction {
      try await connection.run("INSERT INTO numbers VALUES (2), (3)").affected
    }
    #expect(inserted == 2)
    #expect(try await connection.run("SELECT sum(number) FROM numbers").value == "5")
  }

  @Test func `cancellation ends a statement on the server`() async throws {
    let connection = try await PostgreSQLConnection.open(try await PostgreSQLServer.database())
    let task = Task { try await connection.run("SELECT pg_sleep(600)") }
    let early = Task { try await connection.run("SELECT pg_sleep(600)") }
    early.cancel()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(try await connection.run("SELECT 1").value == "1")
  }

  @Test func `a missing libpq is reported with the Debian package`() throws {
    let error = try #require(throws: PostgreSQLError.self) {
      try PostgreSQLLibrary(fileName: "libpq-missing.so.5")
    }
    let text = try #require(error.errorDescription)
    #expect(text.contains("Install the Debian package libpq5"))
    #expect(text.contains("libpq-missing.so.5"))
  }

  @Test(arguments: [
    "postgresql://sam:hunter2@localhost/club", "postgresql://localhost/club?password=hunter2",
    "host=localhost password=hunter2", "host=localhost password = 'hunter2'",
    "postgresql://sam:hunter2%zz@localhost/club", "host=localhost passwort=hunter2",
    "postgresql://localhost/club?sslpassword=hunter2", "hunter2",
    "postgresql://sam:hunter2@localhost:notaport:1/club",
  ])
  func `a password in the connection string is refused and not repeated`(text: String) async throws
  {
    let error = try await #require(throws: PostgreSQLError.self) {
      try await PostgreSQLConnection.open(text)
    }
    #expect([.passwordInConnection, .malformedConnection].contains(error))
    #expect(!"\(error) \(error.localizedDescription)".contains("hunter2"))
  }

  @Test func `an unreachable server is reported`() async throws {
    let error = try await #require(throws: PostgreSQLError.self) {
      try await PostgreSQLConnection.open("host=/nonexistent dbname=club")
    }
    guard case .connectionFailed(let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(message.contains("/nonexistent"))
  }
}
