// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitMirroring

/// `cairn sync conflicts dismiss`.
struct ConflictsDismiss: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Take a conflict off the list; what was kept stays.",
    discussion: """
      EXAMPLE
        cairn sync conflicts dismiss 3
      """
  )

  @Argument(help: "The number in the list.")
  var id: Int64

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let (log, conflict) = try ConflictLog.with(id, DeviceAccount(data))
    try log.notes.dismiss(id)
    let record = ConflictRecord(conflict, log.store)
    try output.write(record) { "Dismissed: \(record.words.printable)\n" }
  }
}
