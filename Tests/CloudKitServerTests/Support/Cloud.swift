// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation

/// The services on a real database file, which is deleted with the last reference.
final class Cloud: Sendable {
  let directory: URL
  let storage: SQLiteServerStore
  let data: ServiceContext

  private let isOwner: Bool

  convenience init() async throws {
    try await self.init(
      in: FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())"),
      isOwner: true)
  }

  /// Creates the services with other query limits.
  convenience init(_ configure: (inout QueryLimits) -> Void) async throws {
    var limits = QueryLimits()
    configure(&limits)
    try await self.init(
      in: FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())"),
      isOwner: true, limits)
  }

  /// Opens the data in a folder, which is deleted at the end only if `isOwner` is true.
  init(
    in directory: URL, isOwner: Bool = false, _ limits: QueryLimits = QueryLimits()
  ) async throws {
    (self.directory, self.isOwner) = (directory, isOwner)
    storage = try SQLiteServerStore(directory.appending(path: "cloud.sqlite"))
    data = try await ServiceContext(storage: storage, queryLimits: limits)
  }

  deinit {
    if isOwner { try? FileManager.default.removeItem(at: directory) }
  }

  var records: RecordService { RecordService(data) }
  var zones: ZoneService { ZoneService(data) }
  var changes: ChangeService { ChangeService(data) }
  var subscriptions: SubscriptionService { SubscriptionService(data) }
  var devices: DeviceService { DeviceService(data) }

  // MARK: Requests, as JSON and as values

  @discardableResult
  func modify(_ body: String, _ call: CallContext = .alice) async throws -> [RecordResult] {
    let request = try ModifyRecordsRequest(body: Array(body.utf8))
    return try await RecordsResponse(body: records.modify(request, call)).records
  }

  @discardableResult
  func modify(
    _ operations: [RecordOperation], zone: String? = "Zone", atomic: Bool = true,
    _ call: CallContext = .alice
  ) async throws -> [RecordResult] {
    let request = ModifyRecordsRequest(
      operations: operations, zoneID: zone.map { ZoneID(zoneName: $0) }, atomic: atomic)
    // As a client sends it.
    return try await modify(String(decoding: request.encoded(), as: UTF8.self), call)
  }

  func lookup(_ names: [String], zone: String? = "Zone", _ call: CallContext = .alice) async throws
    -> [RecordResult]
  {
    let request = LookupRecordsRequest(
      records: names.map { .init(recordName: $0) }, zoneID: zone.map { ZoneID(zoneName: $0) })
    return try await RecordsResponse(body: records.lookup(request, call)).records
  }

  @discardableResult
  func makeZone(_ name: String = "Zone", _ call: CallContext = .alice) async throws -> ZoneResult {
    try await modifyZones([.init(.create, ZoneID(zoneName: name))], call)[0]
  }

  func modifyZones(_ operations: [ModifyZonesRequest.Operation], _ call: CallContext = .alice)
    async throws
    -> [ZoneResult]
  {
    try await ZonesResponse(
      body: zones.modify(ModifyZonesRequest(operations: operations), call)
    ).zones
  }

  func databaseChanges(
    since token: String? = nil, limit: Int? = nil, by call: CallContext = .alice
  ) async throws -> DatabaseChangesResponse {
    try await DatabaseChangesResponse(
      body: changes.databaseChanges(
        DatabaseChangesRequest(syncToken: token, resultsLimit: limit), call))
  }

  func databaseToken() async throws -> String { try await databaseChanges().syncToken }

  func pull(
    _ options: ZoneChangesOptions = .init(), since token: String? = nil, zone: String = "Zone",
    by call: CallContext = .alice
  ) async throws -> ZoneChangesResponse.Item {
    let request = ZoneChangesRequest(zones: [
      .init(zoneID: ZoneID(zoneName: zone), syncToken: token, options: options)
    ])
    return try await ZoneChangesResponse(body: changes.zoneChanges(request, call)).zones[0]
  }
}

extension CallContext {
  static let alice = user("_alice")
  static let bob = user("_bob")

  static func user(
    _ name: String, _ database: DatabaseScope = .private, _ environment: Environment = .development
  ) -> CallContext {
    CallContext(
      container: "iCloud.com.example", environment: environment, database: database,
      caller: .user(recordName: name), date: Date(timeIntervalSince1970: 1_700_000_000))
  }

  static let world: CallContext = {
    var call = user("_alice", .public)
    call.caller = .world
    return call
  }()
}

extension RecordOperation {
  /// An operation on a note.
  static func note(
    _ kind: Kind, _ name: String, _ fields: [(String, FieldValue?)] = [], tag: String? = nil
  ) throws -> RecordOperation {
    RecordOperation(
      kind,
      Record(
        recordName: name, recordType: kind.isDeletion ? nil : "Note", recordChangeTag: tag,
        fields: kind.isDeletion
          ? nil : try RecordFields(fields.map { (name: $0.0, field: $0.1.map { Field($0) }) })))
  }
}

extension RecordResult {
  var record: Record? {
    if case .record(let record) = self { record } else { nil }
  }
  var failure: RecordFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
  var code: ServerErrorCode? { failure?.failure.code }
  var name: String? {
    switch self {
    case .record(let record): record.recordName
    case .deleted(let record): record.recordName
    case .failure(let failure): failure.recordName
    }
  }
  var isDeleted: Bool {
    if case .deleted = self { true } else { false }
  }
  func value(_ name: String) throws -> FieldValue? { try record?.fields?.field(name)?.value }
}

extension ZoneChangesResponse.Item {
  var changes: ZoneChanges? {
    if case .changes(let changes) = self { changes } else { nil }
  }
  var failure: ServerFailure? {
    if case .failure(let failure) = self { failure.failure } else { nil }
  }
}

extension ZoneResult {
  var zone: Zone? {
    if case .zone(let zone) = self { zone } else { nil }
  }
  var code: ServerErrorCode? {
    if case .failure(let failure) = self { failure.failure.code } else { nil }
  }
}

/// The error code of a request that is rejected as a whole; nil if it succeeds.
func refusal(_ body: () async throws -> some Any) async -> ServerErrorCode? {
  do {
    _ = try await body()
    return nil
  } catch let failure as ServerFailure {
    return failure.code
  } catch let failure as AtomicFailure {
    return failure.failure.code
  } catch {
    return nil
  }
}
