// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitMirroring

/// `cairn sync conflicts`: manages the list of overwritten values.
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List values that a merge overwrote, and restore them.",
    discussion: """
      When two devices change the same value before they sync, the later change wins. The device \
      that merges them lists the other one here. Without a subcommand, the command lists the \
      conflicts.

      EXAMPLES
        cairn sync conflicts
        cairn sync conflicts restore 3
        cairn sync conflicts dismiss 3 --app ruckmap
      """,
    subcommands: [ConflictsList.self, ConflictsRestore.self, ConflictsDismiss.self],
    defaultSubcommand: ConflictsList.self
  )
}

/// `cairn sync conflicts list`.
struct ConflictsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List overwritten values, oldest first. (default)",
    discussion: """
      Derived values, such as energy and pace, are left out. Long values are truncated; --json \
      prints them in full.

      EXAMPLES
        cairn sync conflicts
        cairn sync conflicts list --all
      """
  )

  @Flag(help: "List derived values, too; --json always includes them.")
  var all = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    var records: [ConflictRecord] = []
    let (logs, failure) = try ConflictLog.all(DeviceAccount(data))
    for log in logs { records += try await log.records() }
    try output.write(records) { text(records) }
    if let failure { throw failure }
  }

  private func text(_ records: [ConflictRecord]) -> String {
    let shown = records.filter { all || !$0.isDerived }
    guard !shown.isEmpty else {
      guard !records.isEmpty else { return "No conflicts.\n" }
      return "No conflicts of entered values; --all also lists derived values "
        + "(\(records.count)).\n"
    }
    // Each app numbers its conflicts from 1, including derived values.
    let hasApps = Set(records.map(\.store.name)).count > 1
    var columns: [TextTable.Column] = [
      .right("ID"), .left("NOTICED"), .left("OBJECT"), .left("OVERWRITTEN"), .left("FROM"),
    ]
    if hasApps { columns.insert(.left("APP"), at: 1) }
    var table = TextTable(columns)
    for record in shown {
      var cells = [
        "\(record.conflict.id)", record.conflict.date.localText, record.description.object,
        record.shortText, record.conflict.side == .here ? "this device" : "another device",
      ]
      if hasApps { cells.insert(record.store.name, at: 1) }
      table.add(cells)
    }
    return table.text(colors: StandardOutput.hasColors)
  }
}

/// `cairn sync conflicts restore`.
struct ConflictsRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an overwritten value, or delete the object after all.",
    usage: "cairn sync conflicts restore <id> [--app <name>] [--json] [--data <data>]",
    discussion: """
      A restored value is a new change, sent to the other devices by the next sync. Derived \
      values, such as a ruck's energy, are recomputed.

      EXAMPLE
        cairn sync conflicts restore 3
      """
  )

  @OptionGroup var number: ConflictArgument

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let (log, record) = try await ConflictLog.find(number, DeviceAccount(data))
    try log.restore(record.conflict)
    try output.write(record) { "Restored: \(record.text.printable)\n" }
  }
}

/// `cairn sync conflicts dismiss`.
struct ConflictsDismiss: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Remove a conflict from the list, without changing data.",
    usage: "cairn sync conflicts dismiss <id> [--app <name>] [--json] [--data <data>]",
    discussion: """
      EXAMPLE
        cairn sync conflicts dismiss 3
      """
  )

  @OptionGroup var number: ConflictArgument

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let (log, record) = try await ConflictLog.find(number, DeviceAccount(data))
    try log.dismiss(record.conflict)
    try output.write(record) { "Dismissed: \(record.text.printable)\n" }
  }
}

/// The argument that names a conflict by its ID.
struct ConflictArgument: ParsableArguments {
  // A negative number is an unknown conflict, not an option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The conflict's ID in the list.", valueName: "id")
  )
  var numbers: [String] = []

  @Option(
    help: ArgumentHelp(
      "The app of the conflict, if several apps have one with this ID.", valueName: "name"))
  var app: String?

  var id: Int64 { numbers.first.flatMap { Int64($0) } ?? 0 }

  func validate() throws {
    guard numbers.count == 1, let text = numbers.first else {
      throw ValidationError("Give the number of one conflict: see cairn sync conflicts.")
    }
    guard Int64(text) != nil else {
      throw ValidationError(
        "'\(text.printable)' is not the number of a conflict: see cairn sync conflicts.")
    }
    if let app { try AppNames.check([app]) }
  }
}
