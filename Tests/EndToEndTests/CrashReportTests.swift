// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The report that a crash of the command leaves in the data folder.
struct CrashReportTests {
  /// Ends `cairn serve` by a signal; returns the result and the report.
  private func end(by signal: Int32) async throws -> (result: CommandResult, report: String?) {
    let workspace = try Workspace()
    let folder = workspace.url.appending(path: "crashing", directoryHint: .isDirectory)
    let server = try workspace.startCairn(
      "serve", "--port", "0", "--no-cloud", "--sample", "--data",
      folder.path(percentEncoded: false))
    try await wait { server.outputSoFar.contains("http://127.0.0.1:") ? true : nil }
    server.send(signal)
    let result = try await server.result()
    let file = folder.appending(path: "crash-report.txt")
    return (result, try? String(contentsOf: file, encoding: .utf8))
  }

  @Test(.timeLimit(.minutes(15)), arguments: [SIGSEGV, SIGABRT, SIGILL])
  func `a crash leaves a report without arguments, and ends as before`(signal: Int32) async throws {
    let (result, report) = try await end(by: signal)
    #expect(result.wasKilled && result.status == signal, "\(result)")
    let text = try #require(report)
    #expect(text.hasPrefix("cairn 0.1.0\ncommand: serve\nsignal: \(signal)\n"), "\(text)")
    #expect(text.contains("\nstack:\n"))
    #expect(!text.contains("crashing"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `a normal end leaves no report`() async throws {
    let (result, report) = try await end(by: SIGTERM)
    #expect(result.status == 0, "\(result)")
    #expect(report == nil)
  }
}
