// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitServer
import CloudTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Notifications of changes on other devices.
@Suite(.serialized, .timeLimit(.minutes(15))) struct NotificationStreamTests {
  private static let zone = CKRecordZone.ID(zoneName: "Hikes")

  private func hike(_ name: String, distance: Double = 1) -> CKRecord {
    let id = CKRecord.ID(recordName: name, zoneID: Self.zone)
    let record = CKRecord(recordType: "Hike", recordID: id)
    record["distance"] = distance
    record["name"] = "The \(name)"
    return record
  }

  /// Two devices of one user, with a zone and a saved hike.
  private func devices(_ cloud: RunningCloud) async throws -> (CKContainer, CKContainer) {
    let first = try await cloud.container(of: "ann", device: "first")
    let second = try await cloud.container(of: "ann", device: "second")
    try await first.privateCloudDatabase.save(CKRecordZone(zoneID: Self.zone))
    try await first.privateCloudDatabase.save(hike("seed"))
    return (first, second)
  }

  private func everyHike(_ options: CKQuerySubscription.Options) -> CKQuerySubscription {
    CKQuerySubscription(
      recordType: "Hike", predicate: NSPredicate(value: true), subscriptionID: "hikes",
      options: options)
  }

  @Test func `a change on one device notifies the other`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devices(cloud)
      let database = second.privateCloudDatabase
      let query = everyHike([.firesOnRecordCreation])
      query.notificationInfo = CKSubscription.NotificationInfo(
        alertLocalizationKey: "NEW", alertLocalizationArgs: ["name"], title: "A hike",
        soundName: "bell", desiredKeys: ["name", "distance"], shouldBadge: true, category: "hike")
      _ = try await database.modifySubscriptions(
        saving: [
          query, CKDatabaseSubscription(subscriptionID: "all"),
          CKRecordZoneSubscription(zoneID: Self.zone, subscriptionID: "zone"),
        ], deleting: [])
      let notifications = try await second.notifications()
      try await first.privateCloudDatabase.save(hike("ridge", distance: 12.5))
      var told: [String: CKNotification] = [:]
      for try await notification in notifications {
        told[notification.subscriptionID ?? ""] = notification
        #expect(notification.containerIdentifier == RunningCloud.container)
        #expect(notification.notificationID != nil && !notification.isPruned)
        if told.count == 3 { break }
      }
      let all = try #require(told["all"] as? CKDatabaseNotification)
      #expect(all.databaseScope == .private && all.notificationType == .database)
      let zone = try #require(told["zone"] as? CKRecordZoneNotification)
      #expect(zone.recordZoneID == Self.zone && zone.notificationType == .recordZone)
      let hike = try #require(told["hikes"] as? CKQueryNotification)
      #expect(hike.recordID == CKRecord.ID(recordName: "ridge", zoneID: Self.zone))
      #expect(hike.queryNotificationReason == .recordCreated && hike.databaseScope == .private)
      #expect(hike.recordFields?["name"] as? String == "The ridge")
      #expect(hike.recordFields?["distance"] as? Double == 12.5)
      #expect(hike.alertLocalizationKey == "NEW" && hike.alertLocalizationArgs == ["The ridge"])
      #expect(hike.title == "A hike" && hike.soundName == "bell" && hike.category == "hike")
      #expect(hike.badge == 1)
      let user = try await second.userRecordID()
      #expect(hike.subscriptionOwnerUserRecordID?.recordName == user.recordName)
    }
  }

  @Test func `a subscription to a record type ignores other types`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devices(cloud)
      let typed = CKDatabaseSubscription(subscriptionID: "photos")
      typed.recordType = "Photo"
      try await second.privateCloudDatabase.save(typed)
      let notifications = try await second.notifications()
      try await first.privateCloudDatabase.save(hike("ridge"))
      try await second.privateCloudDatabase.save(CKDatabaseSubscription(subscriptionID: "all"))
      let id = CKRecord.ID(recordName: "p", zoneID: Self.zone)
      try await first.privateCloudDatabase.save(CKRecord(recordType: "Photo", recordID: id))
      var told: Set<String?> = []
      for try await notification in notifications {
        told.insert(notification.subscriptionID)
        if told.count == 2 { break }
      }
      #expect(told == ["photos", "all"])
    }
  }

  @Test func `no notification is lost when the server restarts`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devices(cloud)
      try await second.privateCloudDatabase.save(everyHike([.firesOnRecordCreation]))
      let notifications = try await second.notifications()
      var iterator = notifications.makeAsyncIterator()
      var told: Set<String> = []
      var expected: Set<String> = []
      for round in 0..<3 {
        for index in 0..<4 {
          let record = hike("r\(round)-\(index)")
          expected.insert(record.recordID.recordName)
          try await first.privateCloudDatabase.save(record)
        }
        if round == 1 {
          // Some notifications were delivered, others were not.
          try await cloud.server.stop()
          try await cloud.server.start()
        }
        while told != expected, let notification = try await iterator.next() {
          let query = try #require(notification as? CKQueryNotification)
          told.insert(query.recordID?.recordName ?? "")
        }
        if round == 0 {
          try await cloud.server.stop()
          try await cloud.server.start()
        }
      }
      #expect(told == expected)
    }
  }

  @Test func `a server without streams is polled`() async throws {
    var configuration = ServerConfiguration()
    configuration.notifications.stream = .zero
    configuration.notifications.poll = .milliseconds(50)
    configuration.notifications.tick = .milliseconds(10)
    try await RunningCloud.run(configuration) { cloud in
      let (first, second) = try await devices(cloud)
      try await second.privateCloudDatabase.save(everyHike([.firesOnRecordCreation]))
      var iterator = try await second.notifications().makeAsyncIterator()
      for name in ["a", "b", "c"] {
        try await first.privateCloudDatabase.save(hike(name))
        let told = try await iterator.next() as? CKQueryNotification
        #expect(told?.recordID?.recordName == name)
      }
    }
  }

  @Test func `a client whose registration expired registers again and reports it`() async throws {
    var configuration = ServerConfiguration()
    configuration.notifications.heartbeat = .milliseconds(20)
    configuration.notifications.tick = .milliseconds(10)
    try await RunningCloud.run(configuration) { cloud in
      let (first, second) = try await devices(cloud)
      let database = second.privateCloudDatabase
      try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
      var news = database.changeEvents().makeAsyncIterator()
      guard case .connected = await news.next() else {
        Issue.record("no stream")
        return
      }
      try await cloud.server.forgetDevices()
      var isConnected = false
      while !isConnected, let event = await news.next() {
        if case .connected = event { isConnected = true }
      }
      #expect(isConnected)
      try await first.privateCloudDatabase.save(hike("after"))
      var hasChanged = false
      while !hasChanged, let event = await news.next() {
        if case .changed = event { hasChanged = true }
      }
      #expect(hasChanged)
    }
  }

  @Test func `a silent stream is closed and reopened after the timeout`() async throws {
    try await RunningCloud.run { cloud in
      let (first, _) = try await devices(cloud)
      let file = try await cloud.configuration(of: "ann", device: "third")
      let third = CKContainer(
        identifier: RunningCloud.container, configuration: file, silence: .seconds(1))
      let database = third.privateCloudDatabase
      try await database.save(CKDatabaseSubscription(subscriptionID: "all"))
      // The server sends a heartbeat every 20 seconds.
      var (opened, lost) = (0, 0)
      for await heard in database.changeEvents() {
        switch heard {
        case .connected: opened += 1
        case .lost(let error):
          #expect(error.code == .networkFailure)
          lost += 1
        case .changed: break
        }
        if opened >= 2, lost >= 1 { break }
      }
      #expect(opened >= 2 && lost >= 1)
      var notifications = try await third.notifications().makeAsyncIterator()
      try await first.privateCloudDatabase.save(hike("ridge"))
      let notification = try await notifications.next()
      #expect((notification as? CKDatabaseNotification)?.subscriptionID == "all")
    }
  }

  @Test func `all listeners share one stream, which closes with the last of them`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devices(cloud)
      try await second.privateCloudDatabase.save(CKDatabaseSubscription(subscriptionID: "all"))
      func streams() async throws -> Int {
        let url = cloud.address.appending(path: "metrics")
        let text = String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("cairn_waiting_devices ") }
        return Int(line?.split(separator: " ").last ?? "") ?? -1
      }
      do {
        let several = try await [
          second.notifications(), second.notifications(),
          second.configuredWith { try await $0.notifications() },
        ]
        var news = second.privateCloudDatabase.changeEvents().makeAsyncIterator()
        // The first event may be the connection or the change.
        try await first.privateCloudDatabase.save(hike("ridge"))
        for notifications in several {
          var iterator = notifications.makeAsyncIterator()
          #expect(try await iterator.next() is CKDatabaseNotification)
        }
        #expect(await news.next() != nil)
        #expect(try await streams() == 1)
      }
      while try await streams() != 0 { await Task.yield() }
    }
  }

  @Test func `each process of a user is notified of others' changes, not of its own`() async throws
  {
    try await RunningCloud.run { cloud in
      let (_, second) = try await devices(cloud)
      let file = try await cloud.configuration(of: "ann", device: "shared")
      let programs = (0..<3).map { _ in
        CKContainer(identifier: RunningCloud.container, configuration: file)
      }
      try await second.privateCloudDatabase.save(everyHike([.firesOnRecordCreation]))
      var streams: [CKContainer.Notifications] = []
      for program in programs { streams.append(try await program.notifications()) }
      for (index, program) in programs.enumerated() {
        try await program.privateCloudDatabase.save(hike("by-\(index)"))
      }
      for (index, stream) in streams.enumerated() {
        let expected = Set((0..<3).filter { $0 != index }.map { "by-\($0)" })
        var told: Set<String> = []
        for try await notification in stream {
          told.insert((notification as? CKQueryNotification)?.recordID?.recordName ?? "")
          if told.count == 2 { break }
        }
        #expect(told == expected)
      }
    }
  }

  @Test func `a listener without a session receives an error with the reason`() async throws {
    var configuration = ServerConfiguration()
    configuration.notifications.heartbeat = .milliseconds(20)
    configuration.notifications.tick = .milliseconds(10)
    try await RunningCloud.run(configuration) { cloud in
      let nobody = try await cloud.container(of: nil)
      await #expect { _ = try await nobody.notifications() } throws: {
        ($0 as? CKError)?.code == .notAuthenticated
      }
      let unknown = CKContainer(
        identifier: "iCloud.org.example.other",
        configuration: try await cloud.configuration(of: "ann"))
      await #expect { _ = try await unknown.notifications() } throws: {
        ($0 as? CKError)?.code == .badContainer
      }
      let file = try await cloud.configuration(of: "ann", device: "leaving")
      let container = CKContainer(identifier: RunningCloud.container, configuration: file)
      let notifications = try await container.notifications()
      var signedOut = try file.read()
      signedOut.containers[RunningCloud.container]?.webAuthToken = nil
      try file.write(signedOut)
      await #expect { for try await _ in notifications {} } throws: {
        ($0 as? CKError)?.code == .notAuthenticated
      }
    }
  }

  @Test func `a cancelled task stops waiting at once`() async throws {
    try await RunningCloud.run { cloud in
      let (_, second) = try await devices(cloud)
      let notifications = try await second.notifications()
      let waiting = Task {
        var count = 0
        for try await _ in notifications { count += 1 }
        return count
      }
      let listening = Task {
        for await _ in second.privateCloudDatabase.changeEvents() {}
        return true
      }
      await Task.yield()
      waiting.cancel()
      listening.cancel()
      #expect(try await waiting.value == 0)
      #expect(await listening.value)
    }
  }

  @Test func `equal pending notifications are coalesced in order of arrival`() async throws {
    try await RunningCloud.run { cloud in
      let (first, second) = try await devices(cloud)
      try await second.privateCloudDatabase.save(everyHike([.firesOnRecordUpdate]))
      try await second.privateCloudDatabase.save(CKDatabaseSubscription(subscriptionID: "all"))
      let slow = try await second.notifications()
      let quick = try await second.notifications()
      var database = second.privateCloudDatabase.changeEvents().makeAsyncIterator()
      _ = await database.next()
      var ahead = quick.makeAsyncIterator()
      for distance in 0..<5 {
        let record = hike("seed", distance: Double(distance))
        _ = try await first.privateCloudDatabase.modifyRecords(
          saving: [record], deleting: [], savePolicy: .allKeys)
        // The fast listener receives each change before the next one.
        var left = 2
        while left > 0, try await ahead.next() != nil { left -= 1 }
      }
      var behind = slow.makeAsyncIterator()
      let told = [try await behind.next()?.subscriptionID, try await behind.next()?.subscriptionID]
      #expect(Set(told) == ["hikes", "all"])
      let last = hike("last")
      try await first.privateCloudDatabase.save(last)
      #expect(try await behind.next()?.subscriptionID == "all")
    }
  }
}
