// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Thousands of idle connections, to a process with a low limit of open files.
@Suite(.serialized) struct ConnectionTests {
  /// The number of idle connections, or the value of `CAIRN_IDLE_CONNECTIONS`.
  private static let most =
    ProcessInfo.processInfo.environment["CAIRN_IDLE_CONNECTIONS"].flatMap { Int($0) } ?? 2_000

  @Test(.timeLimit(.minutes(15)), arguments: [("-S -n 64", most), ("-n 1024", 1_500)])
  func `thousands of idle connections do not block new requests`(files: String, count: Int)
    async throws
  {
    try await ServedCloud.run(["--log-level", "warning"], fileLimit: files) { cloud in
      let result = try await cloud.workspace.shell(
        #"exec "$1/bin/python" "$2" "$3" "$4""#, try await Repository.python(cloud.workspace),
        Repository.client("idle_connections.py"),
        cloud.address.split(separator: ":").last.map(String.init) ?? "", "\(count)")
      let words = result.output.split(whereSeparator: \.isWhitespace)
      #expect(words.last == "200", "\(result)")
      #expect(words.first.flatMap { Int($0) } ?? 0 > 500, "\(result)")
      // An idle connection needs little memory.
      let status = try String(
        contentsOf: URL(filePath: "/proc/\(cloud.processIdentifier)/status"), encoding: .utf8)
      let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+)/)).1
      #expect(try #require(Int(peak)) < 500_000, "\(status)")
    }
  }
}
