// Cairn
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A password from a file or standard input; other users could see an argument.
package struct SecretInput: ParsableArguments {
  /// The number of bytes read from a password file at most.
  private static let largest = 8 << 10

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the password; - for standard input.",
      valueName: "file"),
    completion: .file())
  package var passwordFile: String

  package init() {}

  /// Reads the first line, without echo on a terminal.
  package func read() throws -> String { try Self.read(passwordFile) }

  /// Reads the first line of a file, or of standard input for `-`; nil prompts on the terminal.
  package static func read(_ passwordFile: String?) throws -> String {
    guard let passwordFile else {
      guard isatty(STDIN_FILENO) == 1 else {
        throw CommandError(
          "can't ask for the password, since standard input is not a terminal: "
            + "give --password-file FILE, or - for standard input")
      }
      return try read("-")
    }
    let data: Data
    if passwordFile == "-" {
      data = try readStandardInput()
    } else {
      let handle: FileHandle
      do {
        handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: passwordFile))
      } catch {
        let isThere = FileManager.default.fileExists(atPath: passwordFile)
        throw CommandError(
          "can't read the password from \(passwordFile.printable): "
            + (isThere ? "it \(UnreadableFile.reason(passwordFile))" : "no such file"))
      }
      defer { try? handle.close() }
      do {
        data = try handle.read(upToCount: largest) ?? Data()
      } catch {
        throw CommandError(
          "can't read the password from \(passwordFile.printable): it "
            + UnreadableFile.reason(passwordFile))
      }
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw CommandError("the password is not UTF-8")
    }
    let password = String(text.prefix { !$0.isNewline })
    guard !password.isEmpty else { throw CommandError("no password given") }
    return password
  }

  private static func readStandardInput() throws -> Data {
    guard isatty(STDIN_FILENO) == 1 else {
      return try FileHandle.standardInput.read(upToCount: largest) ?? Data()
    }
    StandardError.write("Password: ")
    var shown = termios()
    tcgetattr(STDIN_FILENO, &shown)
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      StandardError.write("\n")
    }
    return Data((readLine() ?? "").utf8)
  }
}

/// A confirmation prompt on the terminal.
package enum Confirmation {
  /// Asks on the terminal, and returns only if the answer is yes.
  ///
  /// - Parameters:
  ///   - text: The question.
  ///   - refusal: The error message for any other answer, such as `nothing was deleted`.
  /// - Throws: ``CommandError`` for any other answer, or if standard input is not a terminal.
  package static func ask(_ text: String, refusal: String) throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandError(
        "\(refusal): can't ask for confirmation, since standard input is not a terminal; give "
          + "--yes to proceed without asking")
    }
    StandardError.write("\(text) [y/N] ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else { throw CommandError(refusal) }
  }
}
