// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A PostgreSQL server with an empty database, in a temporary folder of its own.
struct PostgreSQLCluster {
  /// Starts the server, prints a line when it accepts connections, and ends with standard input.
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
    cd "$1"
    bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | tail -n 1)")
    $as_user $bin/initdb --locale=C --encoding=UTF8 --username=cairn --auth=trust -D data >log 2>&1
    $as_user $bin/postgres -D data -k "$1" -c listen_addresses= >>log 2>&1 &
    server=$!
    trap 'kill -QUIT $server; wait $server || true; cd /; rm -rf "$1"' EXIT
    until $bin/pg_isready -q -h "$1"; do kill -0 $server; sleep 0.1; done
    echo ready
    cat >/dev/null
    """

  /// The connection string of the database `postgres`.
  let address: String
  private let process: Process
  private let input = Pipe()

  /// Starts the server.
  ///
  /// - Throws: `WrongResult` if the server doesn't start.
  init() throws {
    // The path of a socket has at most 107 bytes.
    let folder = URL(filePath: "/tmp/cairn-pg-\(ProcessInfo.processInfo.processIdentifier)")
    let path = folder.path(percentEncoded: false)
    address = "host=\(path) dbname=postgres user=cairn"
    process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-euc", Self.script, "sh", path]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = output.fileHandleForReading.availableData
    try WrongResult.unless(!line.isEmpty, "PostgreSQL does not start: see \(path)/log")
  }

  /// Ends the server, and deletes its folder.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
