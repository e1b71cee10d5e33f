// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQL
import Synchronization

/// A PostgreSQL 15 server of this test process, with a database for each test.
///
/// The server listens on a socket in a temporary folder. It ends, and the folder is deleted, when
/// this process ends and thereby closes the standard input of the script.
final class PostgreSQLServer: Sendable {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts the server, and ends it at the end of standard input.
  ///
  /// The server refuses to run as root, so root runs it as the user nobody.
  private static let script = """
    set -eu
    as_user=
    mkdir -m 700 "$1"
    if [ "$(id -u)" -eq 0 ]; then
      as_user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
      chown nobody:nogroup "$1"
    fi
    trap 'rm -rf "$1"' EXIT
    cd "$1"
    bin=/usr/lib/postgresql/15/bin
    [ -x $bin/initdb ] || bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | head -n 1)")
    $as_user $bin/initdb --no-sync --locale=C --encoding=UTF8 --username=cairn --auth=trust \
      -D data >log 2>&1
    {
      echo 'local all locked scram-sha-256'
      echo 'local all all trust'
    } >data/pg_hba.conf
    $as_user $bin/postgres -D data -k "$1" -c listen_addresses= -c fsync=off \
      -c max_connections=60 -c shared_buffers=16MB >>log 2>&1 &
    server=$!
    trap 'kill -QUIT $server; wait $server || true; cd /; rm -rf "$1"' EXIT
    cat >/dev/null
    """

  /// The server, which the first test starts.
  private static let shared = Task { try await PostgreSQLServer() }

  private let folder: URL
  private let process: Process
  private let input = Pipe()
  private let count = Mutex(0)

  private init() async throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "pg-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
    let path = folder.path(percentEncoded: false)
    process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-euc", Self.script, "sh", String(path.dropLast())]
    process.standardInput = input
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C",
    ]
    try process.run()
    var last: (any Error)?
    while process.isRunning {
      do {
        let connection = try await PostgreSQLConnection.open(text(for: "postgres"))
        try await connection.run("CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'correct-horse'")
        return
      } catch {
        last = error
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
    throw Failure(description: "PostgreSQL did not start: \(log ?? "\(last as Any)")")
  }

  private func text(for database: String, user: String = "cairn") -> String {
    "host=\(folder.path(percentEncoded: false).dropLast()) dbname=\(database) user=\(user)"
  }

  /// Creates an empty database, and returns its connection string.
  static func database(user: String = "cairn") async throws -> String {
    let server = try await shared.value
    let name = server.count.withLock { count in
      count += 1
      return "test\(count)"
    }
    let connection = try await PostgreSQLConnection.open(server.text(for: "postgres"))
    try await connection.run("CREATE DATABASE \(name)")
    return server.text(for: name, user: user)
  }
}
