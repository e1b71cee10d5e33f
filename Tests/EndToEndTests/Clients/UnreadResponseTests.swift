// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// A user who requests large pages on many connections and reads none of them.
@Suite(.serialized) struct UnreadResponseTests {
  @Test(.timeLimit(.minutes(15)))
  func `unread responses stay within the memory budget, and freed memory is returned`()
    async throws
  {
    let options = ["--log-level", "warning", "--rate-limit", "10000"]
    try await ServedCloud.run(options) { cloud in
      let result = try await cloud.workspace.shell(
        #"exec "$1/bin/python" "$2" "$3" "$4" "$5" "$6" "$7" 200"#,
        try await Repository.python(cloud.workspace),
        Repository.client("unread_responses.py"),
        cloud.address.split(separator: ":").last.map(String.init) ?? "",
        "\(cloud.processIdentifier)", ServedCloud.container, cloud.apiToken, cloud.webToken)
      let megabytes = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(megabytes.count == 4, "\(result)")
      let (idle, peak, closed, read) = (megabytes[0], megabytes[1], megabytes[2], megabytes[3])
      // The budget of one caller is 128 MB, the eight readers of the database cache 32 MB each, and up to six
      // responses are under construction. Without a budget, 200 responses hold more than 900 MB.
      #expect(peak < idle + 128 + 256 + 384, "\(megabytes)")
      #expect(closed < idle + 256 + 64, "\(megabytes)")
      #expect(read < idle + 256 + 64, "\(megabytes)")
    }
  }
}
