// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// Stores of earlier versions.
struct RowingMigrationTests {
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
