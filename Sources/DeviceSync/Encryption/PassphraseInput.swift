// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit

/// Reads passphrases from files or from the terminal.
enum PassphraseInput {
  private static func reader(_ option: String) -> SecretReader {
    SecretReader(name: "passphrase", option: option)
  }

  /// Reads the passphrase of the account.
  static func current(_ file: String?, option: String) throws -> String {
    try reader(option).read(file)
  }

  /// Reads a new passphrase, which is asked for twice on the terminal.
  static func new(_ file: String?, option: String) throws -> String {
    let reader = reader(option)
    let passphrase = try reader.read(file, prompt: "New passphrase: ")
    if file == nil { try confirm(passphrase, reader) }
    return passphrase
  }

  /// Asks for the passphrase after a login; nil if the user skips it with an empty line.
  static func optional(isNew: Bool) throws -> String? {
    let reader = reader("--passphrase-file")
    guard isNew else {
      return try reader.ask("Passphrase of the encrypted fields (empty line to skip): ")
    }
    let prompt = "New passphrase for encrypted fields (empty line to skip): "
    guard let passphrase = try reader.ask(prompt) else { return nil }
    try confirm(passphrase, reader)
    return passphrase
  }

  /// The error of a new passphrase that was entered differently the second time.
  static var differing: CommandError {
    CommandError("the passphrases differ, and none was set: try again")
  }

  private static func confirm(_ passphrase: String, _ reader: SecretReader) throws {
    guard try reader.ask("The same passphrase again: ") == passphrase else {
      throw differing
    }
  }
}
