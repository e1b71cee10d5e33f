// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// A terminal that does not show typed characters.
///
/// A signal that ends the process shows them again first: not every shell does that for its own prompt.
enum HiddenEcho {
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// The settings of the terminal before the prompt.
  ///
  /// A signal handler can't capture a value. Only ``during(_:)`` writes it, before it installs the handlers.
  private nonisolated(unsafe) static var shown = termios()

  /// Runs a prompt without echo on standard input.
  ///
  /// - Parameter prompt: Reads the answer.
  /// - Returns: The answer.
  static func during<Answer>(_ prompt: () -> Answer) -> Answer {
    tcgetattr(STDIN_FILENO, &shown)
    for number in signals {
      _ = signal(number) { number in
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &HiddenEcho.shown)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      for number in signals { signal(number, SIG_DFL) }
    }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    return prompt()
  }
}
