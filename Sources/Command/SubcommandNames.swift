// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation

/// The check of the names of subcommands, before the arguments are parsed.
///
/// The parser passes an unknown name to the default subcommand as an argument, and reports the usage of that
/// subcommand instead of the name.
enum SubcommandNames {
  /// Checks the names at the beginning of a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - root: The command.
  /// - Throws: A `ValidationError` that names the first unknown subcommand, and similar ones, or the subcommands
  ///   that import a file.
  static func check(_ arguments: [String], of root: any ParsableCommand.Type) throws {
    var command = root
    var path = [root._commandName]
    for argument in arguments {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return }
      if let next = subcommands.first(where: { names(of: $0).contains(argument) }) {
        command = next
        path.append(next._commandName)
        continue
      }
      if path.count == 1, FileManager.default.fileExists(atPath: argument) {
        let commands = proposals(for: "import", of: command).map { "\(root._commandName) \($0)" }
        throw ValidationError(
          "'\(argument.printable)' is a file, and no subcommand: import it with "
            + "\(commands.joined(separator: ", or ")).")
      }
      // The default subcommand of a group may have arguments of its own. The message doesn't repeat other
      // arguments than words, such as an address with a password.
      guard path.count == 1 || command.configuration.defaultSubcommand == nil, isWord(argument)
      else { return }
      let place = path.joined(separator: " ")
      let similar = proposals(for: argument, of: command).map { "\(place) \($0)" }
      let advice =
        similar.isEmpty
        ? "see \(place) --help for the subcommands."
        : "did you mean \(similar.joined(separator: ", or "))?"
      throw ValidationError("'\(argument.printable)' is no subcommand of \(place): \(advice)")
    }
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 30 && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  /// The subcommands of subcommands with this name, or else the ones with the most similar name.
  private static func proposals(
    for name: String, of command: any ParsableCommand.Type
  ) -> [String] {
    let subcommands = command.configuration.subcommands
    let deeper = subcommands.flatMap { subcommand in
      subcommand.configuration.subcommands.filter { names(of: $0).contains(name) }
        .map { "\(subcommand._commandName) \($0._commandName)" }
    }
    if !deeper.isEmpty { return Array(deeper.prefix(4)) }
    let distances = subcommands.map {
      (name: $0._commandName, value: distance(name, $0._commandName))
    }
    let least = distances.map(\.value).min() ?? Int.max
    return least <= (name.count > 3 ? 2 : 1)
      ? distances.filter { $0.value == least }.map(\.name) : []
  }

  /// The number of characters to insert, remove or replace, or of neighbors to exchange, to get another text.
  private static func distance(_ text: String, _ other: String) -> Int {
    let (text, other) = (Array(text), Array(other))
    guard !text.isEmpty, !other.isEmpty else { return max(text.count, other.count) }
    var rows = [Array(0...other.count)]
    for i in 1...text.count {
      var row = [i]
      for j in 1...other.count {
        let replaced = rows[i - 1][j - 1] + (text[i - 1] == other[j - 1] ? 0 : 1)
        var least = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, text[i - 1] == other[j - 2], text[i - 2] == other[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[text.count][other.count]
  }
}
