// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Testing

/// Predicates from formats, evaluated on records.
@Suite(.serialized) struct PredicateTests {
  private let record: CKRecord = {
    let record = CKRecord(recordType: "Hike", recordID: CKRecord.ID(recordName: "one"))
    record["name"] = "Dawn patrol"
    record["distance"] = 12.5
    record["count"] = 3
    record["tags"] = ["north", "Ridge"]
    record["place"] = CLLocation(latitude: 47, longitude: 8)
    record["owner"] = CKRecord.Reference(recordID: CKRecord.ID(recordName: "o"), action: .none)
    return record
  }()

  @Test(arguments: [
    ("distance > 12", true), ("distance >= 12.5", true), ("distance = 12.5", true),
    ("distance == 12", false), ("distance <> 12", true), ("12 < distance", true),
    ("count IN {1, 2, 3}", true), ("NOT count IN {1, 2, 3}", false), ("count NOT IN {1}", true),
    ("count BETWEEN {3, 4}", true), ("count BETWEEN {-1, 2}", false),
    ("name BEGINSWITH 'Dawn'", true), ("name BEGINSWITH 'dawn'", false),
    ("name BEGINSWITH[c] \"dawn\"", true), ("name == 'DAWN PATROL'", true),
    ("tags CONTAINS 'north'", true), ("'north' IN tags", true), ("ANY tags == 'ridge'", true),
    ("SOME tags BEGINSWITH 'no'", true), ("NONE tags == 'south'", true),
    ("self CONTAINS 'patrol south'", true), ("self CONTAINS 'south'", false),
    ("allTokens TOKENMATCHES[cdl] 'dawn'", false),
    ("self TOKENMATCHES 'dawn ridge'", true),
    ("self TOKENMATCHES[cdl] tokenize:using:('patrol dawn', 'cdl')", true),
    ("allTokens TOKENMATCHES tokenize:using:(\"dawn south\", \"Cdl\")", false),
    ("name == nil", false), ("missing == nil", true), ("missing != NULL", false),
    ("TRUEPREDICATE", true), ("FALSEPREDICATE", false),
    ("count == 3 AND distance > 1", true), ("count == 4 && distance > 1", false),
    ("count == 4 OR distance > 1", true), ("!(count == 4)", true),
    ("((count == 3) AND (distance > 1))", true), ("(count) == 3", true),
    ("self.count == 3", true), ("#count == 3", true), ("count == 0x3", true),
  ])
  func `a predicate format evaluates as documented`(_ format: String, _ expected: Bool) {
    #expect(NSPredicate(format: format).evaluate(with: record) == expected)
  }

  @Test func `arguments replace the placeholders of a format`() {
    let place = CLLocation(latitude: 47.001, longitude: 8)
    let date = Date()
    let predicates: [(NSPredicate, Bool)] = [
      (NSPredicate(format: "name == %@", "dawn patrol"), true),
      (NSPredicate(format: "%K == %d", "count", 3), true),
      (NSPredicate(format: "%K > %f", "distance", 12.0), true),
      (NSPredicate(format: "count IN %@", [1, 3]), true),
      (NSPredicate(format: "count IN %@", Set([1, 2])), false),
      (NSPredicate(format: "owner == %@", CKRecord.ID(recordName: "o")), true),
      (NSPredicate(format: "owner == %@", CKRecord(recordType: "O")), false),
      (NSPredicate(format: "creationDate < %@", date as NSDate), false),
      (NSPredicate(format: "distanceToLocation:fromLocation:(place, %@) < 200", place), true),
      (NSPredicate(format: "distanceToLocation:fromLocation:(place, %@) < %f", place, 50.0), false),
      (NSPredicate(format: "name == %@", argumentArray: ["Dawn patrol"]), true),
      (NSPredicate(format: "missing == %@", nil as String?), true),
      (NSPredicate(format: "isSet == %@", NSNumber(value: true)), false),
    ]
    for (index, (predicate, expected)) in predicates.enumerated() {
      #expect(predicate.evaluate(with: record) == expected, "predicate \(index)")
    }
  }

  @Test func `an AND predicate is true if all its subpredicates are`() {
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "count == 3"), NSPredicate(value: true),
    ])
    #expect(both.evaluate(with: record))
  }

  @Test(arguments: [
    "", "count", "count ==", "== 3", "count == 3 AND", "(count == 3", "count == 3)", "count === 3",
    "name == 'x", "count == %@", "name == \"", "foo(count) == 3", "count == 3 4", "count + 1 == 4",
    "name == tokenize:using:('dawn', 'cdl')", "self CONTAINS tokenize:using:(1, 'cdl')",
    "count == %", "name MATCHES[q] 'x'", "count IN {1, 2", "§ == 1",
    String(repeating: "(", count: 10_000), String(repeating: "NOT ", count: 10_000) + "a == 1",
    String(repeating: "!", count: 100) + "a == 1", String(repeating: "{", count: 5_000),
  ])
  func `a malformed format matches nothing, and its query fails with the reason`(_ format: String)
    async
  {
    #expect(!NSPredicate(format: format).evaluate(with: record))
    let database = CKContainer(identifier: "iCloud.x").privateCloudDatabase
    await #expect {
      try await database.records(
        matching: CKQuery(recordType: "Hike", predicate: NSPredicate(format: format)))
    } throws: { error in
      (error as? CKError)?.code == .invalidArguments
        && error.localizedDescription.contains("is invalid")
    }
  }

  @Test(arguments: [
    ("a == 1 OR b == 2", "OR"), ("ALL tags == 'x'", "ALL"), ("name ENDSWITH 'x'", "ENDSWITH"),
    ("name LIKE 'x*'", "LIKE"), ("name MATCHES 'x'", "MATCHES"), ("a.b == 1", "a.b"),
    ("NOT (a == 1 AND b == 2)", "NOT"), ("NOT a BETWEEN {1, 2}", "BETWEEN"), ("a == b", "a"),
    ("1 == 2", "field"), ("a == nil", "nil"), ("self == 'x'", "record"),
  ])
  func `an unsupported construct is rejected by name`(_ format: String, _ word: String) async {
    let database = CKContainer(identifier: "iCloud.x").privateCloudDatabase
    await #expect {
      try await database.records(
        matching: CKQuery(recordType: "Hike", predicate: NSPredicate(format: format)))
    } throws: { error in
      (error as? CKError)?.code == .invalidArguments
        && error.localizedDescription.contains("don't support")
        && error.localizedDescription.contains(word)
    }
  }
}
