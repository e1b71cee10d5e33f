// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A store with its own type of snapshot.
@Suite struct TypedSnapshotTests {
  private func open(_ fault: RemarkStore.Fault? = nil) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Remark.self, configurations: RemarkStore.Configuration(fault: fault)))
  }

  @Test func `a store reads and returns its own snapshots`() throws {
    let context = try open()
    for text in ["b", "a"] { context.insert(Remark(text)) }
    try context.save()
    let remarks = try context.fetch(FetchDescriptor<Remark>(sortBy: [SortDescriptor(\.text)]))
    #expect(remarks.map(\.text) == ["a", "b"])
    #expect(remarks.map(\.count) == [1, 1])
    remarks[0].text = "c"
    try context.save()
    // The store counts the saves of a remark, and returns the new count.
    #expect(remarks[0].count == 2)
    #expect(remarks[1].count == 1)
    context.delete(remarks[1])
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Remark>()).map(\.text) == ["c"])
  }

  @Test(arguments: [
    (RemarkStore.Fault.noIdentifier, "without an identifier"),
    (.foreignIdentifier, "not one of its own"),
  ])
  func `an invalid answer to a save is an error`(_ fault: RemarkStore.Fault, _ part: String) throws
  {
    let context = try open(fault)
    context.insert(Remark("a"))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect("\(try #require(error))".contains(part))
    #expect(context.hasChanges)
  }

  @Test(arguments: [
    (RemarkStore.Fault.missingValue, "no value for text"),
    (.wrongType, "a Int for text"),
    (.foreignSnapshot, "not one of its own"),
  ])
  func `an invalid snapshot is an error`(_ fault: RemarkStore.Fault, _ part: String) throws {
    let context = try open(fault)
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Remark>())
    }
    #expect("\(try #require(error))".contains(part))
  }
}

/// A store of remarks in memory that counts the saves of each.
final class RemarkStore: DataStore {
  typealias Snapshot = RemarkSnapshot

  enum Fault: Sendable {
    case noIdentifier, foreignIdentifier, missingValue, wrongType, foreignSnapshot
  }

  struct Configuration: DataStoreConfiguration {
    typealias Store = RemarkStore

    var name: String { "remarks" }
    var schema: Schema?
    var fault: Fault?

    init(fault: Fault?) { self.fault = fault }

    static func == (lhs: Configuration, rhs: Configuration) -> Bool { lhs.fault == rhs.fault }

    func hash(into hasher: inout Hasher) { hasher.combine(fault) }
  }

  let configuration: Configuration
  let schema = Schema([Remark.self])
  let identifier = UUID().uuidString
  private var snapshots: [PersistentIdentifier: RemarkSnapshot] = [:]

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, RemarkSnapshot>
  where T: PersistentModel {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let own = try PersistentIdentifier.identifier(
      for: configuration.fault == .foreignSnapshot ? "other" : identifier, entityName: "Remark",
      primaryKey: "key")
    let faulty: [RemarkSnapshot] =
      switch configuration.fault {
      case .missingValue: [RemarkSnapshot(own, text: nil)]
      case .wrongType: [RemarkSnapshot(own, text: nil, number: 3)]
      case .foreignSnapshot: [RemarkSnapshot(own, text: "a")]
      default: []
      }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: faulty + snapshots.values)
  }

  func save(_ request: DataStoreSaveChangesRequest<RemarkSnapshot>) throws
    -> DataStoreSaveChangesResult<RemarkSnapshot>
  {
    if configuration.fault == .noIdentifier { return DataStoreSaveChangesResult(for: identifier) }
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    var counted: [PersistentIdentifier: RemarkSnapshot] = [:]
    for snapshot in request.inserted + request.updated {
      var own = snapshot.persistentIdentifier
      if own.isTemporary {
        let key = UUID().uuidString
        own = try PersistentIdentifier.identifier(
          for: configuration.fault == .foreignIdentifier ? "other" : identifier,
          entityName: own.entityName, primaryKey: key)
        remapped[snapshot.persistentIdentifier] = own
      }
      var copy = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped)
      copy.count = (snapshots[own]?.count ?? 0) + 1
      counted[own] = copy
    }
    snapshots.merge(counted) { _, new in new }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: counted)
  }
}

struct RemarkSnapshot: DataStoreSnapshot {
  let persistentIdentifier: PersistentIdentifier
  var text: String?
  var count: Int
  private var number: Int?

  enum CodingKeys: String, CodingKey {
    case persistentIdentifier, text, count
  }

  init(_ identifier: PersistentIdentifier, text: String?, number: Int? = nil) {
    persistentIdentifier = identifier
    self.text = text
    self.number = number
    count = 0
  }

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    guard let remark = backingData as? any BackingData<Remark>,
      let identifier = remark.persistentModelID
    else { preconditionFailure("The store has remarks only.") }
    persistentIdentifier = identifier
    text = remark.getValue(forKey: \.text)
    count = remark.getValue(forKey: \.count)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    persistentIdentifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    text = try container.decodeIfPresent(String.self, forKey: .text)
    count = try container.decode(Int.self, forKey: .count)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    try container.encodeIfPresent(text, forKey: .text)
    if let number { try container.encode(number, forKey: .text) }
    try container.encode(count, forKey: .count)
  }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> RemarkSnapshot {
    var copy = RemarkSnapshot(persistentIdentifier, text: text)
    copy.count = count
    return copy
  }
}
