// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@testable import TripPlanner

/// The values of models as snapshots.
struct SnapshotTests {
  @Test func `a snapshot has the values of all fields`() async throws {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    #expect(try await library.differences(Trip.self).isEmpty)
    #expect(try await library.differences(Segment.self).isEmpty)
    #expect(try await library.differences(DayPlanItem.self).isEmpty)
    #expect(try await library.differences(Place.self).isEmpty)
    #expect(try await library.differences(Booking.self).isEmpty)
    #expect(try await library.differences(Expense.self).isEmpty)
  }
}

extension TripLibrary {
  /// The names of the fields that snapshots lack, after each attribute of the models got a value.
  fileprivate func differences<Entity: TripEntity>(_ type: Entity.Type) throws -> [String] {
    let models = try modelContext.fetch(FetchDescriptor<Entity>())
    var names = models.isEmpty ? ["no \(Entity.entityName)"] : []
    for model in models {
      for field in Entity.fields where !field.isRelation && field.name != "isDeleted" {
        // The first text that is a value of the field's type.
        _ = ["true", "1.5", "3"].first { text in
          (try? field.setText(text, model, modelContext)) != nil
        }
      }
      let snapshot = model.snapshot()
      var expected = Entity.Snapshot(id: model.id, at: model.createdAt)
      for field in Entity.fields { field.read(model, &expected) }
      names += Entity.fields.filter { !$0.isEqual(snapshot, expected) }.map(\.name)
    }
    return names
  }
}
