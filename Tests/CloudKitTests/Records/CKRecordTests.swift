// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// Records that are not saved yet.
@Suite(.serialized) struct CKRecordTests {
  @Test func `a field is read as the requested type`() {
    let record = CKRecord(recordType: "RuckingSession")
    let date = Date(timeIntervalSinceReferenceDate: 789.125)
    record["distance"] = 8046.75
    record["count"] = 3
    record["isCompleted"] = true
    record["name"] = "Dawn"
    record["startDate"] = date
    record["bytes"] = Data([1, 2, 3])
    record["tags"] = ["a", "b"]
    record["numbers"] = [1, 2]
    #expect(record["distance"] as Double? == 8046.75)
    #expect(record["count"] as Int? == 3)
    #expect(record["count"] as Int8? == 3)
    #expect(record["count"] as Double? == 3)
    #expect(record["isCompleted"] as Bool? == true)
    #expect(record["name"] as String? == "Dawn")
    #expect(record["name"] as? String == "Dawn")
    #expect(record["startDate"] as Date? == date)
    #expect(record["bytes"] as Data? == Data([1, 2, 3]))
    #expect(record["tags"] as [String]? == ["a", "b"])
    #expect(record["numbers"] as [Int]? == [1, 2])
    #expect(record["name"] as Int? == nil)
    #expect(record["tags"] as [Int]? == nil)
    #expect(record["missing"] as String? == nil)
    #expect(record["missing"] == nil)
    // Without a type, whole numbers are Int64 and others Double.
    #expect(record["count"] as? Int64 == 3)
    #expect(record["distance"] as? Double == 8046.75)
    #expect(record.object(forKey: "name") as? String == "Dawn")
  }

  @Test func `a number out of range of the requested type is nil`() {
    let record = CKRecord(recordType: "T")
    record["n"] = 300
    #expect(record["n"] as Int8? == nil)
    #expect(record["n"] as UInt16? == 300)
    record["n"] = -1
    #expect(record["n"] as UInt? == nil)
    record["n"] = 1.5
    #expect(record["n"] as Int? == nil)
    record["n"] = 2.0
    #expect(record["n"] as Int? == 2)
  }

  @Test func `Foundation objects are stored as the values that they represent`() {
    let record = CKRecord(recordType: "T")
    record["text"] = "x" as NSString
    record["number"] = NSNumber(value: 7)
    record["real"] = NSNumber(value: 0.5)
    record["data"] = NSData(data: Data([9]))
    #expect(record["text"] as String? == "x")
    #expect(record["number"] as Int? == 7)
    #expect(record["real"] as Double? == 0.5)
    #expect(record["data"] as Data? == Data([9]))
    #expect((record["text"] as NSString?)?.length == 1)
    record.setObject("y" as String, forKey: "text")
    #expect(record["text"] as String? == "y")
    record.setObject(nil, forKey: "text")
    #expect(record["text"] == nil)
  }

  @Test func `changed keys are those that were set or cleared`() {
    let record = CKRecord(recordType: "T")
    #expect(record.changedKeys() == [] && record.allKeys() == [])
    record["b"] = 1
    record["a"] = "x"
    record["c"] = nil
    #expect(record.changedKeys() == ["a", "b", "c"])
    #expect(record.allKeys() == ["a", "b"])
    #expect(
      Dictionary(uniqueKeysWithValues: record.map { ($0.0, "\($0.1)") }) == ["a": "x", "b": "1"])
  }

  @Test func `references and locations are field values`() {
    let record = CKRecord(recordType: "T")
    let owner = CKRecord(recordType: "Owner", recordID: CKRecord.ID(recordName: "o"))
    record["owner"] = CKRecord.Reference(record: owner, action: .deleteSelf)
    record["owners"] = [CKRecord.Reference(recordID: owner.recordID, action: .none)]
    record["place"] = CLLocation(latitude: 47.5, longitude: 8.5)
    let reference: CKRecord.Reference? = record["owner"]
    #expect(reference?.recordID == owner.recordID && reference?.action == .deleteSelf)
    #expect((record["owners"] as [CKRecord.Reference]?)?.count == 1)
    let place: CLLocation? = record["place"]
    #expect(place?.coordinate.latitude == 47.5)
    record.setParent(owner)
    #expect(
      record.parent?.recordID == owner.recordID
        && record.parent?.action == CKRecord.ReferenceAction.none)
  }

  @Test func `identifiers are equal by name and zone`() {
    let zone = CKRecordZone.ID(zoneName: "Z")
    #expect(CKRecord.ID(recordName: "a") == CKRecord.ID(recordName: "a"))
    #expect(CKRecord.ID(recordName: "a") != CKRecord.ID(recordName: "a", zoneID: zone))
    #expect(CKRecord.ID() != CKRecord.ID())
    #expect(Set([CKRecord.ID(recordName: "a"), CKRecord.ID(recordName: "a")]).count == 1)
    #expect(CKRecordZone.ID.default == CKRecordZone.ID())
    #expect(CKRecordZone(zoneName: "Z").zoneID == zone)
  }

  @Test func `the tokens of a record are the words of its texts`() {
    let record = CKRecord(recordType: "T")
    record["a"] = "Dawn patrol, dawn!"
    record["b"] = ["north Ridge"]
    record["c"] = 3
    #expect(record.allTokens() == ["dawn", "patrol", "north", "ridge"])
  }

  @Test func `a copy of a record is independent`() throws {
    let record = CKRecord(recordType: "T")
    record["a"] = 1
    let copy = try #require(record.copy() as? CKRecord)
    copy["a"] = 2
    #expect(record["a"] as Int? == 1)
    #expect(copy.recordID == record.recordID && copy.changedKeys() == ["a"])
  }
}
