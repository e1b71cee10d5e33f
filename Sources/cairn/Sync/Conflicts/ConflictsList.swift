// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitMirroring

/// `cairn sync conflicts list`.
struct ConflictsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was not kept, oldest first. (default)",
    discussion: """
      EXAMPLE
        cairn sync conflicts list --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let conflicts = try ConflictLog.all(DeviceAccount(data)).flatMap { log in
      try log.notes.conflicts().map { ConflictRecord($0, log.store) }
    }
    try output.write(conflicts) {
      guard !conflicts.isEmpty else { return "No conflicts.\n" }
      var table = TextTable([
        .right("ID"), .left("NOTICED"), .left("OBJECT"), .left("NOT KEPT"), .left("FROM"),
      ])
      for record in conflicts {
        table.add([
          "\(record.conflict.id)", record.conflict.date.localText,
          "\(record.conflict.entityName) \(record.conflict.recordName.prefix(8))", record.words,
          record.conflict.side == .here ? "this device" : "another device",
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}
