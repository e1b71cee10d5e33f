// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser

/// `cairn passphrase change`.
struct PassphraseChange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Replace the passphrase; encrypted values and other devices are not affected.",
    discussion: """
      The key stays the same, so that no value has to be encrypted again, and devices that have it \
      need no new passphrase. If you forgot the current passphrase, --with-device-key proves your \
      access by this device's key. With --new-code the recovery code is replaced, too.

      EXAMPLES
        cairn passphrase change
        cairn passphrase change --with-device-key --new-code
        cairn passphrase change --passphrase-file old.txt --new-passphrase-file new.txt
      """
  )

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the current passphrase; - for standard input.",
      valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @OptionGroup var replacement: NewPassphraseOption

  @Flag(help: "Use the key of this device instead of the current passphrase.")
  var withDeviceKey = false

  @Flag(help: "Replace the recovery code and print the new one.")
  var newCode = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if withDeviceKey, passphraseFile != nil {
      throw ValidationError("Give either --passphrase-file or --with-device-key.")
    }
    if passphraseFile == "-", replacement.newPassphraseFile == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run() async throws {
    let access = EncryptionAccess(DeviceAccount(data))
    let proof: EncryptionAccess.Proof =
      withDeviceKey
      ? .deviceKey
      : .passphrase(
        try PassphraseInput.current(passphraseFile, option: "--passphrase-file"))
    let code = try await access.change(
      proof, to: replacement.read(), renewingCode: newCode)
    let record = PassphraseRecord(.unlocked, code: code)
    try output.write(record) { "The passphrase is changed.\n" + record.codeText }
  }
}

/// `cairn passphrase recover`.
struct PassphraseRecover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Replace a lost passphrase with the recovery code.",
    discussion: """
      This device gets the key. The recovery code stays valid; cairn passphrase change --new-code \
      replaces it.

      EXAMPLE
        cairn passphrase recover
      """
  )

  @Option(
    help: ArgumentHelp(
      "The file whose first line is the recovery code; - for standard input.",
      valueName: "file"),
    completion: .file())
  var recoveryCodeFile: String?

  @OptionGroup var replacement: NewPassphraseOption

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if recoveryCodeFile == "-", replacement.newPassphraseFile == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run() async throws {
    let access = EncryptionAccess(DeviceAccount(data))
    let code = try SecretReader(name: "recovery code", option: "--recovery-code-file")
      .read(recoveryCodeFile)
    try await access.recover(code: code, to: replacement.read())
    try output.write(PassphraseRecord(.unlocked)) {
      "The passphrase is changed, and this device has the key now.\n"
    }
  }
}

/// The option that names the file of a new passphrase.
struct NewPassphraseOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file whose first line is the new passphrase; - for standard input.",
      valueName: "file"),
    completion: .file())
  var newPassphraseFile: String?

  /// Reads the file, or asks on the terminal.
  func read() throws -> String {
    try PassphraseInput.new(newPassphraseFile, option: "--new-passphrase-file")
  }
}
