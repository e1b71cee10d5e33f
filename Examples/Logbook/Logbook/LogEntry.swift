// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// An entry of the logbook.
@Model
final class LogEntry {
  /// The identifier, equal on every device; as the unique attribute, it names the entry's record.
  @Attribute(.unique) var id: UUID
  var date: Date
  var text: String

  init(date: Date, text: String) {
    self.id = UUID()
    self.date = date
    self.text = text
  }
}

/// The logbook's schema; a later change of the model adds a version and a stage.
enum LogbookSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [LogEntry.self] }
}

enum LogbookMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LogbookSchemaV1.self] }
  static var stages: [MigrationStage] { [] }
}

/// The logbook's entries, newest first.
@ModelActor
actor LogbookLibrary {
  struct Entry: Codable, Sendable {
    var id: String
    var date: Date
    var text: String
  }

  func entries() throws -> [Entry] {
    try modelContext.fetch(
      FetchDescriptor<LogEntry>(sortBy: [SortDescriptor(\.date, order: .reverse)])
    )
    .map { Entry(id: $0.id.uuidString.lowercased(), date: $0.date, text: $0.text) }
  }

  /// Adds the entries that the logbook lacks, and returns their number.
  func add(_ lines: [(date: Date, text: String)]) throws -> Int {
    let known = Set(try entries().map { "\($0.date) \($0.text)" })
    let new = lines.filter { !known.contains("\($0.date) \($0.text)") }
    for line in new { modelContext.insert(LogEntry(date: line.date, text: line.text)) }
    try modelContext.save()
    return new.count
  }

  /// Changes the text of the entry whose identifier has a prefix; false if there is none.
  func edit(_ prefix: String, text: String) throws -> Bool {
    let entries = try modelContext.fetch(FetchDescriptor<LogEntry>())
    guard let entry = entries.first(where: { $0.id.uuidString.lowercased().hasPrefix(prefix) })
    else { return false }
    entry.text = text
    try modelContext.save()
    return true
  }
}
