// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Devices, and the delivery of notifications to them.
@Suite(.serialized) struct NotificationServiceTests {
  private func cloud() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "seed")])
    try await cloud.subscribeToNotes()
    return cloud
  }

  private func change(_ cloud: Cloud, _ names: String...) async throws {
    for name in names { try await cloud.modify([.note(.create, name)]) }
  }

  private static let day = 86_400.0

  @Test func `a lost notification is delivered again`() async throws {
    let cloud = try await cloud()
    let device = try await cloud.device()
    try await change(cloud, "a", "b")
    let lost = try await device.next(isLost: true)
    #expect(lost?.brief == "notes create a")
    #expect(try await device.next(isLost: true) == lost)
    let first = try #require(try await device.next())
    #expect(first == lost)
    let second = try #require(try await device.next())
    #expect(second.brief == "notes create b")
    // A client that names its last notification receives all later ones, even if already sent.
    #expect(try await device.next(after: first.notificationID) == second)
    #expect(try await device.next(after: first.notificationID) == second)
    #expect(try await device.next(after: second.notificationID) == nil)
    #expect(try await device.next() == nil)
  }

  @Test func `each device has its own position in the notifications`() async throws {
    let cloud = try await cloud()
    let one = try await cloud.device()
    try await change(cloud, "a")
    let two = try await cloud.device()
    #expect(try await two.brief() == [])
    try await change(cloud, "b")
    #expect(try await two.brief() == ["notes create b"])
    #expect(try await one.brief() == ["notes create a", "notes create b"])
    try await change(cloud, "c")
    #expect(try await one.brief() == ["notes create c"])
    #expect(try await two.brief() == ["notes create c"])
  }

  @Test func `a client that registers again retains its position`() async throws {
    let cloud = try await cloud()
    let before = try await cloud.device("phone")
    try await change(cloud, "a")
    let after = try await cloud.device("phone")
    #expect(after.token == before.token && after.apnsToken != before.apnsToken)
    #expect(try await after.brief() == ["notes create a"])
    #expect(
      await refusal { try await cloud.device("a\nb") } == .badRequest)
  }

  @Test func `only a device token of the same user and environment is registered`() async throws {
    let cloud = try await cloud()
    let device = try await cloud.device()
    func register(_ token: String, _ call: CallContext = .alice) async throws -> [UInt8] {
      try await cloud.devices.register(
        RegisterTokenRequest(apnsEnvironment: .development, apnsToken: token), call)
    }
    #expect(try await register(device.apnsToken) == Array("{}".utf8))
    for (token, call) in [
      (device.apnsToken, CallContext.bob), (String(repeating: "ab", count: 32), .alice),
      (device.apnsToken, .user("_alice", .public, .production)), ("", .alice),
    ] {
      #expect(await refusal { try await register(token, call) } == .badRequest)
    }
  }

  private func date(ofDay day: Double) -> Date { CallContext.alice.date + day * Self.day }

  @Test func `an idle device expires after 15 days`() async throws {
    let cloud = try await cloud()
    var busy = try await cloud.device("busy")
    var idle = try await cloud.device("idle")
    try await change(cloud, "a")
    for day in [7.0, 14] {
      busy.date = date(ofDay: day)
      _ = try await busy.brief()
    }
    #expect(try await cloud.devices.removeExpired(at: date(ofDay: 14.9)) == 0)
    #expect(try await waiting(cloud) == 1)
    idle.date = date(ofDay: 15.1)
    busy.date = idle.date
    let expired = idle
    #expect(await refusal { try await expired.next() } == .notFound)
    try await change(cloud, "b")
    #expect(try await busy.brief() == ["notes create b"])
    #expect(try await waiting(cloud) == 2)
    #expect(try await cloud.devices.removeExpired(at: expired.date) == 1)
    // Only the expired device had not received the first notification.
    #expect(try await waiting(cloud) == 1)
  }

  @Test func `an active device expires after 90 days unless it registers again`() async throws {
    let cloud = try await cloud()
    var renewed = try await cloud.device("renewed")
    var other = try await cloud.device("other")
    for day in stride(from: 7.0, through: 84, by: 7) {
      (renewed.date, other.date) = (date(ofDay: day), date(ofDay: day))
      #expect(try await renewed.brief() == [])
      #expect(try await other.brief() == [])
    }
    var call = CallContext.alice
    call.date = renewed.date
    _ = try await cloud.devices.register(
      RegisterTokenRequest(apnsEnvironment: .development, apnsToken: renewed.apnsToken), call)
    (renewed.date, other.date) = (date(ofDay: 91), date(ofDay: 91))
    let expired = other
    #expect(await refusal { try await expired.next() } == .notFound)
    #expect(try await renewed.brief() == [])
    #expect(try await cloud.devices.removeExpired(at: expired.date) == 1)
    for day in stride(from: 98.0, through: 168, by: 7) {
      renewed.date = date(ofDay: day)
      #expect(try await renewed.brief() == [])
    }
    // The registration of day 84 ends on day 174.
    renewed.date = date(ofDay: 175)
    let ended = renewed
    #expect(await refusal { try await ended.next() } == .notFound)
    #expect(try await cloud.devices.removeExpired(at: ended.date) == 1)
  }

  private func waiting(_ cloud: Cloud) async throws -> Int {
    try await cloud.storage.read { reader in
      guard let database = try reader.database(try CallContext.alice.key),
        let alice = try reader.subscriber("_alice", of: database.schema)
      else { return -1 }
      return try reader.notifications(of: alice, after: 0, exceptFrom: nil, limit: 100).count
    }
  }

  @Test func `a device too far behind in the notifications is removed`() async throws {
    let cloud = try await cloud()
    let (far, near) = (try await cloud.device("far"), try await cloud.device("near"))
    let alice = try await cloud.storage.write { writer in
      let database = try writer.makeDatabase(try CallContext.alice.key)
      return try writer.makeSubscriber("_alice", of: database.schema)
    }
    try await cloud.storage.write { writer in
      for number in 0..<NotificationLimits.waiting {
        try writer.add(
          StoredNotification(
            subscriber: alice, subscription: 99, item: "\(number)", origin: nil,
            body: Array(#"{"aps":{},"ck":{"nid":"","cid":"iCloud.a","ce":2}}"#.utf8)))
      }
    }
    // One device has received notifications, the other none.
    _ = try await near.next()
    _ = try await near.next()
    _ = try await near.next()
    try await change(cloud, "a")
    #expect(await refusal { try await far.next() } == .notFound)
    #expect(try await near.next() != nil)
  }

  @Test func `forged URLs and notification IDs are rejected`() async throws {
    let cloud = try await cloud()
    let (device, other) = (try await cloud.device(), try await cloud.device(nil, .bob))
    try await change(cloud, "a")
    let id = try #require(try await device.next()?.notificationID)
    var forged = Array(device.token.utf8)
    forged[20] = forged[20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    for token in [
      String(decoding: forged, as: UTF8.self), String(device.token.dropLast(4)), "", "A",
      String(repeating: "A", count: 300),
    ] {
      let fake = Device(
        service: device.service, token: token, apnsToken: "", date: device.date)
      #expect(await refusal { try await fake.next() } == .notFound)
    }
    for id in [id.lowercased() + "0", "1", UUID().uuidString, "' OR 1=1 --"] {
      #expect(await refusal { try await device.next(after: id) } == .badRequest)
    }
    // Another user's ID.
    #expect(await refusal { try await other.next(after: id) } == .badRequest)
  }

  @Test
  func `a restored copy of the file rejects notification IDs it has not issued`() async throws {
    let cloud = try await cloud()
    let device = try await cloud.device()
    let copy = cloud.directory.appending(path: "copy.sqlite")
    try await change(cloud, "a")
    _ = try await device.next()
    try await cloud.storage.close()
    try FileManager.default.copyItem(at: cloud.directory.appending(path: "cloud.sqlite"), to: copy)
    func open(_ file: URL) async throws -> (SQLiteServerStore, ServiceContext, Device) {
      let store = try SQLiteServerStore(file)
      let data = try await ServiceContext(storage: store)
      let service = NotificationService(data, hub: NotificationHub(store))
      return (
        store, data,
        Device(service: service, token: device.token, apnsToken: "", date: device.date)
      )
    }
    let (store, data, later) = try await open(cloud.directory.appending(path: "cloud.sqlite"))
    let request = ModifyRecordsRequest(
      operations: [try .note(.create, "b")], zoneID: ZoneID(zoneName: "Zone"), atomic: true)
    _ = try await RecordService(data).modify(request, .alice)
    let id = try #require(try await later.next()?.notificationID)
    #expect(try await later.next(after: id) == nil)
    // The copy never issued this ID; resuming after it would skip other notifications.
    let (old, _, restored) = try await open(copy)
    #expect(await refusal { try await restored.next(after: id) } == .notFound)
    try await store.close()
    try await old.close()
  }

  @Test func `a restored backup contains no devices`() async throws {
    let cloud = try await cloud()
    let early = try await cloud.device()
    let backup = cloud.directory.appending(path: "cloud.backup")
    _ = try await cloud.storage.backUp(
      to: backup, assets: cloud.assetFolder, replacing: false, now: { CallContext.alice.date })
    let late = try await cloud.device(nil, .bob)
    try await change(cloud, "a")
    let id = try #require(try await early.next()?.notificationID)
    let directory = cloud.directory.appending(path: "restored", directoryHint: .isDirectory)
    _ = try await SQLiteServerStore.restore(
      from: backup, to: directory.appending(path: "cloud.sqlite"),
      assets: directory.appending(path: "assets"), replacing: false, at: CallContext.alice.date)
    let restored = try await Cloud(in: directory)
    // IDs assigned after the backup are not assigned again.
    let carol = CallContext.user("_carol")
    let device = try await restored.device(nil, carol)
    try await change(restored, "b")
    for token in [early.token, late.token] {
      let old = Device(service: device.service, token: token, apnsToken: "", date: device.date)
      for after in [nil, id] {
        #expect(
          await [.notFound, .badRequest].contains(refusal { try await old.next(after: after) }))
      }
    }
    #expect(try await device.brief() == [])
    #expect(try await restored.device().next() == nil)
  }

  @Test func `erasing a user or the public database removes the devices`() async throws {
    let cloud = try await cloud()
    let device = try await cloud.device()
    try await change(cloud, "a")
    let eraser = DataEraser(storage: cloud.storage)
    try await eraser.erase(container: "iCloud.com.example", scope: .private, owner: "_alice")
    #expect(await refusal { try await device.next() } == .notFound)
    let bob = CallContext.user("_bob", .public)
    try await cloud.modify([.note(.create, "p")], zone: nil, bob)
    try await cloud.subscribeToNotes("p", bob)
    let bobs = try await cloud.device(nil, bob)
    try await eraser.erase(container: "iCloud.com.example", scope: .public)
    #expect(await refusal { try await bobs.next() } == .notFound)
  }

  @Test(.timeLimit(.minutes(15)))
  func `every notification is delivered once during concurrent writes`() async throws {
    let cloud = try await cloud()
    let device = try await cloud.device()
    let (writers, each) = (16, 12)
    let names = Set((0..<writers).flatMap { writer in (0..<each).map { "n\(writer)-\($0)" } })
    let heard = try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          for number in 0..<each {
            try await cloud.modify([.note(.create, "n\(writer)-\(number)")])
          }
        }
      }
      var heard: [String] = []
      // The device polls during the writes and loses every third response.
      var (asked, last) = (0, String?.none)
      while heard.count < names.count {
        asked += 1
        var session = try device.service.open(device.token, after: last)
        defer { device.service.close(session) }
        let delivery = try await device.service.next(
          &session, atMost: 3, waiting: .seconds(30), at: { device.date })
        guard case .notifications(let found) = delivery else {
          Issue.record("nothing came")
          break
        }
        try await device.service.sent(session)
        if asked.isMultiple(of: 3) { continue }
        for (id, body) in found {
          guard case .query(let event) = try PushNotification(body: body).event else { continue }
          heard.append(event.recordName ?? "")
          last = id
        }
      }
      try await group.waitForAll()
      return heard
    }
    #expect(heard.count == names.count && Set(heard) == names)
  }
}

extension CallContext {
  fileprivate var key: DatabaseKey {
    get throws {
      DatabaseKey(
        container: container, environment: environment, scope: database,
        owner: caller.recordName ?? "")
    }
  }
}
