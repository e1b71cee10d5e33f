// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitMirroring
import Foundation
import PageKit
import SwiftData

/// The model of the sample apps, with an encrypted field.
@Model final class DiaryEntry {
  @Attribute(.unique) var id: UUID
  var title: String
  @Attribute(.allowsCloudEncryption) var secret: String?

  init(_ title: String, secret: String? = nil) {
    id = UUID()
    self.title = title
    self.secret = secret
  }
}

/// An app of diary entries.
struct DiaryApp: CairnApp {
  /// The apps of the tests.
  static let all = [DiaryApp("diary"), DiaryApp("journal")]

  let name: String
  let recordType = "DiaryEntry"
  let encryptsFields = true
  let subcommands: [any ParsableCommand.Type] = []

  init(_ name: String) { self.name = name }

  var container: String { "iCloud.org.example.\(name)" }
  var storeFile: String { "\(name).store" }
  var conflictFormatter: any ConflictFormatter { DiaryConflictFormatter(app: name) }

  func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try ModelContainer(
      for: DiaryEntry.self,
      configurations: ModelConfiguration(url: store(in: folder), cloudKitDatabase: database))
  }

  func pages(of container: ModelContainer) -> any PageModule {
    DiaryPages(title: name.capitalized, path: "/\(name)")
  }

  func export(to folder: URL, from container: ModelContainer) async throws -> Int { 0 }
}

/// Links conflicts to the entries' pages.
struct DiaryConflictFormatter: ConflictFormatter {
  let app: String

  func isDerived(_ conflict: Conflict) -> Bool { false }

  func descriptions(
    of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [ConflictDescription] {
    conflicts.map { conflict in
      var description = ConflictDescription(conflict)
      description.path = "/\(app)/\(description.id)"
      return description
    }
  }

  func didRestore(_ conflict: Conflict, in model: any PersistentModel) {}
}

/// The card of a diary.
struct DiaryPages: PageModule {
  let title: String
  let path: String
  let templates: [String: String] = [:]

  var navigation: PageLink? { PageLink(title, path) }

  func addRoutes(to router: PageRouter, site: Site) {}

  func card(site: Site) async throws -> DashboardCard? { DashboardCard(title: title, path: path) }
}
