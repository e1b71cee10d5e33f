// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Fuzzing of the server against its own OpenAPI description.
@Suite(.serialized) struct DescriptionFuzzTests {
  /// The number of random requests for each operation, or the value of `CAIRN_SCHEMA_EXAMPLES`.
  private static let examples =
    ProcessInfo.processInfo.environment["CAIRN_SCHEMA_EXAMPLES"] ?? "5"
  /// The phases of the fuzzer, or the value of `CAIRN_SCHEMA_PHASES`.
  ///
  /// The phase `coverage` adds thousands of requests at the limits of each schema.
  private static let phases =
    ProcessInfo.processInfo.environment["CAIRN_SCHEMA_PHASES"] ?? "fuzzing"
  private static let seed = ProcessInfo.processInfo.environment["CAIRN_SCHEMA_SEED"] ?? "1"

  @Test(.timeLimit(.minutes(120)))
  func `schemathesis finds no failure, no timeout and no undocumented response`() async throws {
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
