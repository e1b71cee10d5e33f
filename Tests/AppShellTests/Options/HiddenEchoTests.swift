// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import SystemSupport
import Testing

/// The signals of a process that reads a secret.
@Suite(.serialized)
struct HiddenEchoTests {
  /// The handler of the hangup signal, which is the first member of its action.
  private var handler: Int {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    return withUnsafeBytes(of: action) { $0.loadUnaligned(as: Int.self) }
  }

  /// Runs a body, then restores the action of the hangup signal.
  private func restoringAction(_ body: () throws -> Void) rethrows {
    var former = sigaction()
    sigaction(SIGHUP, nil, &former)
    defer { sigaction(SIGHUP, &former, nil) }
    try body()
  }

  @Test
  func `after a prompt each signal has its former action`() {
    restoringAction {
      signal(SIGHUP) { _ in }
      let former = handler
      let during = HiddenEcho.during { handler }
      #expect(during != former)
      #expect(handler == former)
    }
  }

  @Test
  func `a signal that the process ignores stays ignored during a prompt`() {
    restoringAction {
      signal(SIGHUP, SIG_IGN)
      let former = handler
      #expect(HiddenEcho.during { handler } == former)
      #expect(handler == former)
    }
  }
}
