// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// A terminal that does not show typed characters.
///
/// A signal that ends the process shows them again first: not every shell does that for its own prompt.
package enum HiddenEcho {
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// The settings of the terminal before the prompt.
  ///
  /// A signal handler can't capture a value. Only ``during(_:)`` writes it, before it installs the handlers.
  private nonisolated(unsafe) static var shown = termios()

  /// The actions of ``signals`` before the prompt, in the same order; written like ``shown``.
  private nonisolated(unsafe) static var actions: [sigaction] = []

  /// Runs a prompt without echo on standard input.
  ///
  /// Afterwards, each signal has its former action.
  ///
  /// - Parameter prompt: Reads the answer.
  /// - Returns: The answer.
  package static func during<Answer>(_ prompt: () -> Answer) -> Answer {
    tcgetattr(STDIN_FILENO, &shown)
    actions = signals.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return action
    }
    for index in signals.indices where !isIgnored(actions[index]) {
      _ = signal(signals[index]) { number in
        HiddenEcho.show()
        HiddenEcho.restoreAction(of: number)
        raise(number)
      }
    }
    defer {
      show()
      for number in signals { restoreAction(of: number) }
    }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    return prompt()
  }

  // A handler may interrupt these two functions, so they only read the state.

  private static func show() {
    var settings = shown
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  private static func restoreAction(of number: Int32) {
    guard let index = signals.firstIndex(of: number) else { return }
    var action = actions[index]
    sigaction(number, &action, nil)
  }

  /// Whether an action is `SIG_IGN`; its handler is the first member of the structure.
  private static func isIgnored(_ action: sigaction) -> Bool {
    withUnsafeBytes(of: action) { $0.loadUnaligned(as: Int.self) }
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
