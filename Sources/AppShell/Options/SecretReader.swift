// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// Reads a secret from a file, from standard input, or from a prompt without echo.
package struct SecretReader: Sendable {
  /// The number of bytes read from a file at most.
  private static let largest = 8 << 10

  /// Whether standard input is a terminal, so that the user can be asked.
  package static var canAsk: Bool { isatty(STDIN_FILENO) == 1 }

  private let name: String
  private let option: String

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - name: The noun for the secret in messages, such as `password`.
  ///   - option: The option that names its file, such as `--password-file`.
  package init(name: String, option: String) {
    self.name = name
    self.option = option
  }

  /// Reads the first line of a file, or of standard input for `-`; nil prompts on the terminal.
  ///
  /// - Parameters:
  ///   - file: The path of the file, `-`, or nil.
  ///   - prompt: The text of the prompt; nil for the capitalized name.
  /// - Returns: The line, which is not empty.
  /// - Throws: ``CommandError`` if there is no line, or no terminal for the prompt.
  package func read(_ file: String?, prompt: String? = nil) throws -> String {
    guard file != nil || Self.canAsk else {
      throw CommandError(
        "can't ask for the \(name), since standard input is not a terminal: "
          + "give \(option) FILE, or - for standard input")
    }
    guard let line = try line(of: file ?? "-", prompt) else {
      throw CommandError("no \(name) given")
    }
    return line
  }

  /// Asks for the secret on the terminal; an empty line gives nil.
  ///
  /// - Parameter prompt: The text of the prompt.
  /// - Returns: The line; nil if it is empty.
  /// - Throws: ``CommandError`` if the line is not UTF-8.
  package func ask(_ prompt: String) throws -> String? { try line(of: "-", prompt) }

  private func line(of file: String, _ prompt: String?) throws -> String? {
    let data: Data
    if file == "-" {
      data = try readStandardInput(prompt)
    } else {
      let handle: FileHandle
      do {
        handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      } catch {
        let isThere = FileManager.default.fileExists(atPath: file)
        throw CommandError(
          "can't read the \(name) from \(file.printable): "
            + (isThere ? "it \(UnreadableFile.reason(file))" : "no such file"))
      }
      defer { try? handle.close() }
      do {
        data = try handle.read(upToCount: Self.largest) ?? Data()
      } catch {
        throw CommandError(
          "can't read the \(name) from \(file.printable): it " + UnreadableFile.reason(file))
      }
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw CommandError("the \(name) is not UTF-8")
    }
    let line = String(text.prefix { !$0.isNewline })
    return line.isEmpty ? nil : line
  }

  private func readStandardInput(_ prompt: String?) throws -> Data {
    guard Self.canAsk else {
      return try FileHandle.standardInput.read(upToCount: Self.largest) ?? Data()
    }
    StandardError.write(prompt ?? "\(name.prefix(1).uppercased())\(name.dropFirst()): ")
    let line = HiddenEcho.during { readLine() }
    StandardError.write("\n")
    return Data((line ?? "").utf8)
  }
}
