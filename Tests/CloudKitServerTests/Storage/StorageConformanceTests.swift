// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Conformance of storage implementations.
@Suite(.serialized) struct StorageConformanceTests {
  static let stamp = AuditStamp(timestamp: 5, userRecordName: "_alice")

  static func record(_ name: String, _ zone: StoredZone, _ sequence: UInt64, _ json: String? = "{}")
    -> StoredRecord
  {
    StoredRecord(
      zone: zone.id, name: name, type: 1, sequence: sequence, tag: sequence, created: stamp,
      modified: stamp,
      fields: json.map { RecordFields(stored: Array($0.utf8), hasAssets: false) })
  }

  // MARK: Databases and zones

  @Test(arguments: StorageKind.allCases)
  func `a database is created once for each owner, environment and scope`(_ kind: StorageKind)
    async throws
  {
    let test = try kind.make()
    #expect(try await test.read { try $0.database(.alice) } == nil)
    let made = try await test.write { try $0.makeDatabase(.alice) }
    #expect(try await test.write { try $0.makeDatabase(.alice) } == made)
    #expect(try await test.read { try $0.database(.alice) } == made)
    var other = DatabaseKey.alice
    other.owner = "_bob"
    let bobs = try await test.write { [other] in try $0.makeDatabase(other) }
    #expect(bobs.id != made.id && bobs.schema == made.schema)
    other.environment = .production
    let production = try await test.write { [other] in try $0.makeDatabase(other) }
    #expect(production.schema != made.schema)
    #expect(try await test.read { try $0.zones(in: made.id) }.map(\.name) == ["_defaultZone"])
    other.scope = .shared
    let shared = try await test.write { [other] in try $0.makeDatabase(other) }
    #expect(try await test.read { try $0.zones(in: shared.id) }.isEmpty)
  }

