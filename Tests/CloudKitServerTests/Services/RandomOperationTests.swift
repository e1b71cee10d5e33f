// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Random requests, whose responses are compared with a model of dictionaries.
@Suite(.serialized) struct RandomOperationTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `random operations have the same results as on a model of dictionaries`(_ seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let cloud = try await Cloud()
    var model = Model()
    var clients = [Replica(), Replica(), Replica()]
    for step in 0..<150 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<6: try await changeZone(&model, cloud, &random, comment)
      case 6..<70: try await modify(&model, cloud, &random, comment)
      case 70..<85:
        let client = Int.random(in: 0..<3, using: &random)
        try await clients[client].pull(cloud, &random)
        #expect(clients[client].content == model.content, comment)
      default: try await query(model, cloud, &random, comment)
      }
    }
    for index in clients.indices {
      try await clients[index].pull(cloud, &random)
      #expect(clients[index].content == model.content, "seed \(seed), the end")
    }
  }

  // MARK: Zones

  private func changeZone(
    _ model: inout Model, _ cloud: Cloud, _ random: inout SeededGenerator, _ comment: Comment
  ) async throws {
    let name = ["A", "B"].randomElement(using: &random) ?? "A"
    let kind: ModifyZonesRequest.Operation.Kind =
      Int.random(in: 0..<3, using: &random) == 0 ? .delete : .create
    let code = try await cloud.modifyZones([.init(kind, ZoneID(zoneName: name))])[0].code
    switch (kind, model.zones[name]) {
    case (.create, nil): model.zones[name] = Model.Zone()
    case (.create, _): break
    case (.delete, nil): return #expect(code == .zoneNotFound, comment)
    case (.delete, _): model.zones[name] = nil
    }
    #expect(code == nil, comment)
  }

  // MARK: Records

  private func modify(
    _ model: inout Model, _ cloud: Cloud, _ random: inout SeededGenerator, _ comment: Comment
  ) async throws {
    let zone = ["A", "B"].randomElement(using: &random) ?? "A"
    let isAtomic = Bool.random(using: &random)
    var operations: [RecordOperation] = []
    for name in ["a", "b", "c", "d", "e", "f"].shuffled(using: &random)
      .prefix(Int.random(in: 1...4, using: &random))
    {
      operations.append(try operation(on: name, model.zones[zone]?.records[name], &random))
    }
    var after = model.zones[zone]
    let expected = operations.map { after == nil ? .zoneNotFound : after?.apply($0) }
    do {
      let results = try await cloud.modify(operations, zone: zone, atomic: isAtomic)
      #expect(results.map(\.code) == expected, comment)
      for result in results {
        guard let record = result.record, let name = record.recordName else { continue }
        after?.records[name]?.tag = record.recordChangeTag ?? ""
        #expect(try values(record) == after?.records[name]?.fields, comment)
      }
      model.zones[zone] = after
    } catch let failure as AtomicFailure {
      #expect(isAtomic && expected.contains { $0 != nil }, comment)
      let culprit = failure.records.firstIndex { $0.code != .atomicError }
      #expect(culprit == expected.firstIndex { $0 != nil }, comment)
    } catch let failure as ServerFailure {
      #expect(failure.code == .zoneNotFound && model.zones[zone] == nil, comment)
    }
  }

  private func operation(
    on name: String, _ record: Model.Record?, _ random: inout SeededGenerator
  ) throws -> RecordOperation {
    let kinds: [RecordOperation.Kind] = [
      .create, .create, .update, .update, .forceUpdate, .replace, .forceReplace, .delete,
      .forceDelete,
    ]
    let kind = kinds.randomElement(using: &random) ?? .create
    var fields: [(String, FieldValue?)] = []
    for field in ["x", "y", "z"] where Bool.random(using: &random) {
      let value = Int64.random(in: 0...4, using: &random)
      fields.append((field, value == 4 ? nil : .int64(value)))
    }
    let isRight = Int.random(in: 0..<5, using: &random) > 0
    let tag = isRight ? record?.tag ?? "1" : "wrong"
    return try .note(kind, name, fields, tag: tag)
  }

  private func values(_ record: Record) throws -> [String: Int64] {
    try Replica.values(record)
  }

  // MARK: Queries

  private func query(
    _ model: Model, _ cloud: Cloud, _ random: inout SeededGenerator, _ comment: Comment
  ) async throws {
    let (zone, field) = ("A", ["x", "y"].randomElement(using: &random) ?? "x")
    guard let records = model.zones[zone]?.records else { return }
    let bound = Int64.random(in: 0...3, using: &random)
    let comparators: [CloudKitWire.Comparator] = [
      .equals, .notEquals, .lessThan, .greaterThanOrEquals,
    ]
    let comparator = comparators.randomElement(using: &random) ?? .equals
    var query = Query(
      recordType: "Note", filters: [Filter(comparator, .field(field), .int64(bound))])
    if Bool.random(using: &random) { query.sorts = [Sort(.field("y"), ascending: false)] }
    let names = records.filter { _, record in
      let value = record.fields[field]
      return switch comparator {
      case .equals: value == bound
      case .notEquals: value != bound
      case .lessThan: value.map { $0 < bound } ?? false
      default: value.map { $0 >= bound } ?? false
      }
    }.keys
    do {
      let found = try await cloud.query(query, zone: zone).records
      #expect(found.compactMap(\.name).sorted() == names.sorted(), comment)
      if !query.sorts.isEmpty {
        let order = try found.compactMap(\.record).map { try values($0)["y"] ?? -1 }
        #expect(order == order.sorted(by: >), comment)
      }
    } catch let failure as ServerFailure {
      // The type or the field is not in the schema yet.
      let isUnknown = [.notFound, .badRequest].contains(failure.code)
      #expect(isUnknown && (names.isEmpty || comparator == .notEquals), comment)
    }
  }
}

