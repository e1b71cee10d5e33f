// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import PostgreSQL
import Testing

@Suite(.timeLimit(.minutes(15))) struct AnalyticsCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Runs a subcommand of `cairn row analytics`.
  private func analytics(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> CommandResult {
    try await workspace.cairn(["row", "analytics"] + arguments, environment: environment)
  }

  private func importSeason() async throws {
    let result = try await workspace.cairn(
      "row", "import", RowingFixture.season.path, RowingFixture.result.path)
    try #require(result.status == 0, "\(result)")
  }

  @Test(arguments: [["--json"], []])
  func `the reports with and without PostgreSQL are equal byte for byte`(format: [String])
    async throws
  {
    let database = try await PostgreSQLServer.database()
    try await importSeason()
    let created = try await analytics("init", "--own", "--database", database)
    #expect(created.status == 0, "\(created)")
    let refreshed = try await analytics("refresh", "--database", database, "--json")
    #expect(refreshed.status == 0, "\(refreshed)")
    let stored = try await workspace.cairn(
      ["row", "analytics", "report", "--database", database] + format)
    let calculated = try await workspace.cairn(["row", "analytics", "report", "--own"] + format)
    #expect(stored.status == 0, "\(stored)")
    #expect(stored.outputData.count > 1000)
    #expect(stored.outputData == calculated.outputData)
    let dropped = try await analytics("drop", "--database", database)
    #expect(dropped.output == "The schema cairn_rowing is deleted.\n")
    let again = try await analytics("report", "--database", database)
    #expect(again.status == 1)
    #expect(again.error.contains("cairn row analytics init"))
  }

  @Test func `libpq's environment selects the database, and the password file the password`()
    async throws
  {
    let parts = try await PostgreSQLServer.database(user: "locked").split(separator: " ")
      .map { String($0.split(separator: "=")[1]) }
    try await importSeason()
    let variables = ["PGHOST": parts[0], "PGDATABASE": parts[1], "PGUSER": parts[2]]
    let denied = try await analytics("init", "--own", environment: variables)
    #expect(denied.status == 1)
    #expect(denied.error.contains("no password supplied"), "\(denied)")
    let wrong = try await analytics(
      "init", "--own", environment: variables.merging(["PGPASSWORD": "hunter2"]) { $1 })
    #expect(wrong.status == 1)
    #expect(!"\(wrong)".contains("hunter2"))
    let file = try workspace.write("*:*:*:locked:correct-horse\n", to: "passwords")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let created = try await analytics(
      "init", "--own", environment: variables.merging(["PGPASSFILE": file]) { $1 })
    #expect(created.status == 0, "\(created)")
    #expect(!"\(created)".contains("correct-horse"))
  }

  @Test(arguments: ["init --own", "refresh", "report", "drop"])
  func `a password in --database is refused and not repeated`(command: String) async throws {
    for text in [
      "postgresql://sam:hunter2@localhost/club", "postgresql://sam:hunter2%zz@localhost/club",
      "host=/tmp password=hunter2",
    ] {
      let result = try await workspace.cairn(
        ["row", "analytics"] + command.split(separator: " ").map(String.init)
          + ["--database", text])
      #expect(result.status == 1)
      #expect(!"\(result)".contains("hunter2"), "\(result)")
      #expect(result.error.hasPrefix("cairn: The database's connection string"), "\(result)")
    }
  }

  @Test(arguments: [1, 2, 3])
  func `a password in an unexpected argument is not repeated`(place: Int) async throws {
    var arguments = ["row", "analytics", "refresh", "--json"]
    arguments.insert("postgresql://sam:hunter2@localhost/club", at: place + 1)
    let result = try await workspace.cairn(arguments)
    #expect(result.status != 0)
    #expect(!"\(result)".contains("hunter2"), "\(result)")
  }

  @Test func `kills of refreshing processes leave rows that the next refresh completes`()
    async throws
  {
    let database = try await PostgreSQLServer.database()
    try await importSeason()
    let created = try await analytics("init", "--own", "--database", database)
    #expect(created.status == 0, "\(created)")
    var delay = Duration.milliseconds(20)
    var kills = 0
    while true {
      let running = try workspace.startCairn("row", "analytics", "refresh", "--database", database)
      try await Task.sleep(for: delay)
      running.send(SIGKILL)
      guard try await running.result().wasKilled else { break }
      kills += 1
      // A refresh takes long on a loaded machine.
      delay = delay * 1.5
    }
    #expect(kills > 0)
    let stored = try await analytics("report", "--database", database, "--json")
    let calculated = try await analytics("report", "--own", "--json")
    #expect(stored.status == 0, "\(stored)")
    #expect(stored.outputData == calculated.outputData)
  }

  @Test func `a role without a right gets the rights that it needs`() async throws {
    let database = try await PostgreSQLServer.database()
    try await importSeason()
    let created = try await analytics("init", "--own", "--database", database)
    #expect(created.status == 0, "\(created)")
    let role = "reader_" + UUID().uuidString.prefix(8).lowercased()
    let owner = try await PostgreSQLConnection.open(database)
    try await owner.run("CREATE ROLE \(role) LOGIN")
    try await owner.run("GRANT USAGE ON SCHEMA cairn_rowing TO \(role)")
    let reader = database.replacing("user=cairn", with: "user=\(role)")
    let report = try await analytics("report", "--database", reader)
    #expect(report.status == 1)
    #expect(report.error.contains("permission denied"), "\(report)")
    #expect(report.error.contains("USAGE, and on its tables SELECT, on the schema"), "\(report)")
    try await owner.run("GRANT SELECT ON ALL TABLES IN SCHEMA cairn_rowing TO \(role)")
    let allowed = try await analytics("report", "--database", reader)
    #expect(allowed.status == 0, "\(allowed)")
    let refresh = try await analytics("refresh", "--database", reader)
    #expect(refresh.status == 1)
    #expect(refresh.error.contains("SELECT, INSERT, UPDATE and DELETE"), "\(refresh)")
  }

  @Test func `without libpq other commands work, and the package is named`() async throws {
    let result = try await workspace.mountingShell(
      """
      for file in $(ldconfig -p | sed -n 's/.*libpq\\.so\\.5 .*=> //p'); do
        mount --bind /dev/null "$(readlink -f "$file")"
      done
      "$cairn" row list
      "$cairn" row analytics refresh --database dbname=club
      """)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("No sessions yet."))
    #expect(result.error.contains("sudo apt-get install libpq5"), "\(result)")
  }

  @Test func `a report without a database or athletes explains the choice`() async throws {
    let result = try await analytics("report", "--own", "--team", "Club")
    #expect(result.status != 0)
    #expect(result.error.contains("Give --own or --team, not both."))
    let scope = try await analytics("init")
    #expect(scope.status != 0)
    #expect(scope.error.contains("Give --own, or --team with the name of a team."))
  }
}
