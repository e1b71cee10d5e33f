// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn sync conflicts restore`.
struct ConflictsRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Do after all what was not kept: the value is had again, or the object deleted.",
    usage: "cairn sync conflicts restore <id> [--json] [--data <data>]",
    discussion: """
      It is a change of now, and goes to the other devices with the next sync. What follows from the value, \
      such as the energy of a ruck, is computed anew.

      EXAMPLE
        cairn sync conflicts restore 3
      """
  )

  @OptionGroup var number: ConflictNumber

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let (log, record) = try await ConflictLog.with(number, DeviceAccount(data))
    try log.restore(record.conflict)
    try output.write(record) { "Restored: \(record.text.printable)\n" }
  }
}
