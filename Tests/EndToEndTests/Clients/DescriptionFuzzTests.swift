// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The server's own description, and a fuzzer that takes it at its word.
@Suite(.serialized) struct DescriptionFuzzTests {
  /// Random requests for each operation of the description; `CAIRN_SCHEMA_EXAMPLES` says otherwise.
  private static let examples =
    ProcessInfo.processInfo.environment["CAIRN_SCHEMA_EXAMPLES"] ?? "5"
  /// `CAIRN_SCHEMA_PHASES` adds thousands of requests at the limits of each schema: `coverage`.
  private static let phases =
    ProcessInfo.processInfo.environment["CAIRN_SCHEMA_PHASES"] ?? "fuzzing"
  private static let seed = ProcessInfo.processInfo.environment["CAIRN_SCHEMA_SEED"] ?? "1"

  @Test(.timeLimit(.minutes(120)))
  func `schemathesis finds no fault, no hang and no answer that is not described`() async throws {
    try await ServedCloud.run(["--rate-limit", "0"]) { cloud in
      let result = try await cloud.workspace.shell(
        #"""
        export API_TOKEN="$4" WEB_TOKEN="$5"
        exec "$1/bin/python" -m schemathesis.cli --config-file "$2" run "$3/openapi.json" \
          --max-examples "$6" --seed "$7" --workers 1 --request-timeout 20 \
          --phases "$8" --continue-on-failure
        """#, try await Repository.python(cloud.workspace),
        Repository.client("schemathesis.toml"), cloud.address, cloud.apiToken, cloud.webToken,
        Self.examples, Self.seed, Self.phases)
      #expect(result.status == 0, "\(result.output.suffix(20_000))\(result.error.suffix(2_000))")
    }
  }
}
