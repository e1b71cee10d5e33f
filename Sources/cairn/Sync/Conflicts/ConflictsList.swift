// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitMirroring

/// `cairn sync conflicts list`.
struct ConflictsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was not kept, oldest first. (default)",
    discussion: """
      Values that nobody wrote, such as energy and pace, which follow from others, are left out. Long \
      values are cut; --json has them whole.

      EXAMPLES
        cairn sync conflicts
        cairn sync conflicts list --all
      """
  )

  @Flag(help: "List also values that follow from others; with --json they are there anyhow.")
  var all = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    var records: [ConflictRecord] = []
    for log in try ConflictLog.all(DeviceAccount(data)) { records += try await log.records() }
    try output.write(records) { text(records) }
  }

  private func text(_ records: [ConflictRecord]) -> String {
    let shown = records.filter { all || !$0.isDerived }
    guard !shown.isEmpty else {
      guard !records.isEmpty else { return "No conflicts.\n" }
      return "No conflicts of what somebody wrote; --all lists what follows from it "
        + "(\(records.count)).\n"
    }
    var table = TextTable([
      .right("ID"), .left("NOTICED"), .left("OBJECT"), .left("NOT KEPT"), .left("FROM"),
    ])
    for record in shown {
      table.add([
        "\(record.conflict.id)", record.conflict.date.localText, record.words.object,
        record.shortText, record.conflict.side == .here ? "this device" : "another device",
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }
}
