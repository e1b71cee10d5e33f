// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension TripLibrary {
  /// Returns the packing list of a trip by categories, bags and people.
  package func packing(_ trip: UUID) throws -> PackingSummary {
    _ = try self.trip(model: trip)
    return PackingSummary(try items(PackingItemSnapshot.self, in: trip))
  }

  /// Returns the templates that are not deleted, by name.
  package func templates() throws -> [PackingTemplateDetail] {
    try modelContext.fetch(
      FetchDescriptor<PackingTemplate>(
        predicate: #Predicate { !$0.isDeleted }, sortBy: [SortDescriptor(\.name)])
    ).map { template in
      PackingTemplateDetail(
        template: template.snapshot(), items: Self.lines(of: template).map { $0.snapshot() })
    }
  }

  private static func lines(of template: PackingTemplate) -> [PackingItem] {
    template.items.filter { !$0.isDeleted }.sorted {
      ($0.category, $0.position, $0.id.uuidString) < ($1.category, $1.position, $1.id.uuidString)
    }
  }

  /// Creates a template from a trip's packing list.
  @discardableResult
  package func makeTemplate(
    named name: String, from trip: UUID
  ) throws -> PackingTemplateSnapshot {
    try write { now in
      let items = try models(PackingItem.self, in: trip)
      var template = PackingTemplateSnapshot(id: UUID(), at: now)
      template.name = name
      let model = try insertModel(template, at: now)
      for item in items {
        var copy = Self.copy(item.snapshot(), id: UUID(), at: now)
        copy.tripID = nil
        copy.templateID = template.id
        try insertModel(copy, at: now)
      }
      return model.snapshot()
    }
  }

  /// Changes the name and the lines of a template in one transaction.
  ///
  /// - Parameters:
  ///   - id: The identifier of the template.
  ///   - name: The new name; nil to retain it.
  ///   - lines: The lines to add, after the others.
  ///   - removed: The identifiers of the lines to delete.
  /// - Returns: The changed template.
  /// - Throws: ``TripLibraryError/notFound(kind:name:)``, or a `SwiftDataError`.
  @discardableResult
  package func editTemplate(
    _ id: UUID, name: String? = nil, adding lines: [PackingItemSnapshot] = [],
    removing removed: Set<UUID> = []
  ) throws -> PackingTemplateDetail {
    try write { now in
      let template = try entity(PackingTemplate.self, id)
      if let name, template.name != name {
        template.name = name
        template.updatedAt = now
      }
      let present = Self.lines(of: template)
      for line in present where removed.contains(line.id) {
        line.isDeleted = true
        line.deletedAt = now
        line.updatedAt = now
      }
      var position = present.map(\.position).max() ?? 0
      for line in lines {
        position += 1
        var new = Self.copy(line, id: line.id, at: now)
        (new.tripID, new.templateID, new.position) = (nil, id, position)
        try insertModel(new, at: now)
      }
      return PackingTemplateDetail(
        template: template.snapshot(), items: Self.lines(of: template).map { $0.snapshot() })
    }
  }

  /// Adds the lines of a template to a trip; lines that the trip has by name and category are left out.
  ///
  /// - Returns: The number of added lines.
  @discardableResult
  package func applyTemplate(_ template: UUID, to trip: UUID) throws -> Int {
    try write { now in
      _ = try self.trip(model: trip)
      var known = Set(try models(PackingItem.self, in: trip).map { [$0.category, $0.name] })
      var count = 0
      for item in Self.lines(of: try entity(PackingTemplate.self, template))
      where known.insert([item.category, item.name]).inserted {
        // Two devices that apply a template offline add its lines once.
        let id = UUID(namespace: trip, name: "template:\(item.id.uuidString)")
        var copy = Self.copy(item.snapshot(), id: id, at: now)
        copy.tripID = trip
        copy.templateID = nil
        if let stored = try modelContext.first(PackingItem.self, id: id) {
          try update(stored, copy, at: now)
        } else {
          try insertModel(copy, at: now)
        }
        count += 1
      }
      return count
    }
  }

  private static func copy(
    _ item: PackingItemSnapshot, id: UUID, at now: Date
  ) -> PackingItemSnapshot {
    var copy = item
    copy.id = id
    copy.createdAt = now
    copy.isPacked = false
    copy.isDeleted = false
    return copy
  }
}
