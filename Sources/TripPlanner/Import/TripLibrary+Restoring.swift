// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension TripLibrary {
  /// Inserts an archive in the running transaction; objects that are stored, deleted or not, stay as they are.
  func restore(
    _ archive: TripArchive, name: String, at now: Date
  ) throws -> TripImportReport.File {
    let restorer = ArchiveRestorer(context: modelContext, now: now, name: name)
    for entry in archive.trips {
      try restorer.restore(entry, owner: try ownerForUpdate(at: now).id)
    }
    for template in archive.templates { try restorer.restore(template) }
    return restorer.file
  }
}

/// The insertion of an archive's objects in the running transaction.
private final class ArchiveRestorer {
  let context: ModelContext
  let now: Date
  var file: TripImportReport.File

  init(context: ModelContext, now: Date, name: String) {
    self.context = context
    self.now = now
    file = TripImportReport.File(name: name)
  }

  func restore(_ entry: TripArchive.Entry, owner: UUID) throws {
    var trip = entry.trip
    trip.ownerID = owner
    try add([trip], entry.data)
    try add(entry.people, entry.data)
    try add(entry.places, entry.data)
    try add(entry.routes, entry.data)
    try add(entry.segments, entry.data)
    try add(entry.items, entry.data)
    try add(entry.bookings, entry.data)
    try add(entry.packing, entry.data)
    try add(entry.documents, entry.data)
    try add(entry.expenses, entry.data)
    try add(entry.rates, entry.data)
    try add(entry.dismissed, entry.data)
  }

  func restore(_ template: TripArchive.Template) throws {
    try add([template.template], [:])
    try add(template.items, [:])
  }

  private func add<Snapshot: EntitySnapshot>(
    _ snapshots: [Snapshot], _ data: [String: Data]
  ) throws {
    for (index, snapshot) in snapshots.enumerated() {
      if index % ModelContext.batchSize == 0 { try context.save() }
      if let stored = try context.first(Snapshot.Entity.self, id: snapshot.id) {
        report(stored.isHidden ? .stayedDeleted : .unchanged, stored)
        continue
      }
      let entity = try context.insert(snapshot, at: snapshot.createdAt)
      entity.updatedAt = snapshot.updatedAt
      if let document = entity as? DocumentAsset, let bytes = data[snapshot.id.uuidString] {
        guard DocumentFile.sha256(bytes) == document.sha256 else {
          throw TripLibraryError.invalidExport("the bytes of \(document.fileName) are damaged")
        }
        document.data = bytes
      }
      if let route = entity as? Route, let bytes = data[snapshot.id.uuidString] {
        guard RoutePath(decoding: bytes) != nil else {
          throw TripLibraryError.invalidExport("the points of \(route.name) are damaged")
        }
        route.path = bytes
      }
      report(.added, entity)
    }
  }

  private func report<Entity: TripEntity>(
    _ kind: TripImportReport.Change.Kind, _ entity: Entity
  ) {
    let trip = entity.owningTrip?.id
    file.changes.append(
      .init(
        kind: kind, type: Entity.entityName, id: entity.id, name: entity.snapshot().name, trip: trip
      ))
    if kind == .added, let trip, !file.trips.contains(trip) { file.trips.append(trip) }
  }
}
