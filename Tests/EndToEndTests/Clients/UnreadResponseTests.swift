// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// A user who requests large pages on many connections and reads none of them.
@Suite(.serialized) struct UnreadResponseTests {
  private static let connections = 300
  /// The memory in MB above that of the idle server.
  ///
  /// `docs/hosting.md` promises at most 384 MiB for all bodies and responses, and 128 KiB in transit for each
  /// connection, which are 38 MiB for 300 connections. The other 26 MiB are an allowance for a debug build, whose
  /// values and stacks are larger. Without the budget, 200 unread responses hold more than 900 MB.
  private static let peakLimit = 384 + 38 + 26
  /// The memory in MB above that of the idle server once no request is in progress: the page caches of the
  /// database's eight readers, of 32 MB each, and fragments of the heap.
  private static let restLimit = 256 + 64

  @Test(.timeLimit(.minutes(15)))
  func `unread responses stay within the promised memory, and freed memory is returned`()
    async throws
  {
    let options = ["--log-level", "warning", "--rate-limit", "10000"]
    try await ServedCloud.run(options) { cloud in
      let result = try await cloud.workspace.shell(
        #"exec "$1/bin/python" "$2" "$3" "$4" "$5" "$6" "$7" "$8""#,
        try await Repository.python(cloud.workspace),
        Repository.client("unread_responses.py"),
        cloud.address.split(separator: ":").last.map(String.init) ?? "",
        "\(cloud.processIdentifier)", ServedCloud.container, cloud.apiToken, cloud.webToken,
        "\(Self.connections)")
      let megabytes = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(megabytes.count == 5, "\(result)")
      let idle = megabytes[0]
      #expect(megabytes[1] < idle + Self.peakLimit, "at the peak: \(megabytes)")
      #expect(megabytes[2] < idle + Self.restLimit, "after the connections closed: \(megabytes)")
      #expect(megabytes[3] < idle + Self.restLimit, "after large reads: \(megabytes)")
      #expect(megabytes[4] < idle + Self.restLimit, "after large writes: \(megabytes)")
    }
  }
}