  @Test(arguments: StorageKind.allCases)
  func `a zone created again has a new ID`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let (database, first, second, third) = try await test.write { writer in
      let database = try writer.makeDatabase(.alice)
      let first = try writer.makeZone(named: "A", in: database.id)
      #expect(try writer.makeZone(named: "A", in: database.id) == first)
      try writer.deleteZone(first)
      #expect(try writer.zone(named: "A", in: database.id) == nil)
      let second = try writer.makeZone(named: "A", in: database.id)
      let third = try writer.makeZone(named: "a", in: database.id)
      return (database, first, second, third)
    }
    #expect(Set([first.id, second.id, third.id]).count == 3)
    let log = try await test.read { try $0.zoneLog(in: database.id, after: 0, limit: 10) }
    #expect(log.map(\.id) == [second.id, third.id])
    #expect(
      try await test.read { try $0.zoneLog(in: database.id, after: log[0].logPosition, limit: 10) }
        .map(\.id) == [third.id])
    #expect(try await test.read { try $0.database(.alice) }?.position == log[1].logPosition)
    try await test.write { try $0.deleteZone(third) }
    let rest = try await test.read {
      try $0.zoneLog(in: database.id, after: log[1].logPosition, limit: 10)
    }
    #expect(rest.map(\.name) == ["a"] && rest.map(\.isDeleted) == [true])
  }

  // MARK: Transactions

  @Test(arguments: StorageKind.allCases)
  func `a write that throws is rolled back`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let database = try await test.write { try $0.makeDatabase(.alice) }
    await #expect(throws: Refusal()) {
      try await test.write { writer in
        _ = try writer.makeZone(named: "A", in: database.id)
        throw Refusal()
      }
    }
    #expect(try await test.read { try $0.zones(in: database.id) }.map(\.name) == ["_defaultZone"])
    // Also when several writes share a commit.
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          try? await test.write { writer in
            _ = try writer.makeZone(named: "Z\(number)", in: database.id)
            if number % 3 == 0 { throw Refusal() }
          }
        }
      }
    }
    let names = try await test.read { try $0.zones(in: database.id) }.map(\.name)
    #expect(Set(names) == Set((0..<100).filter { $0 % 3 != 0 }.map { "Z\($0)" } + ["_defaultZone"]))
  }

  @Test(arguments: StorageKind.allCases)
  func `a secret is created once and differs by name`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let secret = try await test.storage.secret("a")
    #expect(secret.count == 32)
    #expect(try await test.storage.secret("a") == secret)
    #expect(try await test.storage.secret("b") != secret)
  }

  // MARK: Records

  @Test(arguments: StorageKind.allCases)
  func `records are read as they were saved`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let json = "{\"t\":{\"value\":\"\u{0}é\u{202E}👩‍👩‍👧'\\\"; DROP TABLE\",\"type\":\"STRING\"}}"
    var full = StoredRecord(
      zone: 0, name: "näme", type: 7, sequence: 1, tag: 77,
      created: AuditStamp(timestamp: -1, userRecordName: "_alice"),
      modified: AuditStamp(timestamp: .max, userRecordName: nil), parent: "p",
      traits: [.refersWithDelete, .hasAssets],
      fields: RecordFields(stored: Array(json.utf8), hasAssets: true))
    let (saved, read, byKey) = try await test.write { [full] writer in
      let zone = try writer.makeZone(named: "A", in: writer.makeDatabase(.alice).id)
      var record = full
      record.zone = zone.id
      try writer.save(&record)
      return (
        record, try writer.record(named: "näme", in: zone.id), try writer.record(record.key)
      )
    }
    full.zone = saved.zone
    full.key = saved.key
    #expect(saved.key != 0 && read == full && byKey == full)
    full.fields = nil
    full.sequence = 2
    full.created.userRecordName = nil
    full.modified = full.created
    let (again, isThere) = try await test.write { [full] writer in
      var record = full
      try writer.save(&record)
      return (
        try writer.record(named: "näme", in: record.zone),
        try writer.hasRecord(named: "näme", in: record.zone)
      )
    }
    #expect(again == full && !isThere)
  }

  @Test(arguments: StorageKind.allCases)
  func `sources of a reference are stored, listed and removed`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    try await test.write { writer in
      for key in [3, 1, 2] as [Int64] { try writer.addSource(key, of: "t", in: 1) }
      try writer.addSource(1, of: "t", in: 1)
      try writer.addSource(9, of: "t", in: 2)
      #expect(try writer.sources(of: "t", in: 1, limit: 10) == [1, 2, 3])
      #expect(try writer.sources(of: "t", in: 1, limit: 2) == [1, 2])
      try writer.removeSource(2, of: "t", in: 1)
      #expect(try writer.sources(of: "t", in: 1, limit: 10) == [1, 3])
    }
  }

  // MARK: Changes

  @Test(arguments: StorageKind.allCases)
  func `changes are read in sequence order and compacted`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let (zone, log) = try await test.write { writer in
      let database = try writer.makeDatabase(.alice)
      let made = try writer.makeZone(named: "A", in: database.id)
      var zone = try writer.beginChanges(in: made.id)
      var records = ["a", "b", "c"].enumerated().map {
        Self.record($1, zone, UInt64($0 + 1))
      }
      for index in records.indices { try writer.save(&records[index]) }
      records[0].sequence = 4
      try writer.save(&records[0])
      records[1].sequence = 5
      records[1].fields = nil
      try writer.save(&records[1])
      zone.position = 5
      try writer.endChanges(in: zone)
      return (
        try #require(try writer.zone(named: "A", in: database.id)),
        try writer.zoneLog(in: database.id, after: made.logPosition, limit: 10)
      )
    }
    #expect(zone.position == 5 && log == [zone])
    func names(_ range: ClosedRange<UInt64>, newestFirst: Bool = false, limit: Int = 10)
      async throws -> [String]
    {
      try await test.read { reader in
        var names: [String] = []
        try reader.changes(
          in: zone.id, from: range.lowerBound, through: range.upperBound, newestFirst: newestFirst
        ) { row in
          names.append("\(row.record.name)\(row.fields == nil ? "-" : "")\(row.record.sequence)")
          return names.count < limit
        }
        return names
      }
    }
    #expect(try await names(0...9) == ["c3", "a4", "b-5"])
    #expect(try await names(4...4) == ["a4"])
    #expect(try await names(0...4, newestFirst: true) == ["a4", "c3"])
    #expect(try await names(0...9, newestFirst: true, limit: 1) == ["b-5"])
    let compacted = try await test.write { writer in
      _ = try writer.compactZone(zone, deletedBefore: 5, limit: 10)
      #expect(try writer.record(named: "b", in: zone.id) != nil)
      _ = try writer.compactZone(zone, deletedBefore: 6, limit: 10)
      #expect(try writer.record(named: "b", in: zone.id) == nil)
      return try #require(try writer.zone(named: "A", in: zone.database))
    }
    #expect(compacted.floor == 5 && compacted.generation == zone.generation + 1)
  }

  // MARK: Schema and indexes

  @Test(arguments: StorageKind.allCases)
  func `schemas gain types, fields and indexes`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let subjects: [Schema.Index.Subject] = [
      .field("n"), .system(.modifiedTimestamp), .words("n"), .words(nil),
    ]
    let id = try await test.write { try $0.makeDatabase(.alice).schema }
    let empty = try await test.read { try $0.schema(id) }
    #expect(empty.types.isEmpty)
    let field = Schema.Field(.stringList, isEncrypted: true, isSearchable: true)
    try await test.write { writer in
      let type = try writer.addType(named: "Note", to: id)
      try writer.setField(
        .init(.int64, isQueryable: true, isSortable: true), named: "n", ofType: type, in: id)
      try writer.setField(field, named: "n", ofType: type, in: id)
      for subject in subjects + subjects { try writer.addIndex(subject, ofType: type, in: id) }
    }
    let schema = try await test.read { try $0.schema(id) }
    let note = try #require(schema.types["Note"])
    #expect(schema.version != empty.version && schema.typeName(note.id) == "Note")
    #expect(note.fields == ["n": field])
    #expect(note.indexes.map(\.subject) == subjects && note.indexes.allSatisfy { !$0.isReady })
    #expect(Set(note.indexes.map(\.id)).count == 4)
    try await test.write {
      try $0.setIndex(note.indexes[1].id, filledThrough: 9, isReady: true, in: id)
    }
    let later = try await test.read { try $0.schema(id) }
    #expect(later.types["Note"]?.indexes[1].isReady == true)
    #expect(later.types["Note"]?.indexes[1].filledThrough == 9 && later.version != schema.version)
    #expect(try await test.read { try $0.database(.alice) }?.schemaVersion == later.version)
  }

  @Test(arguments: StorageKind.allCases)
  func `index entries are ordered by the bytes of their keys`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let keys: [[UInt8]] = [[], [0], [1], [1, 0], [1, 255], [2], [255]]
    try await test.write { writer in
      for key in keys.shuffled() {
        for record in [2, 1] as [Int64] {
          try writer.addEntry(IndexEntry(key: key, record: record), to: 1, in: 1)
          try writer.addEntry(IndexEntry(key: key, record: record), to: 1, in: 1)
        }
        try writer.addEntry(IndexEntry(key: key, record: 9), to: 1, in: 2)
        try writer.addEntry(IndexEntry(key: key, record: 9), to: 2, in: 1)
      }
    }
    let all = keys.flatMap { key in [1, 2].map { IndexEntry(key: key, record: $0) } }
    func entries(
      _ lower: [UInt8] = [], _ upper: [UInt8]? = nil, descending: Bool = false,
      beyond: IndexEntry? = nil
    ) async throws -> [IndexEntry] {
      try await test.read { reader in
        var entries: [IndexEntry] = []
        try reader.entries(
          of: 1, in: 1, from: lower, upTo: upper, descending: descending, beyond: beyond
        ) {
          entries.append(IndexEntry(key: Array($0), record: $1))
          return true
        }
        return entries
      }
    }
    #expect(try await entries() == all)
    #expect(try await entries(descending: true) == all.reversed())
    for lower in keys {
      for upper in keys where lower.lexicographicallyPrecedes(upper) {
        let expected = all.filter {
          !$0.key.lexicographicallyPrecedes(lower) && $0.key.lexicographicallyPrecedes(upper)
        }
        #expect(try await entries(lower, upper) == expected)
        #expect(try await entries(lower, upper, descending: true) == expected.reversed())
        for (index, place) in expected.enumerated() {
          #expect(try await entries(lower, upper, beyond: place) == Array(expected[(index + 1)...]))
          #expect(
            try await entries(lower, upper, descending: true, beyond: place)
              == Array(expected[..<index].reversed()))
        }
        let count = try await test.read {
          try $0.entryCount(of: 1, in: 1, from: lower, upTo: upper, limit: 5)
        }
        #expect(count == min(5, expected.count))
      }
    }
    try await test.write { try $0.removeEntry(all[3], from: 1, in: 1) }
    #expect(try await entries() == all.filter { $0 != all[3] })
  }

  @Test(arguments: StorageKind.allCases)
  func `existing records of a type are listed in pages`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    try await test.write { writer in
      let zone = try writer.makeZone(named: "A", in: writer.makeDatabase(.alice).id)
      for number in 1...5 {
        var record = Self.record("r\(number)", zone, UInt64(number), number == 2 ? nil : "{}")
        record.type = number == 3 ? 2 : 1
        try writer.save(&record)
      }
      let first = try writer.records(ofType: 1, after: 0, limit: 2)
      #expect(first.map(\.name) == ["r1", "r4"])
      let rest = try writer.records(ofType: 1, after: #require(first.last).key, limit: 2)
      #expect(rest.map(\.name) == ["r5"])
    }
  }
}
