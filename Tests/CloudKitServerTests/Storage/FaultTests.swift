// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitServer
import CloudKitWire
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite(.serialized) struct FaultTests {
  /// In each round the process is killed in another operation on the disk: every batch that was
  /// acknowledged is there, every batch is whole or absent, tokens are good as before, and of each record
  /// that is there, and of no other, the devices are told.
  @Test(arguments: [1, 4, 9, 16, 23, 34, 51, 72, 97, 130, 180, 250])
  func whatWasAcknowledgedSurvivesAKill(_ operation: Int) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "data/cloud.sqlite")
    let acknowledgements = directory.appending(path: "acknowledged")
    let (token, courier) = try await prepare(file)
    try Data().write(to: acknowledgements)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [file = file as URL, acknowledgements = acknowledgements as URL, operation = operation as Int]
      in
      try #require(faulty_vfs_install() == 0)
      let cloud = try await CloudData(storage: SQLiteServerStore(file))
      let log = try FileHandle(forWritingTo: acknowledgements)
      let prefix = file.deletingLastPathComponent().path(percentEncoded: false)
      _ = faulty_vfs_arm(prefix, FAULTY_KILL, operation)
      await withTaskGroup { group in
        for writer in 0..<4 {
          group.addTask {
            for batch in 0... {
              let name = "\(writer)-\(batch)"
              guard (try? await Self.push(name, RecordService(cloud))) != nil else { return }
              // One write to a file of its own; only what is in it was acknowledged.
              log.write(Data("\(name)\n".utf8))
            }
          }
        }
      }
    }
    let cloud = try await CloudData(storage: SQLiteServerStore(file))
    let request = ZoneChangesRequest(zones: [
      .init(zoneID: ZoneID(zoneName: "Zone"), syncToken: token)
    ])
    var counts: [String: Int] = [:]
    var names = Set<String>()
    var next = request
    while true {
      let answer = try await ChangeService(cloud).zoneChanges(next, .alice)
      let page = try #require(try ZoneChangesResponse(body: answer).zones[0].changes)
      for name in page.records.compactMap(\.name) {
        counts[String(name.prefix { $0 != "/" }), default: 0] += 1
        names.insert(name)
      }
      if !page.moreComing { break }
      next.zones[0].syncToken = page.syncToken
    }
    #expect(counts.values.allSatisfy { $0 == 20 }, "a batch in parts")
    let acknowledged = try String(contentsOf: acknowledgements, encoding: .utf8).split(
      separator: "\n")
    #expect(Set(acknowledged.map(String.init)).isSubset(of: counts.keys))
    // Beside the one from before, at most the one that each writer was at.
    #expect(counts.count <= 1 + acknowledged.count + 4)
    let told = try await Self.told(courier, cloud)
    #expect(Set(told) == names.filter { !$0.hasPrefix("first") } && told.count == Set(told).count)
    // The next process goes on.
    try await Self.push("after", RecordService(cloud))
  }

  /// What a device is told, by the names of the records.
  private static func told(_ courier: String, _ cloud: CloudData) async throws -> [String] {
    let service = NotificationService(cloud, hub: NotificationHub(cloud.storage))
    var session = try service.open(courier, after: nil)
    defer { service.close(session) }
    let delivery = try await service.next(
      &session, atMost: 10_000, waiting: .zero, at: { Call.alice.date })
    guard case .notifications(let found) = delivery else { return [] }
    return try found.compactMap { _, body in
      guard case .query(let event) = try PushNotification(body: body).event else { return nil }
      return event.recordName
    }
  }

  /// A store with a zone, a token of it, and a device that hears of new records.
  private func prepare(_ file: URL) async throws -> (token: String, courier: String) {
    let storage = try SQLiteServerStore(file)
    let data = try await CloudData(storage: storage)
    let create = ModifyZonesRequest(operations: [.init(.create, ZoneID(zoneName: "Zone"))])
    let answer = try await ZoneService(data).modify(create, .alice)
    let token = try #require(try ZonesResponse(body: answer).zones[0].zone?.syncToken)
    // Queries keep an index, which is written too.
    try await Self.push("first", RecordService(data))
    let query = Query(recordType: "Note", filters: [Filter(.equals, .field("n"), .int64(1))])
    _ = try await RecordService(data).query(QueryRecordsRequest(query: query), .alice)
    let subscription = Subscription(
      subscriptionID: "notes", subscriptionType: .query, query: Query(recordType: "Note"),
      firesOn: [.create])
    _ = try await SubscriptionService(data).modify(
      ModifySubscriptionsRequest(operations: [.init(.create, subscription)]), .alice)
    let device = try await DeviceService(data).create(
      CreateTokenRequest(apnsEnvironment: .development), .alice)
    let url = try CreateTokenResponse(body: device).webcourierURL
    try await storage.close()
    return (token, String(url.split(separator: "/").last ?? ""))
  }

  private static func push(_ name: String, _ records: RecordService) async throws {
    let request = ModifyRecordsRequest(
      operations: try (0..<20).map {
        try .note(.create, "\(name)/\($0)", [("n", .int64(1)), ("s", .string(name))])
      }, zoneID: ZoneID(zoneName: "Zone"))
    // As a client sends it.
    _ = try await records.modify(ModifyRecordsRequest(body: request.encoded()), .alice)
  }

  /// Writes are refused with an error that says to come again, reads go on, and once there is room all is
  /// as before, without a new process.
  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR]) func aFullDiskIsNoEnd(
    _ fault: faulty_kind
  )
    async throws
  {
    try #require(faulty_vfs_install() == 0)
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a", [("n", .int64(1))])])
    let token = try #require(try await cloud.pull().changes?.syncToken)
    let prefix = cloud.directory.path(percentEncoded: false)
    for operation in 1...3 {
      try #require(faulty_vfs_arm(prefix, fault, operation) != 0)
      var refused: ServerFailure?
      do {
        try await cloud.modify([.note(.create, "b\(operation)", [("n", .int64(1))])])
      } catch let failure as ServerFailure {
        refused = failure
      }
      #expect(try await cloud.lookup(["a"])[0].code == nil)
      #expect(faulty_vfs_disarm(prefix) > 0)
      #expect(refused?.code == .tryAgainLater && refused?.retryAfter != nil)
      #expect(try await cloud.lookup(["b\(operation)"])[0].code == .notFound)
    }
    #expect(try await cloud.pull(since: token).changes?.records.isEmpty == true)
    try await cloud.modify([.note(.create, "c", [("n", .int64(1))])])
    #expect(try await cloud.pull(since: token).changes?.records.map(\.name) == ["c"])
  }

  @Test func aClosedStoreRefuses() async throws {
    let cloud = try await Cloud()
    try await cloud.storage.close()
    #expect(await refusal { try await cloud.makeZone() } == .tryAgainLater)
  }

  @Test func aDamagedFileIsNotOpened() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appending(path: "cloud.sqlite")
    try Data(repeating: 0x41, count: 10_000).write(to: file)
    #expect {
      try SQLiteServerStore(file)
    } throws: { error in
      if case .damaged = error as? StorageError { true } else { false }
    }
    #expect(try Data(contentsOf: file) == Data(repeating: 0x41, count: 10_000))
  }
}
