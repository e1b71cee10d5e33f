// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a password comes from: a file or standard input, never an argument that others could see.
struct SecretInput: ParsableArguments {
  /// Bytes that such a file may have.
  private static let largest = 8 << 10

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the password; - reads it from standard input.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String

  /// The first line; on a terminal it is not shown.
  func read() throws -> String { try Self.read(passwordFile) }

  /// The first line of a file, or of standard input for `-`; without either the person at the terminal is
  /// asked.
  static func read(_ passwordFile: String?) throws -> String {
    guard let passwordFile else {
      guard isatty(STDIN_FILENO) == 1 else {
        throw CommandError(
          "there is no terminal to ask for the password: give --password-file FILE, or - for standard input"
        )
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
      throw CommandError("the password is not text in UTF-8")
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
