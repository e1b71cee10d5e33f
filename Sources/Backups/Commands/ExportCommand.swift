// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
import Foundation
import SwiftData

/// `cairn export`: writes the data of apps in open formats.
package struct ExportCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the data of all apps to a folder, in open formats.",
    discussion: """
      Each app has a folder of its own. A new folder is accessible only to you. If an object can't \
      be written, the command reports it, writes the others, and exits with status 1.

      EXAMPLES
        cairn export --all ~/cairn-export
        cairn export --app ruckmap ~/rucks --force
      """
  )

  @Flag(help: "Export the data of all apps.")
  package var all = false

  @Option(help: ArgumentHelp("Export the data of one app; can be repeated.", valueName: "name"))
  package var app: [String] = []

  @Argument(
    help: ArgumentHelp("The folder to create.", valueName: "dir"), completion: .directory)
  package var folder: String

  @Flag(help: "Write to a folder that has files, and replace files with equal names.")
  package var force = false

  @OptionGroup package var output: OutputOptions
  @OptionGroup package var data: DataOptions

  package init() {}

  package func validate() throws {
    guard all != !app.isEmpty else {
      throw ValidationError("Give either --all or --app NAME.")
    }
    try AppNames.check(app)
  }

  package func run() async throws {
    let apps = DataBackup.apps(in: data.url).filter { all || app.contains($0.name) }
    guard !apps.isEmpty else {
      throw CommandError(
        "there is no data in \(data.url.path(percentEncoded: false).printable) to export: "
          + "see --data")
    }
    let target = URL(fileURLWithPath: folder, isDirectory: true)
    try makeFolder(target)
    var records: [ExportRecord.App] = []
    for app in apps { records.append(try await export(app, to: target)) }
    let record = ExportRecord(folder: target.path(percentEncoded: false), apps: records)
    for failure in records.flatMap(\.failed) {
      StandardError.write("cairn: \(failure.object.printable): \(failure.error.printable)\n")
    }
    do {
      try output.write(record) { record.text }
    } catch is OutputClosed {
      // The exit status still reports whether every object was exported.
    }
    if records.contains(where: { !$0.failed.isEmpty }) { throw ExitCode.failure }
  }

  private func export(_ app: any CairnApp, to target: URL) async throws -> ExportRecord.App {
    let folder = target.appending(path: app.name, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let container = try app.open(in: data.url, syncingWith: .none)
      let count = try await app.export(to: folder, from: container)
      return ExportRecord.App(app: app.name, exported: count, failed: [])
    } catch let partial as PartialExport {
      return ExportRecord.App(
        app: app.name, exported: partial.exported,
        failed: partial.failures.map { .init(object: $0.object, error: $0.reason) })
    } catch {
      return ExportRecord.App(
        app: app.name, exported: 0,
        failed: [.init(object: app.name, error: CommandError.describe(error))])
    }
  }

  /// Creates the folder; throws if it has files, unless `force` is true.
  private func makeFolder(_ target: URL) throws {
    let path = target.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      guard names.isEmpty || force else {
        throw CommandError("\(path.printable) is not empty: give another folder, or --force")
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("can't use \(path.printable): \(error.localizedDescription)")
    }
  }
}
