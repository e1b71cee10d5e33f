// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Synchronization
import Testing

/// Subscriptions stored by a real server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SubscriptionTests {
  private let zone = CKRecordZone.ID(zoneName: "Hikes")

  /// A database with a zone, and a record type with a schema.
  private func database(_ cloud: RunningCloud) async throws -> CKDatabase {
    let database = try await cloud.container(of: "ann").privateCloudDatabase
    try await database.save(CKRecordZone(zoneID: zone))
    let record = CKRecord(recordType: "Hike", zoneID: zone)
    record["distance"] = 5.5
    record["name"] = "Ridge"
    record["tags"] = ["steep"]
    try await database.save(record)
    return database
  }

  private func code(_ body: () async throws -> Void) async throws -> CKError.Code? {
    do {
      try await body()
      return nil
    } catch let error as CKError {
      return error.code
    }
  }

  @Test func `subscriptions are saved, fetched, listed and deleted`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await database(cloud)
      let query = CKQuerySubscription(
        recordType: "Hike",
        predicate: NSPredicate(format: "distance > %f AND name BEGINSWITH %@", 5.0, "R"),
        subscriptionID: "long", options: [.firesOnRecordCreation, .firesOnce])
      query.zoneID = zone
      let info = CKSubscription.NotificationInfo(
        alertLocalizationKey: "HIKE", alertLocalizationArgs: ["name"], title: "News",
        subtitle: "Of a hike", soundName: "bell", desiredKeys: ["distance"], shouldBadge: true,
        shouldSendContentAvailable: true, category: "hikes", collapseIDKey: "hike")
      query.notificationInfo = info
      let zones = CKRecordZoneSubscription(zoneID: zone, subscriptionID: "zone")
      zones.recordType = "Hike"
      let all = CKDatabaseSubscription(subscriptionID: "all")
      let results = try await database.modifySubscriptions(
        saving: [query, zones, all], deleting: [])
      #expect(results.saveResults.count == 3 && results.deleteResults.isEmpty)

      let fetched = try #require(
        await database.subscription(for: "long") as? CKQuerySubscription)
      #expect(fetched.recordType == "Hike" && fetched.zoneID == zone)
      #expect(fetched.subscriptionType == .query)
      #expect(fetched.querySubscriptionOptions == [.firesOnRecordCreation, .firesOnce])
      #expect(fetched.notificationInfo == info)
      let near: [String: Any] = ["distance": 4.0, "name": "Ridge"]
      let far: [String: Any] = ["distance": 6.0, "name": "Ridge"]
      #expect(fetched.predicate.evaluate(with: far) && !fetched.predicate.evaluate(with: near))
      // A fetched subscription can be saved again.
      try await database.save(fetched)

      let both = try await database.subscriptions(for: ["zone", "none"])
      let found = try #require(both["zone"]?.get() as? CKRecordZoneSubscription)
      #expect(found.zoneID == zone && found.recordType == "Hike")
      #expect(throws: CKError.self) { try both["none"]?.get() }
      let names = try await database.allSubscriptions().map(\.subscriptionID)
      #expect(names == ["all", "long", "zone"])

      try await database.deleteSubscription(withID: "zone")
      let gone = try await code { _ = try await database.subscription(for: "zone") }
      #expect(gone == .unknownItem)
      let twice = try await code { try await database.deleteSubscription(withID: "zone") }
      #expect(twice == .unknownItem)
    }
  }

  @Test func `predicates of query subscriptions are fetched unchanged`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await database(cloud)
      let formats: [(String, [Any])] = [
        ("TRUEPREDICATE", []), ("distance BETWEEN {1, 10}", []),
        ("name IN %@", [["Ridge", "Gap"]]),
        ("NOT (name IN %@)", [["Gap"]]), ("tags CONTAINS %@", ["steep"]),
        ("NOT (tags CONTAINS %@)", ["flat"]), ("ANY tags IN %@", [["steep", "flat"]]),
        ("ANY tags BEGINSWITH %@", ["st"]), ("name != %@", ["Gap"]),
        ("NOT (name BEGINSWITH %@)", ["G"]), ("creationDate > %@", [Date.distantPast]),
      ]
      let record: [String: Any] = [
        "distance": 5.5, "name": "Ridge", "tags": ["steep"],
      ]
      for (index, (format, arguments)) in formats.enumerated() {
        let subscription = CKQuerySubscription(
          recordType: "Hike", predicate: NSPredicate(format: format, argumentArray: arguments),
          subscriptionID: "\(index)", options: [.firesOnRecordUpdate])
        let saved = try #require(
          await database.save(subscription) as? CKQuerySubscription, "\(format)")
        if !format.hasPrefix("creation") {
          #expect(saved.predicate.evaluate(with: record), "\(format)")
        }
        let again = try await code { try await database.save(saved) }
        #expect(again == nil, "\(format)")
      }
    }
  }

  @Test func `an invalid subscription fails with its reason and does not affect others`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let database = try await database(cloud)
      let never = CKQuerySubscription(
        recordType: "Hike", predicate: NSPredicate(value: true), subscriptionID: "never")
      let odd = CKQuerySubscription(
        recordType: "Hike", predicate: NSPredicate(format: "a == 1 OR b == 2"),
        subscriptionID: "odd", options: .firesOnRecordUpdate)
      let nowhere = CKRecordZoneSubscription(
        zoneID: CKRecordZone.ID(zoneName: "None"), subscriptionID: "nowhere")
      let good = CKDatabaseSubscription(subscriptionID: "good")
      let results = try await database.modifySubscriptions(
        saving: [never, odd, nowhere, good], deleting: ["missing"])
      func code(_ id: String) -> CKError.Code? {
        if case .failure(let error as CKError) = results.saveResults[id] { error.code } else { nil }
      }
      #expect(code("never") == .invalidArguments && code("odd") == .invalidArguments)
      #expect(code("nowhere") == .zoneNotFound && code("good") == nil)
      #expect(throws: CKError.self) { try results.deleteResults["missing"]?.get() }
      #expect(try await database.allSubscriptions().map(\.subscriptionID) == ["good"])
      let many = (0...200).map { "s\($0)" }
      let tooMany = try await self.code { _ = try await database.subscriptions(for: many) }
      #expect(tooMany == .limitExceeded)
      let shared = try await cloud.container(of: "ann").publicCloudDatabase
      let refused = try await self.code { try await shared.save(good) }
      #expect(refused == .invalidArguments)
    }
  }

  @Test func `operations save and fetch subscriptions`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await database(cloud)
      let seen = Mutex<[String]>([])
      let saved: Result<Void, any Error> = await withCheckedContinuation { continuation in
        let operation = CKModifySubscriptionsOperation(
          subscriptionsToSave: [CKDatabaseSubscription(subscriptionID: "a")],
          subscriptionIDsToDelete: ["b"])
        operation.perSubscriptionSaveBlock = { id, _ in seen.withLock { $0.append("saved \(id)") } }
        operation.perSubscriptionDeleteBlock = { id, result in
          if case .failure = result { seen.withLock { $0.append("not deleted \(id)") } }
        }
        operation.modifySubscriptionsResultBlock = { continuation.resume(returning: $0) }
        database.add(operation)
      }
      if case .failure(let error as CKError) = saved {
        #expect(error.code == .partialFailure && error.partialErrorsByItemID?["b"] != nil)
      } else {
        Issue.record("deleting what isn't there succeeded")
      }
      let all: Result<Void, any Error> = await withCheckedContinuation { continuation in
        let operation = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
        operation.perSubscriptionResultBlock = { id, _ in seen.withLock { $0.append("has \(id)") } }
        operation.fetchSubscriptionsResultBlock = { continuation.resume(returning: $0) }
        database.add(operation)
      }
      try all.get()
      let some: Result<Void, any Error> = await withCheckedContinuation { continuation in
        let operation = CKFetchSubscriptionsOperation(subscriptionIDs: ["a"])
        operation.perSubscriptionResultBlock = { id, _ in seen.withLock { $0.append("one \(id)") } }
        operation.fetchSubscriptionsResultBlock = { continuation.resume(returning: $0) }
        database.add(operation)
      }
      try some.get()
      #expect(seen.withLock { $0 } == ["saved a", "not deleted b", "has a", "one a"])
    }
  }

  @Test func `completion handlers receive the results of subscription calls`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await database(cloud)
      let id: CKSubscription.ID? = await withCheckedContinuation { continuation in
        database.save(CKDatabaseSubscription(subscriptionID: "a")) { subscription, _ in
          continuation.resume(returning: subscription?.subscriptionID)
        }
      }
      #expect(id == "a")
      let names: [String]? = await withCheckedContinuation { continuation in
        database.fetchAllSubscriptions { found, _ in
          continuation.resume(returning: found?.map(\.subscriptionID))
        }
      }
      #expect(names == ["a"])
      let error: (any Error)? = await withCheckedContinuation { continuation in
        database.fetch(withSubscriptionID: "b") { _, error in continuation.resume(returning: error)
        }
      }
      #expect((error as? CKError)?.code == .unknownItem)
    }
  }

  @Test func `archives and copies of subscriptions have all properties`() throws {
    let info = CKSubscription.NotificationInfo(alertBody: "New", soundName: "bell")
    let query = CKQuerySubscription(
      recordType: "Hike", predicate: NSPredicate(format: "distance > 5"), subscriptionID: "q",
      options: [.firesOnRecordDeletion])
    query.zoneID = zone
    query.notificationInfo = info
    let zones = CKRecordZoneSubscription(zoneID: zone, subscriptionID: "z")
    let all = CKDatabaseSubscription(subscriptionID: "d")
    all.recordType = "Hike"
    // The setter copies its value.
    info.alertBody = "Other"
    query.notificationInfo?.soundName = "horn"
    #expect(query.notificationInfo?.alertBody == "New")
    #expect(query.notificationInfo?.soundName == "horn" && info.soundName == "bell")

    func again<S: CKSubscription>(_ subscription: S) throws -> S {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: subscription, requiringSecureCoding: true)
      let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: S.self, from: data)
      return try #require(read)
    }
    let copy = try #require(query.copy() as? CKQuerySubscription)
    for read in [try again(query), copy] {
      #expect(read.subscriptionID == "q" && read.recordType == "Hike" && read.zoneID == zone)
      #expect(read.querySubscriptionOptions == [.firesOnRecordDeletion])
      #expect(read.notificationInfo == query.notificationInfo)
      #expect(read.predicate.evaluate(with: ["distance": 6]))
      #expect(!read.predicate.evaluate(with: ["distance": 4]))
    }
    #expect(try again(zones).zoneID == zone && zones.copy() is CKRecordZoneSubscription)
    #expect(try again(all).recordType == "Hike" && all.copy() is CKDatabaseSubscription)
  }
}
