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
  /// Kills the process at a given disk operation.
  ///
  /// Afterwards every acknowledged batch is stored, every batch is complete or absent, tokens are
  /// valid, and the device is notified of exactly the stored records.
  @Test(arguments: [1, 4, 9, 16, 23, 34, 51, 72, 97, 130, 180, 250])
  func `acknowledged batches survive a kill`(_ operation: Int) async throws {
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
      let cloud = try await ServiceContext(storage: SQLiteServerStore(file))
      let log = try FileHandle(forWritingTo: acknowledgements)
      let prefix = file.deletingLastPathComponent().path(percentEncoded: false)
      _ = faulty_vfs_arm(prefix, FAULTY_KILL, operation)
      await withTaskGroup { group in
        for writer in 0..<4 {
          group.addTask {
            for batch in 0... {
              let name = "\(writer)-\(batch)"
              guard (try? await Self.push(name, RecordService(cloud))) != nil else { return }
              // One write to a separate file, which lists the acknowledged batches.
              log.write(Data("\(name)\n".utf8))
            }
          }
        }
      }
    }
    let cloud = try await ServiceContext(storage: SQLiteServerStore(file))
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
    // Besides the initial batch, at most one unacknowledged batch per writer.
    #expect(counts.count <= 1 + acknowledged.count + 4)
    let told = try await Self.told(courier, cloud)
    #expect(Set(told) == names.filter { !$0.hasPrefix("first") } && told.count == Set(told).count)
    // The next process can write.
    try await Self.push("after", RecordService(cloud))
  }

  /// The record names of a device's notifications.
  private static func told(_ courier: String, _ cloud: ServiceContext) async throws -> [String] {
    let service = NotificationService(cloud, hub: NotificationHub(cloud.storage))
    var session = try service.open(courier, after: nil)
    defer { service.close(session) }
    let delivery = try await service.next(
      &session, atMost: 10_000, waiting: .zero, at: { CallContext.alice.date })
    guard case .notifications(let found) = delivery else { return [] }
    return try found.compactMap { _, body in
      guard case .query(let event) = try PushNotification(body: body).event else { return nil }
      return event.recordName
    }
  }

  /// Creates a store with a zone and a device that subscribes to new records.
  private func prepare(_ file: URL) async throws -> (token: String, courier: String) {
    let storage = try SQLiteServerStore(file)
    let data = try await ServiceContext(storage: storage)
    let create = ModifyZonesRequest(operations: [.init(.create, ZoneID(zoneName: "Zone"))])
    let answer = try await ZoneService(data).modify(create, .alice)
    let token = try #require(try ZonesResponse(body: answer).zones[0].zone?.syncToken)
    // A query creates an index, which later saves update.
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

  /// Writes are rejected with a retryable error, reads continue, and writes succeed once space is
  /// available, without a restart.
  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR])
  func `on a full disk writes fail with a retryable error and reads continue`(_ fault: faulty_kind)
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

  @Test func `a closed store rejects requests with a retryable error`() async throws {
    let cloud = try await Cloud()
    try await cloud.storage.close()
    #expect(await refusal { try await cloud.makeZone() } == .tryAgainLater)
  }

  @Test func `a damaged file is not opened or changed`() async throws {
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