/// The expected contents of the server.
private struct Model {
  struct Record {
    var fields: [String: Int64] = [:]
    var tag = ""
  }

  struct Zone {
    var records: [String: Record] = [:]

    /// Applies an operation; returns the code of its rejection, or nil.
    mutating func apply(_ operation: RecordOperation) -> ServerErrorCode? {
      let name = operation.record.recordName ?? ""
      let existing = records[name]
      switch (operation.kind, existing) {
      case (.create, .some): return .exists
      case (.update, nil), (.replace, nil), (.delete, nil): return .notFound
      case (.update, let record?), (.replace, let record?), (.delete, let record?):
        if record.tag != operation.record.recordChangeTag { return .conflict }
      default: break
      }
      if operation.kind.isDeletion {
        records[name] = nil
        return nil
      }
      let keeps = operation.kind == .update || operation.kind == .forceUpdate
      var record = Record(fields: keeps ? existing?.fields ?? [:] : [:], tag: existing?.tag ?? "")
      for (field, value) in (try? operation.record.fields?.all()) ?? [] {
        if case .int64(let number) = value?.value {
          record.fields[field] = number
        } else {
          record.fields[field] = nil
        }
      }
      records[name] = record
      return nil
    }
  }

  var zones: [String: Zone] = [:]

  var content: [String: [String: [String: Int64]]] {
    zones.mapValues { $0.records.mapValues(\.fields) }
  }
}

/// The contents of a client that fetches changes.
private struct Replica {
  var content: [String: [String: [String: Int64]]] = [:]
  private var databaseToken: String?
  private var tokens: [String: String] = [:]

  mutating func pull(_ cloud: Cloud, _ random: inout SeededGenerator) async throws {
    var moreComing = true
    while moreComing {
      let request = DatabaseChangesRequest(
        syncToken: databaseToken, resultsLimit: Int.random(in: 1...3, using: &random))
      let page = try await DatabaseChangesResponse(
        body: cloud.changes.databaseChanges(request, .alice))
      for zone in page.zones.compactMap(\.zone) {
        let name = zone.zoneID.zoneName
        if zone.deleted == true {
          content[name] = nil
          tokens[name] = nil
        } else {
          try await pull(name, cloud, &random)
        }
      }
      databaseToken = page.syncToken
      moreComing = page.moreComing
    }
  }

  private mutating func pull(_ zone: String, _ cloud: Cloud, _ random: inout SeededGenerator)
    async throws
  {
    if content[zone] == nil { content[zone] = [:] }
    while true {
      let options = ZoneChangesOptions(
        resultsLimit: Int.random(in: 1...5, using: &random), reverse: Bool.random(using: &random))
      let answer = try await cloud.pull(options, since: tokens[zone], zone: zone)
      guard let page = answer.changes else {
        // The zone was deleted and created again: fetch from the start.
        #expect(answer.failure?.reason.contains("sync token expired") == true)
        #expect(tokens[zone] != nil)
        tokens[zone] = nil
        content[zone] = [:]
        continue
      }
      for change in page.records {
        if let record = change.record, let name = record.recordName {
          content[zone]?[name] = try Self.values(record)
        } else if let name = change.name {
          content[zone]?[name] = nil
        }
      }
      tokens[zone] = page.syncToken
      if !page.moreComing { return }
    }
  }

  static func values(_ record: Record) throws -> [String: Int64] {
    var values: [String: Int64] = [:]
    for (name, field) in try record.fields?.all() ?? [] {
      if case .int64(let number) = field?.value { values[name] = number }
    }
    return values
  }
}
