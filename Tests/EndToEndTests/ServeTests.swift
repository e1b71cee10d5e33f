// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn serve` as a process.
struct ServeTests {
  /// A server on a free port, and its address.
  private func serve(_ workspace: Workspace) async throws -> (RunningCommand, String) {
    let server = try workspace.startCairn("serve", "--port", "0", "--sample")
    let address = try await wait {
      server.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
    }
    return (server, address)
  }

  private func page(_ workspace: Workspace, _ address: String) async throws -> CommandResult {
    try await workspace.shell(#"exec curl -fsS "$1""#, address)
  }

  @Test(.timeLimit(.minutes(15)), arguments: [SIGINT, SIGTERM])
  func `SIGINT and SIGTERM stop the server cleanly`(signal: Int32) async throws {
    let workspace = try Workspace()
    let (server, address) = try await serve(workspace)
    let page = try await page(workspace, address)
    #expect(page.status == 0)
    #expect(page.output.contains("Lake Cerknica"))
    server.send(signal)
    let result = try await server.result()
    #expect(!result.wasKilled, "\(result)")
    #expect(result.status == 0, "\(result)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `the sample is stored once, and only in an empty store`() async throws {
    let workspace = try Workspace()
    for _ in 0..<2 {
      let (server, _) = try await serve(workspace)
      server.send(SIGTERM)
      _ = try await server.result()
      #expect(try await StoreCheck(workspace: workspace).rucks().count == 1)
    }
    let other = try Workspace()
    _ = try await other.cairn("ruck", "import", Fixture.activity.path)
    let (server, _) = try await serve(other)
    server.send(SIGTERM)
    _ = try await server.result()
    #expect(
      try await StoreCheck(workspace: other).rucks().map(\.file) == [
        Fixture.activity.rawValue
      ])
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck imported by another process appears on the pages`() async throws {
    let workspace = try Workspace()
    let (server, address) = try await serve(workspace)
    _ = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--name", "New here")
    for path in ["/", "/rucks"] {
      let page = try await page(workspace, address + path)
      #expect(page.output.contains("New here"), "\(path)")
    }
    server.send(SIGTERM)
    #expect(try await server.result().status == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a damaged store of one app doesn't hide the data of another`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.cairn("ruck", "import", Fixture.activity.path, "--name", "Kept")
    try Data("This is a letter, not a database.\n".utf8)
      .write(to: workspace.data.appending(path: "tripplanner.store"))
    let server = try workspace.startCairn("serve", "--port", "0", "--no-cloud")
    let address = try await wait {
      server.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
    }
    let start = try await page(workspace, address)
    #expect(start.output.contains("Kept") && start.output.contains("tripplanner.store"))
    #expect(try await page(workspace, address + "/rucks").output.contains("Kept"))
    #expect(try await page(workspace, address + "/trips").status != 0)
    server.send(SIGTERM)
    let result = try await server.result()
    #expect(result.status == 0)
    #expect(result.error.hasPrefix("cairn: tripplanner is not served: "), "\(result)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `the error for a port in use names the port and the option for another`() async throws {
    let workspace = try Workspace()
    let (server, address) = try await serve(workspace)
    let port = try #require(address.split(separator: ":").last.map(String.init))
    let second = try await workspace.cairn("serve", "--port", port)
    #expect(second.status == 1, "\(second)")
    #expect(second.error.hasPrefix("cairn: "))
    #expect(second.error.contains("port \(port)"))
    #expect(second.error.contains("--port"))
    #expect(try await page(workspace, address).status == 0)
    server.send(SIGTERM)
    #expect(try await server.result().status == 0)
  }
}
