// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import Testing

/// The encoding of retained unknown fields.
@Suite struct UnknownFieldsTests {
  private let fields: [String: StoredValue] = [
    "a": .string("e\u{301}"), "b": .int64(.min), "c": .double(-0.5), "d": .date(.distantFuture),
    "e": .data(Data([1, 2])),
    "f": .reference(
      CKRecord.Reference(
        recordID: CKRecord.ID(
          recordName: "x", zoneID: CKRecordZone.ID(zoneName: "z", ownerName: "o")),
        action: .deleteSelf)),
    "g": .list([.int64(1), .int64(2)]), "h": .list([]),
  ]

  @Test func `fields of all types except assets survive encoding`() throws {
    let location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 47, longitude: 8), altitude: 400,
      horizontalAccuracy: 5, verticalAccuracy: 6, course: 90, speed: 1.5,
      timestamp: Date(timeIntervalSinceReferenceDate: 7))
    let file = StoredValue.asset(CKAsset(fileURL: URL(filePath: "/tmp/a")))
    let kept = UnknownFields(
      fields.merging(["l": .location(location), "x": file, "y": .list([file])]) { $1 })
    let read = try UnknownFields(decoding: kept.encoded())
    #expect(Set(read.fields.keys) == Set(fields.keys).union(["l"]))
    #expect(fields.allSatisfy { read.fields[$0.key] == $0.value })
    guard case .location(let copy) = read.fields["l"] else {
      Issue.record("the location is gone")
      return
    }
    #expect(copy.coordinate.latitude == 47 && copy.speed == 1.5 && copy.altitude == 400)
  }

  @Test func `malformed bytes are errors or other fields, never a crash`() throws {
    let bytes = UnknownFields(fields).encoded()
    for count in 0..<bytes.count {
      #expect(throws: MalformedBytes.self) { try UnknownFields(decoding: bytes.prefix(count)) }
    }
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<20_000 {
      var broken = bytes
      let place = broken.indices.randomElement(using: &generator) ?? 0
      broken[place] = .random(in: 0...255, using: &generator)
      _ = try? UnknownFields(decoding: broken)
    }
  }
}
