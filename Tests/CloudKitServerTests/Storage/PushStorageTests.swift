// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Conformance of storage implementations: subscriptions and notifications.
@Suite(.serialized) struct PushStorageTests {
  private struct Place {
    var database: StoredDatabase
    var alice: Int64
    var bob: Int64
  }

  private func place(_ test: TestStorage) async throws -> Place {
    try await test.write { writer in
      let database = try writer.makeDatabase(.alice)
      return Place(
        database: database, alice: try writer.makeSubscriber("_alice", of: database.schema),
        bob: try writer.makeSubscriber("_bob", of: database.schema))
    }
  }

  private func device(
    _ name: String, of subscriber: Int64, confirmed: Int64 = 0, used: Int64 = 0,
    expires: Int64 = 1_000, _ test: TestStorage
  ) async throws -> StoredDevice {
    try await test.write { writer in
      var device = StoredDevice(
        subscriber: subscriber, hash: Array(name.utf8), client: name, apnsEnvironment: .production,
        confirmed: confirmed, sent: confirmed, used: used, expires: expires)
      try writer.save(&device)
      return device
    }
  }

  private func add(
    _ items: [String], to subscriber: Int64, subscription: Int64 = 1, from origin: String? = nil,
    _ test: TestStorage
  ) async throws {
    for item in items {
      try await test.write {
        try $0.add(
          StoredNotification(
            subscriber: subscriber, subscription: subscription, item: item, origin: origin,
            body: Array(item.utf8)))
      }
    }
  }

  private func items(
    _ subscriber: Int64, after position: Int64 = 0, client: String? = nil, _ test: TestStorage
  ) async throws -> [String] {
    try await test.read {
      try $0.notifications(of: subscriber, after: position, exceptFrom: client, limit: 10_000)
    }.map(\.item)
  }

  // MARK: Subscriptions

