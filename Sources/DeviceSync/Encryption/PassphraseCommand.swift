// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser

/// `cairn passphrase`: manages the passphrase of encrypted fields.
struct PassphraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase",
    abstract: "Set, enter and change the passphrase of encrypted fields.",
    discussion: """
      Apps can mark fields as encrypted. They leave the device as ciphertext, with a key that the \
      server can't read: it stores the key wrapped by your passphrase and by a recovery code. \
      Without the key, encrypted fields stay on the device, and all others sync. Choose a \
      passphrase other than the password of the account. Without a subcommand, the command shows \
      the status.

      EXAMPLES
        cairn passphrase set
        cairn passphrase unlock
        cairn passphrase change
        cairn passphrase recover
      """,
    subcommands: [
      PassphraseStatus.self, PassphraseSet.self, PassphraseUnlock.self, PassphraseChange.self,
      PassphraseRecover.self,
    ],
    defaultSubcommand: PassphraseStatus.self
  )
}

/// `cairn passphrase status`.
struct PassphraseStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Ask the server whether a passphrase is set. (default)",
    discussion: """
      The state is not_set, locked (this device lacks the key), unlocked, or unknown (no user is \
      logged in, or the server can't be reached).

      EXAMPLE
        cairn passphrase status --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let record = PassphraseRecord(try await EncryptionAccess(DeviceAccount(data)).state())
    try output.write(record) { record.text }
  }
}

/// `cairn passphrase set`.
struct PassphraseSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the first passphrase of the account, and print the recovery code.",
    discussion: """
      The recovery code replaces a lost passphrase. It is shown once and stored nowhere: keep a copy \
      that is not on this device. Without passphrase, code and any device that has the key, \
      encrypted values are lost.

      EXAMPLES
        cairn passphrase set
        pass show cairn-passphrase | cairn passphrase set --passphrase-file -
      """
  )

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the passphrase; - for standard input.", valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let access = EncryptionAccess(DeviceAccount(data))
    let passphrase = try PassphraseInput.new(passphraseFile, option: "--passphrase-file")
    let record = PassphraseRecord(.unlocked, code: try await access.set(passphrase))
    try output.write(record) { "The passphrase is set.\n" + record.codeText }
  }
}

/// `cairn passphrase unlock`.
struct PassphraseUnlock: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Enter the passphrase, so that this device syncs encrypted fields.",
    discussion: """
      The key is stored in cloudkit.json in the data folder, readable only by you. Values that were \
      withheld so far are sent and fetched by the next sync.

      EXAMPLE
        cairn passphrase unlock
      """
  )

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the passphrase; - for standard input.", valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let access = EncryptionAccess(DeviceAccount(data))
    try await access.unlock(PassphraseInput.current(passphraseFile, option: "--passphrase-file"))
    try output.write(PassphraseRecord(.unlocked)) { "This device has the key now.\n" }
  }
}

/// The result of a subcommand of `cairn passphrase`, as JSON and as text.
struct PassphraseRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case state
    case recoveryCode = "recovery_code"
  }

  let state: EncryptionAccess.State
  /// A new recovery code; nil if there is none.
  let recoveryCode: String?

  init(_ state: EncryptionAccess.State, code: String? = nil) {
    self.state = state
    recoveryCode = code
  }

  /// The state as a line of text.
  var text: String {
    switch state {
    case .notSet:
      "No passphrase is set: encrypted fields stay on this device. Run cairn passphrase set.\n"
    case .locked:
      "This device lacks the key: encrypted fields stay on it. Run cairn passphrase unlock.\n"
    case .unlocked: "This device has the key of encrypted fields.\n"
    case .unknown: "Unknown: no user is logged in, or the server can't be reached.\n"
    }
  }

  /// The new recovery code as lines of text; empty if there is none.
  var codeText: String {
    recoveryCode.map {
      "Recovery code, shown only now; keep a copy that is not on this device:\n\n  \($0)\n\n"
    } ?? ""
  }
}
