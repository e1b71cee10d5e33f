// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWireSources
import Foundation

/// A page of 200 records of eight fields, written and read by the protocol's own code and by
/// Foundation's JSON coders with structs of the same shape.
struct WireBenchmark {
  /// Pages in one piece.
  let repeats = 10
  let count = 200

  func run() throws -> [Figure] {
    let page = PlainPage(records: (0..<count).map(PlainRecord.init))
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    let text = try encoder.encode(page)
    let bytes = [UInt8](text)
    let request = try ModifyRecordsRequest(
      operations: page.records.map { RecordOperation(.forceUpdate, $0.record(try $0.written())) }
    ).encoded()
    let stored = try page.records.map { Array(try $0.written().json) }
    try check(page, bytes)

    var pieces = Rounds()
    let decoding = "Foundation: decode 2,000 records"
    pieces.add(decoding) {
      try measure { try decoder.decode(PlainPage.self, from: text).records.count }
    }
    pieces.add("wire: decode, fields checked", besides: decoding) {
      try measure { try RecordsResponse(body: bytes).records.count }
    }
    pieces.add("wire: decode, all values", besides: decoding) {
      try measure { try allValues(RecordsResponse(body: bytes)).count / 8 }
    }
    pieces.add("wire: decode, as a request", besides: decoding) {
      try measure { try ModifyRecordsRequest(body: request).operations.count }
    }
    let encoding = "Foundation: encode 2,000 records"
    pieces.add(encoding) {
      try measure { try encoder.encode(page).count > 100_000 ? count : 0 }
    }
    pieces.add("wire: encode, from values", besides: encoding) {
      try measure {
        let records = try page.records.map { RecordResult.record($0.record(try $0.written())) }
        return try RecordsResponse(records: records).encoded().count > 100_000 ? count : 0
      }
    }
    pieces.add("wire: encode, from stored bytes", besides: encoding) {
      try measure { splice(page, stored).count > 100_000 ? count : 0 }
    }
    return try pieces.figures()
  }

  /// Both sides must say the same.
  private func check(_ page: PlainPage, _ bytes: [UInt8]) throws {
    let response = try RecordsResponse(body: bytes)
    let records = try page.records.map { RecordResult.record($0.record(try $0.written())) }
    let ours = try RecordsResponse(records: records).encoded()
    let again = try JSONDecoder().decode(PlainPage.self, from: Data(ours))
    try WrongResult.unless(again == page, "Foundation reads something else than was written")
    for (result, plain) in zip(response.records, page.records) {
      guard case .record(let record) = result else { continue }
      let values = try PlainRecord.names.map { try record.fields?.field($0)?.value }
      try WrongResult.unless(values == plain.values, "the page reads back as something else")
    }
    try WrongResult.unless(try allValues(response).count == count * 8, "values are missing")
    let spliced = try JSONDecoder().decode(
      PlainPage.self,
      from: Data(splice(page, try page.records.map { Array(try $0.written().json) })))
    try WrongResult.unless(spliced == page, "the spliced page is another one")
  }

  private func allValues(_ response: RecordsResponse) throws -> [FieldValue] {
    var values: [FieldValue] = []
    values.reserveCapacity(count * 8)
    for case .record(let record) in response.records {
      for (_, field) in try record.fields?.all() ?? [] {
        if let field { values.append(field.value) }
      }
    }
    return values
  }

  private func splice(_ page: PlainPage, _ stored: [[UInt8]]) -> [UInt8] {
    var writer = RecordPageWriter(capacity: 256 << 10)
    for (plain, fields) in zip(page.records, stored) {
      fields.withUnsafeBytes { writer.append(plain.record(nil), fields: $0) }
    }
    return writer.finish()
  }

  private func measure(_ body: () throws -> Int) throws -> Duration {
    let start = ContinuousClock.now
    for _ in 0..<repeats {
      try WrongResult.unless(try body() == count, "a page of another length")
    }
    return ContinuousClock.now - start
  }
}

// MARK: The same shape for Foundation

private struct Plain<Value: Codable & Equatable>: Codable, Equatable {
  var value: Value
  var type: String
}

private struct PlainReference: Codable, Equatable {
  var recordName: String
  var action: String
}

private struct PlainLocation: Codable, Equatable {
  var latitude: Double
  var longitude: Double
  var altitude: Double
  var timestamp: Int64
}

private struct PlainFields: Codable, Equatable {
  var title: Plain<String>
  var notes: Plain<String>
  var count: Plain<Int64>
  var distance: Plain<Double>
  var start: Plain<Int64>
  var route: Plain<PlainReference>
  var place: Plain<PlainLocation>
  var tags: Plain<[String]>
}

private struct PlainStamp: Codable, Equatable {
  var timestamp: Int64
  var userRecordName: String
}

private struct PlainRecord: Codable, Equatable {
  var recordName: String
  var recordType: String
  var fields: PlainFields
  var recordChangeTag: String
  var created: PlainStamp
  var modified: PlainStamp

  static let names = [
    "title", "notes", "count", "distance", "start", "route", "place", "tags",
  ]

  init(_ number: Int) {
    let stamp = PlainStamp(
      timestamp: 1_790_000_000_000 + Int64(number),
      userRecordName: "_9a065b60313a5937e75e03ed8e8f383d")
    recordName = "0B1F6A2E-7C44-4E0B-9A51-\(100_000_000_000 + number)"
    recordType = "Ruck"
    recordChangeTag = "t\(String(number, radix: 36))"
    (created, modified) = (stamp, stamp)
    fields = PlainFields(
      title: Plain(value: "Morning ruck \(number)", type: "STRING"),
      notes: Plain(value: "Wet path by the river, 12 °C, new boots hold", type: "STRING"),
      count: Plain(value: Int64(number) * 7_919, type: "INT64"),
      distance: Plain(value: 4_812.25 + Double(number) / 3, type: "DOUBLE"),
      start: Plain(value: 1_790_000_000_000 + Int64(number) * 86_400_000, type: "TIMESTAMP"),
      route: Plain(
        value: PlainReference(recordName: "route-\(number % 12)", action: "NONE"), type: "REFERENCE"
      ),
      place: Plain(
        value: PlainLocation(
          latitude: 52.5 + Double(number) / 7_000, longitude: 13.4, altitude: 34.5,
          timestamp: 1_790_000_000_000), type: "LOCATION"),
      tags: Plain(value: ["rain", "river", "boots"], type: "STRING_LIST"))
  }

  var values: [FieldValue] {
    [
      .string(fields.title.value), .string(fields.notes.value), .int64(fields.count.value),
      .double(fields.distance.value), .timestamp(fields.start.value),
      .reference(Reference(recordName: fields.route.value.recordName)),
      .location(
        Location(
          latitude: fields.place.value.latitude, longitude: fields.place.value.longitude,
          altitude: fields.place.value.altitude, timestamp: fields.place.value.timestamp)),
      .stringList(fields.tags.value),
    ]
  }

  func written() throws -> RecordFields {
    try RecordFields(zip(Self.names, values).map { (name: $0, field: Field($1) as Field?) })
  }

  func record(_ recordFields: RecordFields?) -> Record {
    Record(
      recordName: recordName, recordType: recordType, recordChangeTag: recordChangeTag,
      fields: recordFields,
      created: AuditStamp(
        timestamp: created.timestamp, userRecordName: created.userRecordName),
      modified: AuditStamp(
        timestamp: modified.timestamp, userRecordName: modified.userRecordName))
  }
}

private struct PlainPage: Codable, Equatable {
  var records: [PlainRecord]
}
