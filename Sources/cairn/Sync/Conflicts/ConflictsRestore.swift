// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitMirroring

/// `cairn sync conflicts restore`.
struct ConflictsRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Do after all what was not kept: the value is had again, or the object deleted.",
    discussion: """
      It is a change of now, and goes to the other devices with the next sync.

      EXAMPLE
        cairn sync conflicts restore 3
      """
  )

  @Argument(help: "The number in the list.")
  var id: Int64

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let (log, conflict) = try ConflictLog.with(id, DeviceAccount(data))
    try log.notes.restore(id)
    let record = ConflictRecord(conflict, log.store)
    try output.write(record) { "Restored: \(record.words.printable)\n" }
  }
}