  @Test(arguments: StorageKind.allCases)
  func `subscriptions are stored per user and database`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let place = try await place(test)
    let database = place.database.id
    let saved = try await test.write { writer in
      #expect(try !writer.hasSubscriptions(in: database))
      #expect(try writer.makeSubscriber("_alice", of: place.database.schema) == place.alice)
      var made: [StoredSubscription] = []
      for (subscriber, id, type) in [
        (place.alice, "b", 0), (place.alice, "a", 7), (place.bob, "a", 7),
      ] {
        var subscription = StoredSubscription(
          database: database, subscriber: subscriber, id: id, recordType: Int64(type),
          body: Array("{}".utf8))
        try writer.save(&subscription)
        made.append(subscription)
      }
      return made
    }
    #expect(Set(saved.map(\.number)).count == 3)
    _ = try await device("a", of: place.alice, test)
    try await test.read { reader throws -> Void in
      #expect(try reader.hasSubscriptions(in: database))
      #expect(try reader.subscriber("_carol", of: place.database.schema) == nil)
      #expect(try reader.subscriptions(in: database, of: place.alice).map(\.id) == ["a", "b"])
      #expect(try reader.subscription("a", in: database, of: place.bob) == saved[2])
      #expect(try reader.subscription("b", in: database, of: place.bob) == nil)
      #expect(try reader.subscriptionCount(in: database, of: place.alice) == 2)
      // Bob has no device.
      #expect(try reader.subscriptions(in: database, toType: 7) == [saved[1]])
      #expect(try reader.subscriptions(in: database, toType: 0) == [saved[0]])
    }
    var changed = saved[0]
    (changed.zone, changed.body) = (99, Array("[]".utf8))
    try await test.write { [changed] in
      var changed = changed
      try $0.save(&changed)
      try $0.deleteSubscriptions(toZone: 98)
    }
    #expect(
      try await test.read { try $0.subscription("b", in: database, of: place.alice) } == changed)
    try await test.write { try $0.deleteSubscriptions(toZone: 99) }
    #expect(try await test.read { try $0.subscriptionCount(in: database, of: place.alice) } == 1)
  }

  @Test(arguments: StorageKind.allCases)
  func `deleting a subscriber deletes its devices and notifications`(_ kind: StorageKind)
    async throws
  {
    let test = try kind.make()
    let place = try await place(test)
    let device = try await device("a", of: place.alice, test)
    try await add(["1"], to: place.alice, test)
    try await add(["1"], to: place.bob, subscription: 2, test)
    try await test.write { try $0.deleteSubscribers("_alice", of: place.database.schema) }
    #expect(try await test.read { try $0.device(device.id) } == nil)
    #expect(try await items(place.alice, test) == [])
    #expect(try await items(place.bob, test) == ["1"])
    let again = try await test.write {
      try $0.makeSubscriber("_alice", of: place.database.schema)
    }
    #expect(again != place.alice)
    try await test.write { try $0.deleteSubscribers(nil, of: place.database.schema) }
    #expect(try await items(place.bob, test) == [])
  }

  // MARK: Notifications

  @Test(arguments: StorageKind.allCases)
  func `a new notification replaces an earlier one of the same subscription and item`(
    _ kind: StorageKind
  ) async throws {
    let test = try kind.make()
    let place = try await place(test)
    try await add(["1", "2", "3", "1"], to: place.alice, test)
    try await add(["2"], to: place.alice, subscription: 2, test)
    try await add(["9"], to: place.bob, subscription: 3, test)
    #expect(try await items(place.alice, test) == ["2", "3", "1", "2"])
    let last = try await test.read { try $0.lastNotification() }
    #expect(last == 6)
    #expect(try await test.read { try $0.notification(of: place.alice, before: 1) } == 4)
    #expect(try await test.read { try $0.notification(of: place.alice, before: 4) } == nil)
    try await test.write { try $0.deleteSubscription(1, keepingNotifications: false) }
    #expect(try await items(place.alice, test) == ["2"])
    try await test.write { try $0.deleteSubscription(2, keepingNotifications: true) }
    #expect(try await items(place.alice, test) == ["2"])
    // Positions of deleted notifications are not reused.
    try await test.write { try $0.deleteSubscription(3, keepingNotifications: false) }
    try await add(["8"], to: place.bob, test)
    #expect(try await items(place.bob, after: last, test) == ["8"])
  }

  @Test(arguments: StorageKind.allCases)
  func `notifications are filtered by the client that caused them`(_ kind: StorageKind)
    async throws
  {
    let test = try kind.make()
    let place = try await place(test)
    try await add(["1", "2", "3"], to: place.alice, from: "a", test)
    try await add(["2"], to: place.alice, from: "b", test)
    try await add(["3"], to: place.alice, test)
    try await add(["3"], to: place.alice, from: "a", test)
    try await add(["1"], to: place.alice, from: "a", test)
    #expect(try await items(place.alice, client: "a", test) == ["2", "3"])
    #expect(try await items(place.alice, client: "b", test) == ["2", "3", "1"])
    #expect(try await items(place.alice, test) == ["2", "3", "1"])
  }

  @Test(arguments: StorageKind.allCases)
  func `notifications are deleted once all devices have confirmed them`(_ kind: StorageKind)
    async throws
  {
    let test = try kind.make()
    let place = try await place(test)
    let one = try await device("one", of: place.alice, test)
    let two = try await device("two", of: place.alice, used: 5, expires: 500, test)
    try await add(["1", "2", "3"], to: place.alice, test)
    try await test.write { try $0.setReceived(by: one.id, confirmed: 2, sent: 3) }
    #expect(try await items(place.alice, test) == ["1", "2", "3"])
    try await test.write { try $0.setReceived(by: two.id, confirmed: 1, sent: 1) }
    #expect(try await items(place.alice, test) == ["2", "3"])
    // Positions never move backwards.
    try await test.write { try $0.setReceived(by: one.id, confirmed: 1, sent: 1) }
    let known = try await test.read { try $0.device(one.id) }
    #expect(known?.confirmed == 2 && known?.sent == 3)
    #expect(
      try await test.read { try $0.device(client: "two", of: place.alice) }?.id == two.id)
    #expect(
      try await test.read { try $0.device(hash: Array("two".utf8), of: place.bob) } == nil)
    #expect(
      try await test.write { try $0.deleteDevices(usedBefore: 0, expiringBefore: 500, limit: 9) }
        == 0)
    #expect(try await test.read { try $0.device(two.id) } != nil)
    #expect(
      try await test.write { try $0.deleteDevices(usedBefore: 0, expiringBefore: 501, limit: 9) }
        == 1)
    #expect(try await test.read { try $0.device(two.id) } == nil)
    #expect(try await items(place.alice, test) == ["3"])
    try await test.write { try $0.setUsed(7, device: one.id) }
    #expect(
      try await test.write { try $0.deleteDevices(usedBefore: 7, expiringBefore: 0, limit: 9) }
        == 0)
    #expect(try await items(place.alice, test) == ["3"])
    try await test.write { try $0.deleteDevices(of: place.alice, behind: 3) }
    #expect(try await items(place.alice, test) == [])
  }

  @Test(arguments: StorageKind.allCases)
  func `the devices idle for longest are deleted first`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let place = try await place(test)
    for (name, used) in [("a", 5), ("b", 1), ("c", 9)] {
      _ = try await device(name, of: place.alice, used: Int64(used), test)
    }
    _ = try await device("d", of: place.bob, test)
    try await test.write { try $0.deleteIdlestDevices(of: place.alice, keeping: 2) }
    let left = try await test.read { reader in
      try ["a", "b", "c"].map { try reader.device(client: $0, of: place.alice)?.client }
    }
    #expect(left == ["a", nil, "c"])
    #expect(try await test.read { try $0.device(client: "d", of: place.bob) } != nil)
  }

  @Test(arguments: StorageKind.allCases)
  func `devices that were not used since a date are deleted`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let place = try await place(test)
    for (name, used) in [("a", 4), ("c", 6)] {
      _ = try await device(name, of: place.alice, used: Int64(used), test)
    }
    let used = try await device("b", of: place.alice, used: 5, test)
    _ = try await device("d", of: place.bob, used: 4, test)
    func delete(usedBefore date: Int64, limit: Int = 9) async throws -> Int {
      try await test.write {
        try $0.deleteDevices(usedBefore: date, expiringBefore: 0, limit: limit)
      }
    }
    func remaining() async throws -> [String] {
      try await test.read { reader in
        try [("a", place.alice), ("b", place.alice), ("c", place.alice), ("d", place.bob)]
          .compactMap { try reader.device(client: $0.0, of: $0.1)?.client }
      }
    }
    #expect(try await delete(usedBefore: 4) == 0)
    #expect(try await delete(usedBefore: 5, limit: 1) == 1)
    #expect(try await delete(usedBefore: 5) == 1)
    #expect(try await remaining() == ["b", "c"])
    try await test.write { try $0.setUsed(7, device: used.id) }
    #expect(try await delete(usedBefore: 7) == 1)
    #expect(try await remaining() == ["b"])
  }

  // MARK: Watching

  @Test(.timeLimit(.minutes(15)), arguments: StorageKind.allCases)
  func `notifications committed by any process are observed`(_ kind: StorageKind) async throws {
    let test = try kind.make()
    let place = try await place(test)
    let other = try test.another()
    for writer in [test.storage, other] {
      let (heard, continuation) = AsyncStream.makeStream(of: Set<Int64>?.self)
      let watch = try test.storage.watchNotifications { continuation.yield($0) }
      var iterator = heard.makeAsyncIterator()
      let first = try #require(await iterator.next())
      #expect(first == nil)
      // A rolled back write is not reported.
      await #expect(throws: Refusal()) {
        try await writer.write { writer in
          try writer.add(
            StoredNotification(
              subscriber: place.bob, subscription: 1, item: "", origin: nil, body: []))
          throw Refusal()
        }
      }
      try await writer.write {
        try $0.add(
          StoredNotification(
            subscriber: place.alice, subscription: 1, item: "", origin: nil, body: []))
      }
      #expect(await iterator.next() == [place.alice])
      withExtendedLifetime(watch) {}
    }
  }
}
