// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import CoreLocation
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Encrypted fields, which the server cannot read.
@Suite(.serialized, .timeLimit(.minutes(15))) struct EncryptedValuesTests {
  private static let zone = CKRecordZone.ID(zoneName: "Diary")
  private let secret = "The knee hurts since Kamnik, don't tell."

  /// A user's device with the key of a passphrase, or without a key for nil.
  private func device(
    _ name: String, _ cloud: RunningCloud, passphrase: String? = "walk before breakfast"
  ) async throws -> CKDatabase {
    let file = try await cloud.configuration(of: "ann", device: name)
    var configuration = try file.read()
    let id = RunningCloud.container
    configuration.containers[id]?.encryptionKey = try passphrase.map {
      try CloudKitEncryptionKey(passphrase: $0, user: "ann", container: id).base64
    }
    try file.write(configuration)
    return CKContainer(identifier: id, configuration: file).privateCloudDatabase
  }

  private func entry(_ name: String) -> CKRecord {
    let id = CKRecord.ID(recordName: name, zoneID: Self.zone)
    let record = CKRecord(recordType: "Entry", recordID: id)
    record["day"] = "Monday"
    record.encryptedValues["text"] = secret
    return record
  }

  private func error(_ body: () async throws -> Void) async -> CKError? {
    do {
      try await body()
      return nil
    } catch { return error as? CKError }
  }

  @Test func `encrypted values of every type are readable on another device`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await device("first", cloud)
      let second = try await device("second", cloud)
      try await first.save(CKRecordZone(zoneID: Self.zone))
      let record = entry("a")
      let date = Date(timeIntervalSince1970: 1_700_000_000.125)
      let place = CLLocation(latitude: 46.05, longitude: 14.5)
      let values = record.encryptedValues
      values["count"] = 7
      values["weight"] = 12.25
      values["day2"] = date
      values["bytes"] = Data([0, 255])
      values["place"] = place
      values["tags"] = ["one", "two"]
      values["flag"] = true
      #expect(record.allKeys() == ["day"] && record.changedKeys() == ["day"])
      #expect(values.allKeys().count == 8 && values.changedKeys() == values.allKeys())
      try await first.save(record)
      #expect(values.changedKeys().isEmpty && record.changedKeys().isEmpty)

      let read = try await second.record(for: record.recordID)
      #expect(read["day"] == "Monday" && read.allKeys() == ["day"])
      let found = read.encryptedValues
      #expect(found["text"] == secret && found["count"] == 7 && found["weight"] == 12.25)
      #expect(found["day2"] == date && found["bytes"] == Data([0, 255]) && found["flag"] == true)
      #expect((found["place"] as CLLocation?)?.coordinate.latitude == 46.05)
      #expect(found["tags"] == ["one", "two"])
      #expect(found.object(forKey: "text") as? String == secret && found["none"] == nil)

      // One value is changed, one is cleared, the others stay.
      found["count"] = 8
      found["weight"] = nil as Double?
      try await second.save(read)
      let changes = try await first.recordZoneChanges(inZoneWith: Self.zone, since: nil)
      let again = try #require(changes.modificationResultsByID[record.recordID]?.get().record)
      #expect(again.encryptedValues["count"] == 8 && again.encryptedValues["text"] == secret)
      #expect(again.encryptedValues["weight"] == nil)
    }
  }

  @Test func `the server's files contain no plaintext`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await device("first", cloud)
      try await database.save(CKRecordZone(zoneID: Self.zone))
      try await database.save(entry("a"))
      var bytes = Data()
      let files = try FileManager.default.contentsOfDirectory(
        at: cloud.folder, includingPropertiesForKeys: nil)
      for file in files where file.lastPathComponent.hasPrefix("cloud.sqlite") {
        bytes += try Data(contentsOf: file)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("Monday") && !text.contains("Kamnik"))
      #expect(!text.contains(Data(secret.utf8).base64EncodedString().dropLast(4)))
    }
  }

  @Test func `without the right key, each encrypted record fails with its own error`() async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await device("first", cloud)
      try await first.save(CKRecordZone(zoneID: Self.zone))
      let plain = CKRecord(
        recordType: "Entry", recordID: CKRecord.ID(recordName: "plain", zoneID: Self.zone))
      plain["day"] = "Tuesday"
      _ = try await first.modifyRecords(saving: [entry("a"), plain], deleting: [])

      for (name, passphrase, code) in [
        ("other", "something else", CKError.Code.incompatibleVersion),
        ("none", nil as String?, .badContainer),
      ] {
        let database = try await device(name, cloud, passphrase: passphrase)
        let results = try await database.records(for: [entry("a").recordID, plain.recordID])
        #expect(try results[plain.recordID]?.get()["day"] == "Tuesday")
        let failed = await error { _ = try results[entry("a").recordID]?.get() }
        #expect(failed?.code == code)
        let remedy =
          passphrase == nil ? "derive it from your passphrase" : "Use the same encryption key"
        #expect(
          failed?.localizedDescription.contains(remedy) == true, "\(String(describing: failed))")
        let changes = try await database.recordZoneChanges(inZoneWith: Self.zone, since: nil)
        #expect(throws: CKError.self) {
          try changes.modificationResultsByID[entry("a").recordID]?.get()
        }
        // A record that cannot be decrypted cannot be merged: the conflict has the same error.
        let conflict = await error { try await database.save(entry("a")) }
        #expect(conflict?.code == code)
        // Without its encrypted fields, the record is readable.
        let some = try await database.records(for: [entry("a").recordID], desiredKeys: ["day"])
        #expect(try some[entry("a").recordID]?.get()["day"] == "Monday")
      }
    }
  }

  /// Exchanges the ciphertexts of two records, like an attacker with write access to the server.
  private func exchange(_ first: String, _ second: String, _ cloud: RunningCloud) async throws {
    let zone = ["zoneName": Self.zone.zoneName]
    let found = try await post(
      "records/lookup",
      ["zoneID": zone, "records": [["recordName": first], ["recordName": second]]], cloud)
    let records = try #require(found["records"] as? [[String: Any]])
    let texts = try records.map { record in
      try #require((record["fields"] as? [String: Any])?["text"])
    }
    let operations = zip([first, second], texts.reversed()).map { name, text in
      [
        "operationType": "forceUpdate",
        "record": ["recordName": name, "recordType": "Entry", "fields": ["text": text]],
      ] as [String: Any]
    }
    _ = try await post("records/modify", ["zoneID": zone, "operations": operations], cloud)
  }

  private func post(
    _ operation: String, _ body: [String: Any], _ cloud: RunningCloud
  ) async throws -> [String: Any] {
    let file = try await cloud.configuration(of: "ann", device: "raw")
    let way = try #require(file.read().containers[RunningCloud.container])
    let path = "database/1/\(RunningCloud.container)/development/private/\(operation)"
    var address = try #require(
      URLComponents(url: cloud.address.appending(path: path), resolvingAgainstBaseURL: false))
    let allowed = CharacterSet.alphanumerics
    address.percentEncodedQuery = [
      ("ckAPIToken", way.apiToken), ("ckWebAuthToken", way.webAuthToken ?? ""),
    ].map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
      .joined(separator: "&")
    var request = URLRequest(url: try #require(address.url))
    request.httpMethod = "POST"
    request.httpBody = try JSONSerialization.data(withJSONObject: body)
    let (data, response) = try await URLSession.shared.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `a value cannot be moved to another record or field`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await device("first", cloud)
      try await database.save(CKRecordZone(zoneID: Self.zone))
      let other = entry("b")
      other.encryptedValues["text"] = "Nothing."
      _ = try await database.modifyRecords(saving: [entry("a"), other], deleting: [])
      try await exchange("a", "b", cloud)
      let results = try await database.records(for: [entry("a").recordID, other.recordID])
      for id in [entry("a").recordID, other.recordID] {
        let failed = await error { _ = try results[id]?.get() }
        #expect(failed?.code == .incompatibleVersion)
      }
    }
  }

  @Test func `an unsupported use of an encrypted field is an error that names it`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await device("first", cloud)
      try await database.save(CKRecordZone(zoneID: Self.zone))
      try await database.save(entry("a"))
      let query = CKQuery(
        recordType: "Entry", predicate: NSPredicate(format: "text == %@", secret))
      let search = await error { _ = try await database.records(matching: query) }
      #expect(search?.localizedDescription.contains("text") == true)

      let reference = entry("b")
      reference.encryptedValues["up"] = CKRecord.Reference(
        recordID: entry("a").recordID, action: .none)
      let refused = await error { try await database.save(reference) }
      #expect(refused?.code == .invalidArguments)
      #expect(refused?.localizedDescription.contains("up") == true)

      let both = entry("c")
      both["text"] = "plain"
      let mixed = await error { try await database.save(both) }
      #expect(mixed?.code == .invalidArguments)
      #expect(mixed?.localizedDescription.contains("text") == true)

      // A field is encrypted in all records or in none.
      let plain = CKRecord(recordType: "Entry", zoneID: Self.zone)
      plain["text"] = "plain"
      let defined = await error { try await database.save(plain) }
      #expect(defined?.code == .invalidArguments)
      let publicRecord = CKRecord(recordType: "Note")
      publicRecord.encryptedValues["text"] = secret
      let file = try await cloud.configuration(of: "ann", device: "public")
      var configuration = try file.read()
      let key = CloudKitEncryptionKey.random().base64
      configuration.containers[RunningCloud.container]?.encryptionKey = key
      try file.write(configuration)
      let everybody = CKContainer(identifier: RunningCloud.container, configuration: file)
        .publicCloudDatabase
      let shown = await error { try await everybody.save(publicRecord) }
      #expect(shown?.code == .invalidArguments)
    }
  }

  @Test func `a conflict error has the decrypted server record`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await device("first", cloud)
      try await database.save(CKRecordZone(zoneID: Self.zone))
      try await database.save(entry("a"))
      let conflict = await error { try await database.save(entry("a")) }
      #expect(conflict?.code == .serverRecordChanged)
      #expect(conflict?.serverRecord?.encryptedValues["text"] == secret)
    }
  }

  @Test func `archives and copies retain encrypted values and their changed keys`() throws {
    let record = entry("a")
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: record, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data)
    let copy = record.copy() as? CKRecord
    for record in [read, copy] {
      #expect(record?.encryptedValues["text"] == secret)
      #expect(record?.encryptedValues.changedKeys() == ["text"])
    }
    copy?.encryptedValues["text"] = "other"
    #expect(record.encryptedValues["text"] == secret)
    #expect(!"\(record)".contains("Kamnik") && !"\(record.encryptedValues)".contains("Kamnik"))
  }

  @Test func `a passphrase determines its key, and descriptions never show keys`() throws {
    func key(_ passphrase: String, _ user: String = "ann") throws -> CloudKitEncryptionKey {
      try CloudKitEncryptionKey(passphrase: passphrase, user: user, container: "iCloud.x")
    }
    let first = try key("caf\u{E9} at dawn")
    #expect(try first == key("cafe\u{301} at dawn") && first != key("cafe at dawn"))
    #expect(try first != key("caf\u{E9} at dawn", "bob"))
    #expect(try CloudKitEncryptionKey(base64: first.base64) == first)
    #expect(!"\(first)".contains(first.base64) && CloudKitEncryptionKey.random() != .random())
    #expect(throws: CKError.self) { try key("") }
    #expect(throws: CKError.self) { try CloudKitEncryptionKey(base64: "AAAA") }
  }
}
