// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The output of `cairn cloud serve`.
@Suite(.serialized) struct CloudServeTests {
  private struct Ready: Decodable, Equatable {
    let url: String
    let port: Int
    let process: Int32
    let authority: String?
  }

  @Test(.timeLimit(.minutes(15)), arguments: [false, true])
  func `the server prints one line of JSON with its address when it is ready`(isSecure: Bool)
    async throws
  {
    let workspace = try Workspace()
    let command = try workspace.startCairn(
      ["cloud", "serve", "--port", "0", "--json"] + (isSecure ? ["--self-signed"] : []))
    try await wait { command.outputSoFar.contains("\n") || command.hasEnded ? true : nil }
    let ready = try JSONDecoder().decode(Ready.self, from: Data(command.outputSoFar.utf8))
    #expect(ready.port > 0 && ready.process == command.processIdentifier)
    #expect(ready.url == "\(isSecure ? "https" : "http")://127.0.0.1:\(ready.port)")
    #expect((ready.authority != nil) == isSecure)
    let trust = ready.authority.map { ["--cacert", $0] } ?? []
    let health = try await workspace.startShell(
      #"exec curl -fsS "$@""#, trust + ["\(ready.url)/health"]
    ).result()
    #expect(health.output.contains("ok"), "\(health)")
    command.send(SIGTERM)
    let result = try await command.result()
    #expect(result.status == 0 && result.output.split(separator: "\n").count == 1, "\(result)")
  }
}
