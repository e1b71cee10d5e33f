// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
package import Foundation
import Hummingbird
package import PageKit
package import SwiftData

/// The logbook as an app: its store, its subcommand and its page.
package struct LogbookApp: CairnApp {
  package let name = "logbook"
  package let container = "iCloud.org.example.logbook"
  package let storeFile = "logbook.store"
  package let recordType = "LogEntry"

  package init() {}

  package var subcommands: [any ParsableCommand.Type] { [LogCommand.self] }

  package var firstCommands: [CommandExample] {
    [CommandExample("cairn log add \"Saw a heron\"", "add an entry")]
  }

  package func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try ModelContainer(
      for: Schema(versionedSchema: LogbookSchemaV1.self), migrationPlan: LogbookMigrationPlan.self,
      configurations: ModelConfiguration(url: store(in: folder), cloudKitDatabase: database))
  }

  package func pages(of container: ModelContainer) -> any PageModule {
    LogbookPages(library: LogbookLibrary(modelContainer: container))
  }

  package func export(to folder: URL, from container: ModelContainer) async throws -> Int {
    let entries = try await LogbookLibrary(modelContainer: container).entries()
    try Data(try JSONOutput.encode(entries).utf8)
      .write(to: folder.appending(path: "logbook.json"), options: .atomic)
    return entries.count
  }
}

/// The logbook's page at `/logbook`.
struct LogbookPages: PageModule {
  let library: LogbookLibrary
  let navigation: PageLink? = PageLink("Logbook", "/logbook")

  let templates = [
    "logbook": #"""
    <h1>Logbook</h1>
    <div id="logbook" class="card glass" data-live="/logbook">
    {{#entries}}<p>{{text}} <span class="where">{{date}}</span></p>{{/entries}}
    {{^entries}}<p>Add the first entry: <code>log add "Saw a heron"</code></p>{{/entries}}
    </div>
    """#
  ]

  func addRoutes(to router: PageRouter, site: Site) {
    router.get("logbook") { _, _ in
      let entries = try await library.entries().map {
        ["text": $0.text, "date": site.calendar.dateAndTime($0.date)]
      }
      return site.page(
        title: "Logbook", at: "/logbook", site.templates.render("logbook", ["entries": entries]))
    }
  }

  func card(site: Site) async throws -> DashboardCard? {
    let entries = try await library.entries()
    return DashboardCard(
      title: "Logbook", path: "/logbook", figures: [FigureTile("Entries", "\(entries.count)")],
      latest: entries.prefix(3).map { SearchResult(title: $0.text, path: "/logbook") })
  }
}

/// `log`: adds, imports, edits and lists entries.
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Keep a logbook.",
    subcommands: [Add.self, Import.self, Edit.self, List.self], defaultSubcommand: List.self)

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add an entry for this moment.")
    @Argument(help: "The entry's text.") var text: String
    @OptionGroup var data: DataOptions

    func run() async throws { _ = try await data.logbook().add([(.now, text)]) }
  }

  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Import lines of a date and a text, such as: 2026-11-20T08:00:00Z Saw a heron")
    @Argument(help: "The file to import.", completion: .file()) var file: String
    @OptionGroup var data: DataOptions

    func run() async throws {
      let lines = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
        .split(whereSeparator: \.isNewline)
      let entries = try lines.enumerated().map { index, line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let date = try? Date(parts[0], strategy: .iso8601) else {
          throw CommandError(
            "\(file.printable):\(index + 1): this is not a date and a text. Nothing was imported; "
              + "write 2026-11-20T08:00:00Z, a space and the text")
        }
        return (date, parts[1])
      }
      let count = try await data.logbook().add(entries)
      try StandardOutput.write("imported \(count), known \(entries.count - count)\n")
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Change the text of an entry.")
    @Argument(help: "The entry's ID, or its beginning.") var id: String
    @Argument(help: "The new text.") var text: String
    @OptionGroup var data: DataOptions

    func run() async throws {
      guard try await data.logbook().edit(id.lowercased(), text: text) else {
        throw CommandError("no entry has the ID \(id.printable): run log list for the IDs")
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the entries, newest first.")
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let entries = try await data.logbook().entries()
      try output.write(entries) {
        entries.map { "\($0.id.prefix(8))  \($0.date.localText)  \($0.text.printable)\n" }.joined()
      }
    }
  }
}

extension DataOptions {
  func logbook() throws -> LogbookLibrary {
    LogbookLibrary(modelContainer: try LogbookApp().open(in: url, syncingWith: .none))
  }
}
