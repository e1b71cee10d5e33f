// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cairn sync conflicts dismiss`.
struct ConflictsDismiss: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Take a conflict off the list; what was kept stays.",
    usage: "cairn sync conflicts dismiss <id> [--json] [--data <data>]",
    discussion: """
      EXAMPLE
        cairn sync conflicts dismiss 3
      """
  )

  @OptionGroup var number: ConflictNumber

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let (log, record) = try await ConflictLog.with(number, DeviceAccount(data))
    try log.dismiss(record.conflict)
    try output.write(record) { "Dismissed: \(record.text.printable)\n" }
  }
}
