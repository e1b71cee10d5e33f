// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import SwiftData

/// The model of the sample apps.
@Model final class Note {
  var text: String

  init(_ text: String) { self.text = text }
}

/// A later version of the model.
enum Newer {
  @Model final class Note {
    var text: String
    var date: Date?

    init(_ text: String) { self.text = text }
  }
}

/// An app of notes, with the defaults of an app.
struct NoteApp: CairnApp {
  let name: String
  let container = "iCloud.org.example.notes"
  let recordType = "Note"
  let subcommands: [any ParsableCommand.Type] = []

  init(_ name: String) { self.name = name }

  var storeFile: String { "\(name).store" }

  func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Note.self,
      configurations: ModelConfiguration(url: store(in: folder), cloudKitDatabase: database))
  }

  func pages(of container: ModelContainer) -> any PageModule { NotePages(name: name) }

  func export(to folder: URL, from container: ModelContainer) async throws -> Int { 0 }
}

/// The app of notes with an icon and a first command of its own.
struct DrawnNoteApp: CairnApp {
  let notes: NoteApp
  let icon = PageIcon(path: "M6 3h9l4 4v14H6z")
  let firstCommands = [CommandExample("cairn note add TEXT", "add a note")]

  var name: String { notes.name }
  var container: String { notes.container }
  var recordType: String { notes.recordType }
  var storeFile: String { notes.storeFile }
  var subcommands: [any ParsableCommand.Type] { notes.subcommands }

  func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer { try notes.open(in: folder, syncingWith: database) }

  func pages(of container: ModelContainer) -> any PageModule { notes.pages(of: container) }

  func export(to folder: URL, from container: ModelContainer) async throws -> Int { 0 }
}

/// The pages of the notes: a link only.
struct NotePages: PageModule {
  let name: String
  let templates: [String: String] = [:]

  var navigation: PageLink? { PageLink(name, "/\(name)") }

  func addRoutes(to router: PageRouter, site: Site) {}
}
