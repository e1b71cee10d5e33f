// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
import Foundation

/// `cairn restore`: replaces the data of all apps with a backup.
package struct RestoreCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore the data of all apps from a backup, while no program uses it.",
    discussion: """
      The whole backup is verified first. The present data is kept as before-restore-TIME.tar in \
      the data folder, which is a backup, too. A login stays. On a new machine, restore before \
      cairn login.

      If the data syncs, the next sync fetches all later changes of the server before it sends \
      anything. Objects that were deleted on any device stay deleted. To get one back, restore to \
      another folder with --data, export it there, and import it.

      EXAMPLES
        cairn restore ~/backups/cairn.tar
        cairn restore ~/backups/cairn.tar --data /tmp/old
      """
  )

  @Argument(help: "The backup.", completion: .file())
  package var file: String

  @OptionGroup package var output: OutputOptions
  @OptionGroup package var data: DataOptions

  package init() {}

  package func run() throws {
    let report = try DataRestore(folder: data.url, now: .now)
      .run(from: URL(fileURLWithPath: file))
    let record = RestoreRecord(report)
    try output.write(record) { record.text }
  }
}
