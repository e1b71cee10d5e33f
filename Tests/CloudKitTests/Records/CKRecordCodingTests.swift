// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// Archives of records and record IDs.
@Suite(.serialized) struct CKRecordCodingTests {
  private func archived(_ body: (NSKeyedArchiver) -> Void) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    body(archiver)
    archiver.finishEncoding()
    return try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  }

  @Test func `encoded system fields decode without other fields`() throws {
    let zone = CKRecordZone.ID(zoneName: "Z", ownerName: "_abc")
    let record = CKRecord(
      recordType: "T", recordID: CKRecord.ID(recordName: "one", zoneID: zone))
    record["a"] = 1
    record.setParent(CKRecord.ID(recordName: "above", zoneID: zone))
    let read = try #require(CKRecord(coder: try archived { record.encodeSystemFields(with: $0) }))
    #expect(read.recordType == "T" && read.recordID == record.recordID)
    #expect(read.parent == record.parent)
    #expect(read.allKeys() == [] && read.changedKeys() == [])
  }

  @Test func `an encoded record decodes with every value`() throws {
    let record = CKRecord(recordType: "T", recordID: CKRecord.ID(recordName: "one"))
    let date = Date(timeIntervalSinceReferenceDate: 12_345.678_9)
    record["text"] = "é\n"
    record["whole"] = Int.max
    record["real"] = 0.1
    record["date"] = date
    record["data"] = Data([0, 255])
    record["reference"] = CKRecord.Reference(
      recordID: CKRecord.ID(recordName: "two"), action: .deleteSelf)
    record["place"] = CLLocation(latitude: -1, longitude: 2)
    record["list"] = ["a", "b"]
    record["file"] = CKAsset(fileURL: URL(filePath: "/tmp/a b"))
    record["gone"] = nil
    let read = try #require(CKRecord(coder: try archived { record.encode(with: $0) }))
    #expect(read["text"] as String? == "é\n" && read["whole"] as Int? == Int.max)
    #expect(read["real"] as Double? == 0.1 && read["date"] as Date? == date)
    #expect(read["data"] as Data? == Data([0, 255]))
    #expect((read["reference"] as CKRecord.Reference?) == record["reference"])
    #expect((read["place"] as CLLocation?)?.coordinate.longitude == 2)
    #expect(read["list"] as [String]? == ["a", "b"])
    #expect((read["file"] as CKAsset?)?.fileURL?.path() == "/tmp/a%20b")
    #expect(read.changedKeys() == record.changedKeys() && read.allKeys() == record.allKeys())
  }

  @Test func `an archive without a record decodes to nil`() throws {
    #expect(CKRecord(coder: try archived { $0.encode(1, forKey: "x") }) == nil)
    #expect(CKRecord.ID(coder: try archived { _ in }) == nil)
    #expect(CKServerChangeToken(coder: try archived { _ in }) == nil)
  }

  @Test func `record IDs are archived with their zone`() throws {
    let id = CKRecord.ID(recordName: "n", zoneID: CKRecordZone.ID(zoneName: "Z"))
    let data = try NSKeyedArchiver.archivedData(withRootObject: id, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.ID.self, from: data) == id)
  }
}
