// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Prompts on a terminal.
struct TerminalTests {
  /// A pseudoterminal.
  private struct Terminal {
    let controller: Int32
    let descriptor: Int32

    init() throws {
      var (controller, descriptor) = (Int32(-1), Int32(-1))
      let status = openpty(&controller, &descriptor, nil, nil, nil)
      try #require(status == 0)
      (self.controller, self.descriptor) = (controller, descriptor)
    }

    /// Whether typed characters are shown.
    var hasEcho: Bool {
      var settings = termios()
      tcgetattr(descriptor, &settings)
      return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(controller, bytes, bytes.count)
    }

    func end() {
      close(descriptor)
      close(controller)
    }
  }

  private func login(_ workspace: Workspace, _ terminal: Terminal) throws -> RunningCommand {
    try workspace.startCairn(
      ["login", "https://127.0.0.1:1", "--user", "ann"],
      input: FileHandle(fileDescriptor: terminal.descriptor))
  }

  @Test(.timeLimit(.minutes(5)), arguments: [SIGINT, SIGTERM])
  func `a signal at the prompt for a password shows typed characters again`(
    number: Int32
  ) async throws {
    let workspace = try Workspace()
    let terminal = try Terminal()
    defer { terminal.end() }
    #expect(terminal.hasEcho)
    let command = try login(workspace, terminal)
    try await wait { terminal.hasEcho ? nil : true }
    command.send(number)
    #expect(try await command.result().wasKilled)
    #expect(terminal.hasEcho)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a typed password is not shown, and later characters are`() async throws {
    let workspace = try Workspace()
    let terminal = try Terminal()
    defer { terminal.end() }
    let command = try login(workspace, terminal)
    try await wait { terminal.hasEcho ? nil : true }
    terminal.type("correct horse\n")
    let result = try await command.result()
    #expect(result.status == 1 && result.error.hasPrefix("Password: \n"), "\(result)")
    #expect(terminal.hasEcho)
  }
}
