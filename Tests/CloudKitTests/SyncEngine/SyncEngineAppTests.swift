// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Apps in the forms in which they are written for Apple's framework.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SyncEngineAppTests {
  @Test func `an actor can be the delegate and store data and state in one file`() async throws {
    try await RunningCloud.run { cloud in
      let first = ContactBook(
        try await cloud.container(of: "ann", device: "one"),
        cloud.folder.appending(path: "one.json"))
      let second = ContactBook(
        try await cloud.container(of: "ann", device: "two"),
        cloud.folder.appending(path: "two.json"))
      try await first.save(Contact(id: "a", name: "Ada"))
      try await first.save(Contact(id: "b", name: "Bea"))
      try await first.engine.sendChanges()
      try await second.engine.fetchChanges()
      #expect(await second.names == ["a": "Ada", "b": "Bea"])

      try await second.delete("b")
      try await second.save(Contact(id: "a", name: "Ada L."))
      try await second.engine.sendChanges()
      // A new process with the data of the file.
      let again = ContactBook(
        try await cloud.container(of: "ann", device: "one"),
        cloud.folder.appending(path: "one.json"))
      #expect(await again.names == ["a": "Ada", "b": "Bea"])
      try await again.engine.fetchChanges()
      #expect(await again.names == ["a": "Ada L."])
      // The record's system fields are stored, so the next save is not a conflict.
      try await again.save(Contact(id: "a", name: "Ada Lovelace"))
      try await again.engine.sendChanges()
      try await second.engine.fetchChanges()
      #expect(await second.names == ["a": "Ada Lovelace"])
    }
  }

  @Test func `a class on the main actor can be the delegate`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let watcher = Watcher()
      var configuration = CKSyncEngine.Configuration(
        database: database, stateSerialization: nil, delegate: watcher)
      configuration.automaticallySync = false
      let engine = CKSyncEngine(configuration)
      try await engine.fetchChanges(
        CKSyncEngine.FetchChangesOptions(scope: .all, operationGroup: CKOperationGroup()))
      #expect(await watcher.count > 3)
      await engine.cancelOperations()
    }
  }
}

@MainActor private final class Watcher: CKSyncEngineDelegate {
  var count = 0

  @MainActor func handleEvent(
    _ event: CKSyncEngine.Event, syncEngine: CKSyncEngine
  ) async { count += 1 }

  @MainActor func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? { nil }
}

private struct Contact: Codable, Sendable {
  var id: String
  var name: String
  /// The archived system fields of the server's last known record.
  var record: Data?
}

/// Contacts in a file, and on the server.
private actor ContactBook: CKSyncEngineDelegate {
  private struct Stored: Codable {
    var contacts: [String: Contact] = [:]
    var state: CKSyncEngine.State.Serialization?
  }

  private static let zoneName = "Contacts"

  private let container: CKContainer
  private let file: URL
  private var stored: Stored
  private var started: CKSyncEngine?

  init(_ container: CKContainer, _ file: URL) {
    self.container = container
    self.file = file
    let data = try? Data(contentsOf: file)
    stored = data.flatMap { try? JSONDecoder().decode(Stored.self, from: $0) } ?? Stored()
  }

  var engine: CKSyncEngine {
    if let started { return started }
    var configuration = CKSyncEngine.Configuration(
      database: container.privateCloudDatabase, stateSerialization: stored.state, delegate: self)
    configuration.automaticallySync = false
    let engine = CKSyncEngine(configuration)
    started = engine
    return engine
  }

  var names: [String: String] { stored.contacts.mapValues(\.name) }

  private func id(_ name: String) -> CKRecord.ID {
    CKRecord.ID(recordName: name, zoneID: CKRecordZone.ID(zoneName: Self.zoneName))
  }

  func save(_ contact: Contact) throws {
    var contact = contact
    contact.record = stored.contacts[contact.id]?.record
    stored.contacts[contact.id] = contact
    try persist()
    engine.state.add(pendingRecordZoneChanges: [.saveRecord(id(contact.id))])
  }

  func delete(_ name: String) throws {
    stored.contacts[name] = nil
    try persist()
    engine.state.add(pendingRecordZoneChanges: [.deleteRecord(id(name))])
  }

  private func persist() throws { try JSONEncoder().encode(stored).write(to: file) }

  // MARK: The delegate

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    switch event {
    case .stateUpdate(let event): stored.state = event.stateSerialization
    case .accountChange(let event):
      switch event.changeType {
      case .signIn:
        syncEngine.state.add(
          pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: Self.zoneName))])
      case .switchAccounts, .signOut: stored.contacts = [:]
      }
    case .fetchedRecordZoneChanges(let event):
      for change in event.modifications { keep(change.record) }
      for deletion in event.deletions {
        stored.contacts[deletion.recordID.recordName] = nil
      }
    case .sentRecordZoneChanges(let event):
      for record in event.savedRecords { keep(record) }
    case .fetchedDatabaseChanges, .sentDatabaseChanges, .willFetchChanges,
      .willFetchRecordZoneChanges, .didFetchRecordZoneChanges, .didFetchChanges, .willSendChanges,
      .didSendChanges:
      break
    }
    try? persist()
  }

  private func keep(_ record: CKRecord) {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    record.encodeSystemFields(with: coder)
    coder.finishEncoding()
    stored.contacts[record.recordID.recordName] = Contact(
      id: record.recordID.recordName, name: record["name"] ?? "", record: coder.encodedData)
  }

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    let scope = context.options.scope
    let changes = syncEngine.state.pendingRecordZoneChanges.filter { scope.contains($0) }
    let contacts = stored.contacts
    return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
      guard let contact = contacts[id.recordName] else {
        syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
        return nil
      }
      let known = contact.record.flatMap { data -> CKRecord? in
        guard let coder = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
        coder.requiresSecureCoding = true
        return CKRecord(coder: coder)
      }
      let record = known ?? CKRecord(recordType: "Contact", recordID: id)
      record["name"] = contact.name
      return record
    }
  }
}
