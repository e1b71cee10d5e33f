// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData

@testable import TripPlanner

/// The changes of a history: additions, edits and deletions of every part, and those of version 1.
extension TripHistory {
  // MARK: Additions

  mutating func add(_ index: Int) async throws {
    let library = devices[index].library
    guard let trip = try await trip(of: index) else { return }
    let id = identifier()
    let digit = digit()
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      steps.append("\(index) adds a journey to \(trip)")
      var segment = SegmentSnapshot(id: id, at: Date())
      (segment.tripID, segment.title, segment.mode) = (trip, "Train \(digit)", .train)
      try await library.insert(segment)
    case 1:
      guard let segment = try await part(SegmentSnapshot.self, of: index) else { return }
      steps.append("\(index) adds a booking to \(segment)")
      var booking = BookingSnapshot(id: id, at: Date())
      (booking.segmentID, booking.traveller, booking.code) = (segment, "Ann", "ADD\(digit)")
      booking.tripID = try await library.item(SegmentSnapshot.self, segment)?.tripID
      (booking.price, booking.currency) = (Decimal(digit), "EUR")
      try await library.insert(booking)
    case 2:
      steps.append("\(index) adds a cost to \(trip)")
      var expense = ExpenseSnapshot(id: id, at: Date())
      (expense.tripID, expense.title) = (trip, "Tea \(digit)")
      (expense.amount, expense.currency) = (Decimal(digit) + 1, "JPY")
      try await library.insert(expense)
    default:
      steps.append("\(index) adds a template")
      var template = PackingTemplateSnapshot(id: id, at: Date())
      template.name = "Template \(digit)"
      try await library.insert(template)
      var line = PackingItemSnapshot(id: UUID(namespace: id, name: "line"), at: Date())
      (line.templateID, line.name) = (id, "Thing \(digit)")
      try await library.insert(line)
    }
  }

  // MARK: Edits

  mutating func edit(_ index: Int) async throws {
    let library = devices[index].library
    let digit = digit()
    let isFirst = Bool.random(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let id = try await trip(of: index)
      try await edit(TripSnapshot.self, id, index) {
        if isFirst { $0.title = "Trip \(digit)" } else { $0.notes = "\(digit)" }
      }
    case 1:
      let id = try await part(SegmentSnapshot.self, of: index)
      try await edit(SegmentSnapshot.self, id, index) {
        if isFirst { $0.departureGate = "B\(digit)" } else { $0.bookingCode = "SEG\(digit)" }
      }
    case 2:
      let id = try await part(DayPlanItemSnapshot.self, of: index)
      try await edit(DayPlanItemSnapshot.self, id, index) {
        if isFirst { $0.title = "Plan \(digit)" } else { $0.isDone = digit % 2 == 0 }
      }
    case 3:
      let id = try await part(BookingSnapshot.self, of: index)
      try await edit(BookingSnapshot.self, id, index) {
        if isFirst { $0.seat = "\(digit)C" } else { $0.ticketNumber = "257 \(digit)" }
      }
    case 4:
      let id = try await part(PackingItemSnapshot.self, of: index)
      try await edit(PackingItemSnapshot.self, id, index) {
        if isFirst { $0.isPacked = digit % 2 == 0 } else { $0.quantity = digit + 1 }
      }
    case 5:
      let id = try await part(ExpenseSnapshot.self, of: index)
      try await edit(ExpenseSnapshot.self, id, index) {
        if isFirst { $0.amount = Decimal(digit) + 1 } else { $0.isPaid = digit % 2 == 0 }
      }
    case 6:
      let templates = try await library.templates().map(\.id).sorted()
      guard let template = templates.randomElement(using: &random) else { return }
      try await edit(PackingTemplateSnapshot.self, template, index) { $0.name = "List \(digit)" }
    default:
      steps.append("\(index) edits the profile")
      try await library.editProfile { $0.displayName = "Name \(digit)" }
    }
  }

  private mutating func edit<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, _ id: UUID?, _ index: Int,
    _ change: @Sendable (inout Snapshot) -> Void
  ) async throws {
    guard let id else { return }
    steps.append("\(index) edits \(Snapshot.Entity.entityName) \(id)")
    try await devices[index].library.edit(type, id, change)
  }

  // MARK: Deletions

  /// Deletes an object of any kind, or restores the first deleted one.
  mutating func changeDeletion(_ index: Int) async throws {
    let library = devices[index].library
    let deleted = try await library.deletedItems().sorted { $0.id < $1.id }
    if Bool.random(using: &random), let item = deleted.randomElement(using: &random) {
      steps.append("\(index) restores \(item.type) \(item.id)")
      return try await library.restore(entity: item.type, item.id)
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      let id = try await trip(of: index)
      try await delete(TripSnapshot.self, id, index)
    case 1:
      let id = try await part(SegmentSnapshot.self, of: index)
      try await delete(SegmentSnapshot.self, id, index)
    case 2:
      let id = try await part(DayPlanItemSnapshot.self, of: index)
      try await delete(DayPlanItemSnapshot.self, id, index)
    case 3:
      let id = try await part(BookingSnapshot.self, of: index)
      try await delete(BookingSnapshot.self, id, index)
    case 4:
      let id = try await part(PackingItemSnapshot.self, of: index)
      try await delete(PackingItemSnapshot.self, id, index)
    case 5:
      let id = try await part(ExpenseSnapshot.self, of: index)
      try await delete(ExpenseSnapshot.self, id, index)
    default:
      let templates = try await library.templates().map(\.id).sorted()
      let id = templates.randomElement(using: &random)
      try await delete(PackingTemplateSnapshot.self, id, index)
    }
  }

  private mutating func delete<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, _ id: UUID?, _ index: Int
  ) async throws {
    guard let id else { return }
    steps.append("\(index) deletes \(Snapshot.Entity.entityName) \(id)")
    try await devices[index].library.delete(type, id)
  }

  // MARK: Version 1

  mutating func editOld(_ device: TripDevice) async throws {
    guard chance(2) else {
      steps.append("old syncs")
      return try await device.sync.syncNow()
    }
    let context = ModelContext(device.container)
    let digit = digit()
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let segments = try context.fetch(FetchDescriptor<TripDataSchemaV1.Segment>())
      guard let segment = choose(segments, by: \.id) else { return }
      segment.title = "Old \(digit)"
    case 1:
      let lines = try context.fetch(FetchDescriptor<TripDataSchemaV1.PackingItem>())
      guard let line = choose(lines, by: \.id) else { return }
      line.isPacked.toggle()
    case 2:
      let items = try context.fetch(FetchDescriptor<TripDataSchemaV1.DayPlanItem>())
      guard let item = choose(items, by: \.id) else { return }
      item.isDeleted.toggle()
      item.deletedAt = item.isDeleted ? Date() : nil
    default:
      let items = try context.fetch(FetchDescriptor<TripDataSchemaV1.DayPlanItem>())
      guard let item = choose(items, by: \.id) else { return }
      item.title = "Old \(digit)"
    }
    try context.save()
  }

  /// A random model, in an order that a repeated run has, too.
  private mutating func choose<Model>(_ models: [Model], by id: KeyPath<Model, UUID>) -> Model? {
    let model = models.sorted { $0[keyPath: id] < $1[keyPath: id] }.randomElement(using: &random)
    if let model { steps.append("old edits \(Model.self) \(model[keyPath: id])") }
    return model
  }
}
