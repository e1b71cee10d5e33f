// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Queries: a real server's results compared with the evaluation of the predicate in memory.
@Suite(.serialized, .timeLimit(.minutes(15))) struct QueryTests {
  private func hikes() -> [CKRecord] {
    (0..<30).map { index in
      let record = CKRecord(
        recordType: "Hike", recordID: CKRecord.ID(recordName: "r\(index)"))
      record["name"] = ["Dawn", "dawn patrol", "Ridge", "North face", "Été"][index % 5]
      record["distance"] = Double(index) * 1.5
      record["count"] = index % 7
      record["tags"] = ["t\(index % 3)", "u\(index % 4)"]
      record["date"] = Date(timeIntervalSince1970: Double(index) * 86_400)
      record["place"] = CLLocation(latitude: 47 + Double(index) / 1000, longitude: 8)
      record["owner"] = CKRecord.Reference(
        recordID: CKRecord.ID(recordName: "o\(index % 2)"), action: .none)
      return record
    }
  }

  private var predicates: [NSPredicate] {
    [
      NSPredicate(value: true), NSPredicate(value: false),
      NSPredicate(format: "count == 3"), NSPredicate(format: "count != 3"),
      NSPredicate(format: "distance > 10 AND distance <= 30.5"),
      NSPredicate(format: "10 < distance"), NSPredicate(format: "NOT distance < 20"),
      NSPredicate(format: "name == %@", "dawn"), NSPredicate(format: "name BEGINSWITH 'Da'"),
      NSPredicate(format: "count IN %@", [1, 2]), NSPredicate(format: "NOT count IN {1, 2}"),
      NSPredicate(format: "count IN %@", [Int]()),
      NSPredicate(format: "tags CONTAINS %@", "t1"), NSPredicate(format: "'u2' IN tags"),
      NSPredicate(format: "ANY tags IN %@", ["t1", "u3"]),
      NSPredicate(format: "ANY tags BEGINSWITH 't2'"),
      NSPredicate(format: "distance BETWEEN {3, 9}"),
      NSPredicate(format: "date >= %@", Date(timeIntervalSince1970: 86_400 * 20)),
      NSPredicate(format: "owner == %@", CKRecord.ID(recordName: "o1")),
      NSPredicate(format: "self CONTAINS 'patrol ridge'"),
      NSPredicate(format: "self TOKENMATCHES tokenize:using:(%@, 'cdl')", "patrol dawn"),
      NSPredicate(
        format: "distanceToLocation:fromLocation:(place, %@) < %f",
        CLLocation(latitude: 47, longitude: 8), 1000.0),
      NSCompoundPredicate(andPredicateWithSubpredicates: [
        NSPredicate(format: "count > 1"), NSPredicate(format: "distance < 20"),
      ]),
    ]
  }

  @Test func `a server finds exactly the records that match the predicate`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let hikes = hikes()
      _ = try await database.modifyRecords(saving: hikes, deleting: [])
      for (index, predicate) in predicates.enumerated() {
        let query = CKQuery(recordType: "Hike", predicate: predicate)
        let found = try await database.records(matching: query).matchResults.map(\.0.recordName)
        let expected = hikes.filter { predicate.evaluate(with: $0) }.map(\.recordID.recordName)
        #expect(Set(found) == Set(expected), "predicate \(index)")
      }
    }
  }

  @Test func `a predicate with a block is rejected`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let query = CKQuery(recordType: "Hike", predicate: NSPredicate { _, _ in true })
      await #expect { try await database.records(matching: query) } throws: {
        ($0 as? CKError)?.code == .invalidArguments
      }
    }
  }

  @Test func `query results are sorted over several pages`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      _ = try await database.modifyRecords(saving: hikes(), deleting: [])
      let query = CKQuery(recordType: "Hike", predicate: NSPredicate(value: true))
      query.sortDescriptors = [
        NSSortDescriptor(key: "count", ascending: false),
        NSSortDescriptor(key: "distance", ascending: true),
      ]
      var found: [Double] = []
      var counts: [Int] = []
      var page = try await database.records(
        matching: query, desiredKeys: ["count", "distance"], resultsLimit: 8)
      while true {
        #expect(page.matchResults.count <= 8)
        for (_, result) in page.matchResults {
          let record = try result.get()
          #expect(record.allKeys() == ["count", "distance"])
          counts.append(record["count"] ?? -1)
          found.append(record["distance"] ?? -1)
        }
        guard let cursor = page.queryCursor else { break }
        let data = try NSKeyedArchiver.archivedData(
          withRootObject: cursor, requiringSecureCoding: true)
        let read = try #require(
          try NSKeyedUnarchiver.unarchivedObject(
            ofClass: CKQueryOperation.Cursor.self, from: data))
        page = try await database.records(
          continuingMatchFrom: read, desiredKeys: ["count", "distance"], resultsLimit: 8)
      }
      #expect(found.count == 30 && counts == counts.sorted(by: >))
      #expect(Array(found.prefix(4)) == [9.0, 19.5, 30.0, 40.5])
      let near = CKQuery(recordType: "Hike", predicate: NSPredicate(value: true))
      near.sortDescriptors = [
        CKLocationSortDescriptor(
          key: "place", relativeLocation: CLLocation(latitude: 47.02, longitude: 8))
      ]
      let nearest = try await database.records(matching: near, resultsLimit: 1)
      #expect(nearest.matchResults.map(\.0.recordName) == ["r20"])
    }
  }

  @Test func `a query is archived with its predicate and order`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      _ = try await database.modifyRecords(saving: hikes(), deleting: [])
      let place = CLLocation(latitude: 47.02, longitude: 8)
      let orders: [[NSSortDescriptor]] = [
        [
          NSSortDescriptor(key: "count", ascending: false),
          NSSortDescriptor(key: "creationDate", ascending: true),
          NSSortDescriptor(key: "distance", ascending: true),
        ],
        [CKLocationSortDescriptor(key: "place", relativeLocation: place)], [],
      ]
      for predicate in predicates {
        for order in orders {
          let query = CKQuery(recordType: "Hike", predicate: predicate)
          query.sortDescriptors = order.isEmpty ? nil : order
          let data = try NSKeyedArchiver.archivedData(
            withRootObject: query, requiringSecureCoding: true)
          let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQuery.self, from: data))
          #expect(read.recordType == "Hike")
          let found = try await database.records(matching: read).matchResults.map(\.0)
          let expected = try await database.records(matching: query).matchResults.map(\.0)
          #expect(found == expected)
        }
      }
      let unknown = CKQuery(recordType: "Hike", predicate: NSPredicate(format: "a == 1 OR b == 2"))
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: unknown, requiringSecureCoding: true)
      let read = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQuery.self, from: data))
      await #expect { try await database.records(matching: read) } throws: {
        $0.localizedDescription.contains("OR")
      }
    }
  }
}
