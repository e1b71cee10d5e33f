// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The CloudKit server in the process of the web server.
@Suite(.serialized) struct CloudInServeTests {
  private func start(_ workspace: Workspace, _ more: String...) async throws -> (
    command: RunningCommand, lines: [String]
  ) {
    let command = try workspace.start(["serve", "--port", "0"] + more)
    while true {
      let lines = command.outputSoFar.split(separator: "\n").map(String.init)
      if lines.count == 2 || more.contains("--no-cloud") && lines.count == 1 {
        return (command, lines)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func address(_ line: String) throws -> String {
    String(try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `cairn serve runs both servers and creates the containers of the apps once`() async throws {
    let workspace = try Workspace()
    let (server, lines) = try await start(workspace)
    #expect(lines[0].hasPrefix("Cairn is running at "))
    #expect(lines[1].hasPrefix("Its CloudKit server is running at "))
    let page = try await workspace.shell(#"exec curl -fsS "$1""#, address(lines[0]))
    #expect(page.output.contains("<html"))
    let health = try await workspace.shell(
      #"exec curl -fsS -o /dev/null -w '%{http_code}' "$1/health""#, address(lines[1]))
    #expect(health.output == "200")
    let containers = try await workspace.cairn("cloud", "container", "list")
    #expect(
      containers.output.split(separator: "\n") == [
        "iCloud.com.smarttripplanner.SmartTripPlanner",
        "iCloud.com.surfseer.rowing-performance-tracker", "iCloud.com.yourteam.ruckmap",
      ])
    server.send(SIGTERM)
    let result = try await server.result()
    #expect(result.status == 0 && result.error == "", "\(result)")
    // A deleted container is not created again.
    let deleted = try await workspace.cairn(
      "cloud", "container", "delete", "iCloud.com.yourteam.ruckmap")
    #expect(deleted.status == 0)
    let (second, _) = try await start(workspace)
    #expect(
      try await workspace.cairn("cloud", "container", "list").output.split(separator: "\n").count
        == 2)
    second.send(SIGINT)
    #expect(try await second.result().status == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a CloudKit port in use is reported, and --no-cloud serves the pages alone`()
    async throws
  {
    let workspace = try Workspace()
    let (server, lines) = try await start(workspace)
    let port = String(try #require(try address(lines[1]).split(separator: ":").last))
    let other = try Workspace()
    let refused = try await other.cairn("serve", "--port", "0", "--cloud-port", port)
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.error.contains("port \(port)") && refused.error.contains("--no-cloud"))
    #expect(refused.error.hasPrefix("cairn: ") && refused.error.count(where: \.isNewline) == 1)
    let (alone, first) = try await start(other, "--no-cloud")
    #expect(first.count == 1)
    for command in [server, alone] {
      command.send(SIGTERM)
      #expect(try await command.result().status == 0)
    }
  }
}
