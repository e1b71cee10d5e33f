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

/// An app of notes.
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

/// The pages of the notes: a link only.
struct NotePages: PageModule {
  let name: String
  let templates: [String: String] = [:]

  var navigation: PageLink? { PageLink(name, "/\(name)") }

  func addRoutes(to router: PageRouter, site: Site) {}
}
