// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Queries with `#Predicate`: a real server's results compared with Swift's evaluation.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SwiftPredicateTests {
  /// Values of a program; every third hike has no distance.
  private struct Hike: CKRecordFieldProviding, Sendable {
    enum Level: String, Codable, Sendable {
      case easy, hard
    }

    var name: String
    var distance: Double?
    var count: Int
    var isOpen: Bool
    var tags: [String]
    var day: Date
    var level: Level
    var secret = 0

    static var recordFields: [CKRecord.FieldKey: any PartialKeyPath<Hike> & Sendable] {
      [
        "name": \Hike.name, "distance": \Hike.distance, "count": \Hike.count,
        "isOpen": \Hike.isOpen, "tags": \Hike.tags, "day": \Hike.day, "level": \Hike.level,
      ]
    }

    var record: CKRecord {
      let record = CKRecord(recordType: "Hike", recordID: CKRecord.ID(recordName: "r\(count)"))
      record["name"] = name
      record["distance"] = distance
      record["count"] = count
      record["isOpen"] = isOpen
      record["tags"] = tags
      record["day"] = day
      record["level"] = level.rawValue
      return record
    }
  }

  private static let hikes: [Hike] = (0..<30).map { index in
    Hike(
      name: ["Dawn patrol", "Ridge", "North face"][index % 3] + " \(index)",
      distance: index.isMultiple(of: 3) ? nil : Double(index) * 1.5, count: index,
      isOpen: index.isMultiple(of: 2), tags: ["t\(index % 3)", "u\(index % 4)"],
      day: Date(timeIntervalSince1970: Double(index) * 86_400),
      level: index.isMultiple(of: 5) ? .hard : .easy)
  }

  private static var predicates: [Predicate<Hike>] {
    let limit = 12.0
    let names = ["Ridge 4", "Ridge 7", "nothing"]
    let day = Date(timeIntervalSince1970: 86_400 * 20)
    let hard = Hike.Level.hard
    return [
      #Predicate { $0.count > 12 && $0.count <= 20 }, #Predicate { !($0.count > 12) },
      #Predicate { 12 < $0.count }, #Predicate { $0.count != 3 }, #Predicate { $0.isOpen },
      #Predicate { !$0.isOpen }, #Predicate { $0.isOpen && $0.count < 5 },
      #Predicate { ($0.distance ?? 0) > limit }, #Predicate { ($0.distance ?? 100) <= limit },
      #Predicate { !(($0.distance ?? 1) < limit) },
      #Predicate { $0.distance == 16.5 }, #Predicate { $0.distance != 16.5 },
      #Predicate { ($0.distance ?? 1) != 16.5 },
      #Predicate { $0.name.starts(with: "Ridge") }, #Predicate { !$0.name.starts(with: "Ridge") },
      #Predicate { names.contains($0.name) }, #Predicate { !names.contains($0.name) },
      #Predicate { $0.tags.contains("t1") }, #Predicate { !$0.tags.contains("t1") },
      #Predicate { (3...7).contains($0.count) }, #Predicate { (3..<7).contains($0.count) },
      #Predicate { $0.day >= day }, #Predicate { $0.level == hard },
      #Predicate { !($0.count < 5 || $0.count > 9) }, #Predicate { _ in true },
      #Predicate { limit > 3 && $0.count > 7 },
      #Predicate { limit > 30 && $0.count > 7 },
      #Predicate { _ in false },
    ]
  }

  @Test func `a server's results equal the results of the predicate in memory`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      _ = try await database.modifyRecords(saving: Self.hikes.map(\.record), deleting: [])
      for (index, predicate) in Self.predicates.enumerated() {
        let query = CKQuery(recordType: "Hike", predicate: predicate)
        let found = try await database.records(matching: query).matchResults.map(\.0.recordName)
        let expected = try Self.hikes.filter { try predicate.evaluate($0) }
        #expect(
          Set(found) == Set(expected.map { "r\($0.count)" }), "predicate \(index): \(predicate)")
        // The evaluation in this process has equal results.
        let here = Self.hikes.filter { query.predicate.evaluate(with: $0.record) }
        #expect(here.map(\.count) == expected.map(\.count), "predicate \(index)")
      }
    }
  }

  @Test func `a subscription with a predicate is saved and fetched with it`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      _ = try await database.modifyRecords(saving: Self.hikes.map(\.record), deleting: [])
      let subscription = CKQuerySubscription(
        recordType: "Hike", predicate: #Predicate<Hike> { $0.count > 12 }, subscriptionID: "many",
        options: [.firesOnRecordCreation])
      try await database.save(subscription)
      let saved = try #require(
        try await database.subscription(for: "many") as? CKQuerySubscription)
      let kept = Self.hikes.filter { saved.predicate.evaluate(with: $0.record) }
      #expect(kept.map(\.count) == Array(13..<30))
    }
  }

  private static var unknown: [(Predicate<Hike>, String)] {
    let word = "x"
    return [
      (#Predicate { $0.count == 1 || $0.count == 2 }, "OR"),
      (#Predicate { $0.name.contains(word) }, "CollectionContainsCollection"),
      (#Predicate { $0.count + 1 > 2 }, "Arithmetic"),
      (#Predicate { ($0.distance ?? 50) > 12 }, "??"),
      (#Predicate { !(($0.distance ?? 0) > 12) }, "??"),
      (#Predicate { $0.distance == nil }, "nil"),
      (#Predicate { $0.secret == 1 }, "recordFields"),
      (#Predicate { $0.name.count > 3 }, "property"),
    ]
  }

  @Test func `an unsupported expression is rejected by name`() async {
    let database = CKContainer(identifier: "iCloud.x").privateCloudDatabase
    for (predicate, word) in Self.unknown {
      let query = CKQuery(recordType: "Hike", predicate: predicate)
      await #expect {
        try await database.records(matching: query)
      } throws: { error in
        (error as? CKError)?.code == .invalidArguments
          && error.localizedDescription.contains(word)
      }
    }
  }
}
