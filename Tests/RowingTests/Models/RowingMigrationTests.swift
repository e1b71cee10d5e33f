// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// Stores of earlier versions.
struct RowingMigrationTests {
  private static let tables = [
    "Athlete", "PerformanceMetric", "RowingInterval", "RowingSession", "Team",
  ]

  /// The columns without values in the committed store: a picture, and positions in lists.
  private static let empty = [
    "_athlete_order", "_session_order", "_team_order", "profileImageData",
  ]

  /// The values of all columns by table, as literals of SQL.
  private func values(of container: ModelContainer) throws -> [String: [String]] {
    var values: [String: [String]] = [:]
    try ModelContext(container).reading(store: 0) { tables in
      for table in Self.tables {
        var terms: [String] = []
        try tables.run("SELECT name FROM pragma_table_info('\(table)') ORDER BY name") { row in
          let name = row.text(0) ?? ""
          terms.append("'\(name)=' || quote(\"\(name)\")")
        }
        let list = terms.joined(separator: " || char(10) || ")
        try tables.run("SELECT \(list) FROM \"\(table)\" ORDER BY _pk") { row in
          values[table, default: []] += (row.text(0) ?? "").split(separator: "\n").map(String.init)
        }
      }
    }
    return values
  }

  @Test func `the committed store of version 2 is migrated with every value`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: RowingStore.fileName)
    try FileManager.default.copyItem(at: Fixture.url("version-2.store"), to: url)
    // The program that wrote the store has had the models of version 2.
    let before = try values(
      of: ModelContainer(
        for: Schema(versionedSchema: RowingSchemaV2.self),
        configurations: ModelConfiguration(url: url)))
    #expect(before.mapValues(\.count).values.reduce(0, +) == 158)
    let missing = before.values.joined().filter { $0.hasSuffix("=NULL") }
    #expect(Set(missing.map { String($0.dropLast(5)) }) == Set(Self.empty))
    for _ in 1...2 {
      let container = try RowingStore.container(directory: folder.url)
      #expect(try values(of: container) == before)
      var (indexes, version) = ([String](), "")
      try ModelContext(container).reading(store: 0) { tables in
        try tables.run("SELECT name FROM sqlite_schema WHERE type = 'index'") { row in
          indexes.append(row.text(0) ?? "")
        }
        try tables.run("SELECT value FROM _cairn_metadata WHERE key = 'version'") { row in
          version = row.text(0) ?? ""
        }
      }
      #expect(version == "3.0.0")
      #expect(indexes.contains("RowingSession_sourceID_startTime_index"))
      #expect(!indexes.contains("RowingSession_startTime_index"))
    }
    let library = try RowingLibrary.open(directory: folder.url)
    let session = try #require(try await library.sessions(SessionQuery()).sessions.first)
    #expect(session.id == UUID(uuidString: "CA000000-0000-4000-8000-000000000003"))
    #expect(session.distance == 5000.5 && session.duration == 1199.75)
    #expect(session.athleteName == "name 108" && session.device?.power == 203)
    #expect(try await library.strokes(of: session.id).map(\.forceCurve) == [[50, 150, 300, 100]])
    #expect(try await library.restStrokes(of: session.id).count == 1)
    #expect(try await library.session(session.id)?.intervals.count == 1)
  }

  @Test func `a store of version 1 is migrated with all its values`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: RowingStore.fileName)
    let (athlete, session) = (UUID(), UUID())
    do {
      let schema = Schema(versionedSchema: RowingSchemaV1.self)
      let container = try ModelContainer(
        for: schema, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let rower = RowingSchemaV1.Athlete(id: athlete, createdAt: .now)
      rower.name = "Anna"
      context.insert(rower)
      let piece = RowingSchemaV1.RowingSession(id: session, startTime: .now)
      (piece.totalDistance, piece.totalTime, piece.isComplete) = (1000, 240, true)
      context.insert(piece)
      piece.athlete = rower
      let part = RowingSchemaV1.RowingInterval(id: UUID())
      context.insert(part)
      part.session = piece
      for index in 0..<3 {
        let stroke = RowingSchemaV1.PerformanceMetric(id: UUID(), timestamp: .now)
        (stroke.index, stroke.power) = (index, 200)
        context.insert(stroke)
        stroke.session = piece
      }
      try context.save()
    }
    let library = try RowingLibrary.open(directory: folder.url)
    let found = try #require(try await library.session(session))
    #expect(found.summary.athleteID == athlete && found.summary.distance == 1000)
    #expect(found.intervals.count == 1)
    let strokes = try await library.strokes(of: session)
    #expect(strokes.count == 3 && strokes.allSatisfy { !$0.isRest && $0.power == 200 })
    #expect(try await library.restStrokes(of: session).isEmpty)
  }
}
