// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitWire
import CloudTestSupport
import Foundation
import Testing

/// Configurations of operations, groups, databases and containers.
@Suite(.serialized, .timeLimit(.minutes(15))) struct OperationConfigurationTests {
  private let service = ScriptedService(.noZones)
  private var container: CKContainer {
    CKContainer(identifier: "iCloud.org.example.app", service: service)
  }

  /// The timeout of an operation's request.
  private func timeout(_ operation: CKFetchRecordZonesOperation) async -> TimeInterval? {
    await withCheckedContinuation { done in
      operation.fetchRecordZonesResultBlock = { _ in done.resume() }
      container.privateCloudDatabase.add(operation)
    }
    return service.requests.last?.timeout
  }

  private func fetching() -> CKFetchRecordZonesOperation {
    CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
  }

  @Test func `an operation copies its configuration`() async {
    let c = CKOperation.Configuration()
    c.timeoutIntervalForRequest = 20
    let operation = fetching()
    operation.configuration = c
    c.timeoutIntervalForRequest = 30
    #expect(operation.configuration.timeoutIntervalForRequest == 20)
    operation.configuration.timeoutIntervalForRequest = 7
    operation.configuration.qualityOfService = .utility
    operation.configuration.allowsCellularAccess = false
    operation.configuration.isLongLived = true
    #expect(c.timeoutIntervalForRequest == 30 && c.allowsCellularAccess && !c.isLongLived)
    #expect(await timeout(operation) == 7)
    operation.configuration = nil
    #expect(operation.configuration.timeoutIntervalForRequest == 60)
    #expect(operation.configuration.timeoutIntervalForResource == 604_800)
    #expect(await timeout(fetching()) == 60)
  }

  @Test func `an operation without a value inherits it from its group`() async {
    let group = CKOperationGroup()
    group.defaultConfiguration.timeoutIntervalForRequest = 9
    group.defaultConfiguration.timeoutIntervalForResource = 8
    let first = fetching()
    first.group = group
    #expect(await timeout(first) == 8)
    let second = fetching()
    second.group = group
    second.configuration.timeoutIntervalForRequest = 5
    #expect(await timeout(second) == 5)
    group.defaultConfiguration = nil
    #expect(group.defaultConfiguration.timeoutIntervalForRequest == 60)
  }

  @Test func `code runs with a configured database or container`() async throws {
    let quick = CKOperation.Configuration()
    quick.timeoutIntervalForRequest = 3
    try await container.privateCloudDatabase.configuredWith(configuration: quick) { database in
      quick.timeoutIntervalForRequest = 4
      _ = try await database.allRecordZones()
      #expect(service.requests.last?.timeout == 3)
      let group = CKOperationGroup()
      group.defaultConfiguration.timeoutIntervalForResource = 2
      try await database.configuredWith(group: group) { _ = try await $0.allRecordZones() }
      #expect(service.requests.last?.timeout == 2)
    }
    let zones = try await container.configuredWith(configuration: quick) { container in
      try await container.privateCloudDatabase.allRecordZones()
    }
    #expect(zones.isEmpty && service.requests.last?.timeout == 4)
  }

  @Test func `a zone configuration has reference semantics and can be copied`() throws {
    let token: CKServerChangeToken? = nil
    let wanted = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
    #expect(wanted.resultsLimit == 0 && wanted.desiredKeys == nil)
    wanted.previousServerChangeToken = token
    wanted.resultsLimit = 7
    wanted.desiredKeys = ["name"]
    let copy = try #require(
      wanted.copy() as? CKFetchRecordZoneChangesOperation.ZoneConfiguration)
    wanted.resultsLimit = 8
    #expect(copy.resultsLimit == 7 && copy.desiredKeys == ["name"])
    let zone = CKRecordZone.ID(zoneName: "Hikes")
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: wanted])
    operation.configurationsByRecordZoneID?[zone]?.resultsLimit = 9
    #expect(wanted.resultsLimit == 9)
  }

  @Test func `unfinished long-lived operations are listed`() async throws {
    let container = container
    let operation = fetching()
    operation.configuration.isLongLived = true
    let other = fetching()
    // Delays both operations until the list is checked.
    let gate = BlockOperation {}
    operation.addDependency(gate)
    other.addDependency(gate)
    let end = AsyncStream.makeStream(of: Void.self)
    operation.fetchRecordZonesResultBlock = { _ in end.continuation.finish() }
    container.privateCloudDatabase.add(operation)
    container.privateCloudDatabase.add(other)
    #expect(try await container.allLongLivedOperationIDs() == [operation.operationID])
    #expect(try await container.longLivedOperation(for: operation.operationID) === operation)
    #expect(try await container.longLivedOperation(for: other.operationID) == nil)
    #expect(try await CKContainer(identifier: "iCloud.y").allLongLivedOperationIDs().isEmpty)
    OperationQueue().addOperation(gate)
    for await _ in end.stream {}
  }
}
