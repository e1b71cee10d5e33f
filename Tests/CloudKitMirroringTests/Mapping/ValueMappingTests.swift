// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData
import Testing

/// The mapping of attribute values to record fields.
@Suite struct ValueMappingTests {
  private let fixture: TransportFixture
  private let layout: EntityRecordLayout
  private let columns: ModelColumns
  private let clocks = FieldClocks(base: HybridTimestamp(milliseconds: 1_000, node: 1))

  init() throws {
    #expect(ReversedText.isRegistered)
    fixture = try TransportFixture()
    layout = try #require(try RecordLayout(Schema([Everything.self])).entity(named: "Everything"))
    columns = try ModelColumns()
  }

  private func values(of model: some PersistentModel) throws -> [String: RecordValue] {
    try layout.values(of: columns.values(of: model, in: layout.entity)) { _, _ in nil }
  }

  private func record(
    _ values: [String: RecordValue], _ existing: CKRecord? = nil
  ) throws -> CKRecord {
    let record =
      existing
      ?? CKRecord(
        recordType: layout.recordType,
        recordID: CKRecord.ID(recordName: "a", zoneID: fixture.transport.zone))
    record.store(
      try layout.changes(
        of: record.recordID.recordName, to: RecordSnapshot(values: values, clocks: clocks),
        from: record.storedValues,
        with: fixture.transport))
    return record
  }

  private func model(_ values: [String: RecordValue]) throws -> Everything {
    let row = try layout.columns(of: values, finding: { _, _ in nil }) { field in
      try columns.defaultValue(of: field.property, in: layout.entity)
    }
    return try #require(try columns.model(of: layout.entity, from: row) as? Everything)
  }

  /// The fields with dates rounded to milliseconds, as a server returns them.
  private func rounded(_ fields: [String: StoredValue]) -> [String: StoredValue] {
    fields.mapValues { value in
      guard case .date(let date) = value else { return value }
      let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
      return .date(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }
  }

  private func filled(_ generator: inout SeededGenerator) -> Everything {
    let model = Everything(id: UUID())
    model.flag = .random(using: &generator)
    model.int = .init(truncatingIfNeeded: generator.next())
    model.int8 = .init(truncatingIfNeeded: generator.next())
    model.int16 = .init(truncatingIfNeeded: generator.next())
    model.int32 = .init(truncatingIfNeeded: generator.next())
    model.int64 = .init(truncatingIfNeeded: generator.next())
    model.uint8 = .init(truncatingIfNeeded: generator.next())
    model.uint32 = .init(truncatingIfNeeded: generator.next())
    model.uint64 = generator.next() >> 1
    model.float = Float.random(in: -9...9, using: &generator)
    let doubles = [0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300, 0.1, 5]
    model.double = doubles.randomElement(using: &generator) ?? 0
    model.optionalDouble = doubles.randomElement(using: &generator)
    model.decimal = Decimal(Int.random(in: -999...999, using: &generator)) / 7
    model.string = ["", "e\u{301}\u{0}", "🥾 Ruck", "a\nb"].randomElement(using: &generator) ?? ""
    model.date = Date(timeIntervalSinceReferenceDate: .random(in: -9e9...9e9, using: &generator))
    let dates: [Date?] = [
      nil, .distantFuture, .distantPast, Date(timeIntervalSince1970: 1_790_000_000.125),
      Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: 1e300),
    ]
    model.optionalDate = dates.randomElement(using: &generator) ?? nil
    model.data = Data((0..<Int.random(in: 0..<9, using: &generator)).map { UInt8($0) })
    model.url = URL(string: "https://example.org/a?b=%20c#d") ?? model.url
    model.terrain = Terrain.allCases.randomElement(using: &generator) ?? .road
    model.weather = Weather(
      temperature: .random(in: -9...30, using: &generator), wind: 0.1, words: ["é", "\u{0}"])
    model.numbers = [.max, .min, 0]
    model.dictionary = ["b": 0.1, "a": -1]
    model.words = ["x"]
    model.optionalInt = Bool.random(using: &generator) ? nil : 4
    model.optionalString = Bool.random(using: &generator) ? nil : ""
    model.optionalTerrain = Bool.random(using: &generator) ? nil : .sand
    model.optionalWeather = Bool.random(using: &generator) ? nil : Weather(temperature: 1)
    model.photo = Bool.random(using: &generator) ? nil : Data(count: 40_000)
    model.reversed = Bool.random(using: &generator) ? nil : NSString("Ruck")
    model.secret = Bool.random(using: &generator) ? nil : "secret"
    model.größe = 186
    return model
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `every attribute survives conversion to a record and back`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = filled(&generator)
    let values = try values(of: original)
    let record = try record(values)
    let read = try layout.read(rounded(record.storedValues), of: "a", with: fixture.transport)
    #expect(read.values == values)
    #expect(read.problems.isEmpty)
    #expect(read.unknown.isEmpty)
    #expect(read.clocks == clocks)
    let copy = try model(read.values)
    #expect(copy.id == original.id)
    #expect(copy.double.bitPattern == original.double.bitPattern)
    #expect(copy.date == original.date && copy.optionalDate == original.optionalDate)
    #expect(copy.decimal == original.decimal && copy.float == original.float)
    #expect(copy.weather == original.weather && copy.optionalWeather == original.optionalWeather)
    #expect(copy.terrain == original.terrain && copy.optionalTerrain == original.optionalTerrain)
    #expect(copy.words == original.words && copy.dictionary == original.dictionary)
    #expect(copy.photo == original.photo && copy.reversed == original.reversed)
    #expect(copy.secret == original.secret && copy.url == original.url)
    #expect(copy.scratch == 7 && copy.cache == 3)
    #expect(try self.values(of: copy) == values)
  }

  @Test func `fields have the names and types of their properties`() throws {
    let model = Everything(id: UUID())
    model.flag = true
    model.decimal = Decimal(string: "0.10") ?? 0
    model.double = 8_046.7
    model.optionalTerrain = .sand
    model.date = Date(timeIntervalSince1970: 1_790_000_000.125)
    model.numbers = [1, 2]
    model.größe = 3
    model.secret = "secret"
    let record = try record(try values(of: model))
    #expect(record.recordType == "Everything")
    #expect(record["id"] == model.id.uuidString)
    #expect(record["flag"] == 1)
    #expect(record["decimal"] == "0.1")
    #expect(record["double"] == 8_046.7)
    #expect(record["optionalTerrain"] == "sand")
    #expect(record["date"] == model.date)
    #expect(record["numbers"] == "[1,2]")
    #expect(record["esc_gr_c3_b6_c3_9fe"] == 3)
    let absent = ["optionalInt", "scratch", "cache", "photo", "cairn_exact"]
    #expect(absent.allSatisfy { record[$0] == nil })
    let sealed: Data? = record["secret"]
    #expect(sealed.map { String(decoding: $0, as: UTF8.self).contains("secret\"") } == false)
    #expect(record["cairn_clocks"] == clocks.encoded())
  }

  @Test func `another writer's date takes precedence over the exact value of the old one`() throws {
    let model = Everything(id: UUID())
    model.date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
    let record = try record(try values(of: model))
    var fields = rounded(record.storedValues)
    #expect(fields["cairn_exact"] != nil)
    let kept = try layout.read(fields, of: "a", with: fixture.transport).values["date"]
    #expect(kept == .real(700_000_000.123_456_7))
    fields["date"] = .date(Date(timeIntervalSinceReferenceDate: 700_000_001))
    let changed = try layout.read(fields, of: "a", with: fixture.transport).values["date"]
    #expect(changed == .real(700_000_001))
    fields["cairn_exact"] = .data(Data([9, 9]))
    #expect(try layout.read(fields, of: "a", with: fixture.transport).values["date"] == changed)
  }

  @Test func `long values are stored in assets until they are short again`() throws {
    let model = Everything(id: UUID())
    model.string = String(repeating: "é", count: 100_000)
    model.photo = Data(repeating: 7, count: 20_000)
    model.secret = String(repeating: "s", count: 200_000)
    let record = try record(try values(of: model))
    #expect(fixture.filesWritten == 3)
    #expect(record["string"] == nil && record["cairn_asset_string"] is CKAsset)
    #expect(record["photo"] == nil && record["cairn_asset_photo"] is CKAsset)
    let read = try layout.read(record.storedValues, of: "a", with: fixture.transport)
    #expect(try self.model(read.values).string == model.string)
    #expect(try self.model(read.values).secret == model.secret)
    model.string = "short"
    model.photo = nil
    model.secret = "s"
    let short = try self.record(try values(of: model), record)
    #expect(short["string"] == "short" && short["cairn_asset_string"] == nil)
    #expect(short["cairn_asset_photo"] == nil && short["photo"] == nil)
    #expect(short["cairn_asset_secret"] == nil)
    let again = try layout.read(short.storedValues, of: "a", with: fixture.transport)
    #expect(try self.model(again.values).secret == "s")
  }

  @Test func `if values are too long together, the longest are stored in assets`() throws {
    let model = Everything(id: UUID())
    let text = String(repeating: "x", count: 120_000)
    model.string = text
    model.optionalString = text + "y"
    model.numbers = Array(repeating: 123_456_789, count: 12_000)
    model.dictionary = ["a": 1, text: 2]
    model.words = [text]
    model.weather = Weather(temperature: 1, words: [text])
    model.optionalWeather = Weather(temperature: 1, words: [text])
    model.data = Data(count: 90_000)
    let record = try record(try values(of: model))
    #expect(fixture.filesWritten == 2)
    #expect(record["cairn_asset_weather"] is CKAsset)
    #expect(record["cairn_asset_optionalWeather"] is CKAsset)
    let read = try layout.read(record.storedValues, of: "a", with: fixture.transport)
    #expect(read.values == (try values(of: model)))
  }

  @Test func `the length of a text includes its JSON escapes`() throws {
    let model = Everything(id: UUID())
    model.string = String(repeating: "\u{1}", count: 30_000)
    model.optionalString = String(repeating: "a", count: 100_000)
    let record = try record(try values(of: model))
    #expect(record["cairn_asset_string"] is CKAsset && record["optionalString"] is String)
    let read = try layout.read(record.storedValues, of: "a", with: fixture.transport)
    #expect(read.values["string"] == .text(model.string))
  }

  @Test func `a value in an external file is read from it`() throws {
    let place = try #require(layout.field(ofProperty: "photo")).property.index
    var row = try columns.values(of: Everything(id: UUID()), in: layout.entity)
    row[place] = .text("name")
    let read = try layout.values(of: row, reading: { Data($0.utf8) }) { _, _ in nil }
    #expect(read["photo"] == .data(Data("name".utf8)))
    #expect(throws: FieldProblem.self) { try layout.values(of: row) { _, _ in nil } }
  }

  @Test func `only changed fields are set, and removed values are cleared`() throws {
    let model = Everything(id: UUID())
    model.optionalInt = 4
    let first = try values(of: model)
    let record = try record(first)
    model.int = 9
    model.optionalInt = nil
    let changes = try layout.changes(
      of: "a", to: RecordSnapshot(values: try values(of: model), clocks: clocks),
      sent: ["int", "optionalInt"], from: record.storedValues, with: fixture.transport)
    #expect(Set(changes.keys) == ["int", "optionalInt", "cairn_clocks"])
    #expect(changes["optionalInt"] == .some(nil))
  }

  @Test func `unknown fields and unreadable values are retained`() throws {
    let model = Everything(id: UUID())
    var fields = try record(try values(of: model)).storedValues
    fields["mood"] = .string("good")
    fields["cairn_mood"] = .int64(5)
    fields["int"] = .string("many")
    fields["id"] = .string("none")
    fields["secret"] = .string("plain")
    fields["cairn_clocks"] = .data(Data([200]))
    let read = try layout.read(fields, of: "a", with: fixture.transport)
    #expect(Set(read.unknown.keys) == ["mood", "cairn_mood", "int", "id", "secret"])
    #expect(read.problems.count == 3)
    #expect(
      read.problems.map(\.description).contains(
        "Everything.int can't be read from its record: the field int has a text in place of a whole "
          + "number."))
    #expect(read.clocks == nil)
    #expect(read.values["int"] == nil)
  }

  @Test func `other writers' number types and texts as bytes are decoded`() throws {
    let fields: [String: StoredValue] = [
      "int": .double(4), "double": .int64(4), "flag": .double(1), "decimal": .double(0.1),
      "string": .data(Data("a".utf8)), "date": .date(Date(timeIntervalSinceReferenceDate: 1)),
    ]
    let read = try layout.read(fields, of: "a", with: fixture.transport)
    #expect(
      read.values == [
        "int": .integer(4), "double": .real(4), "flag": .integer(1), "decimal": .text("0.1"),
        "string": .text("a"), "date": .real(1),
      ])
  }

  @Test func `a missing property takes its default value, and is an error without one`() throws {
    let id = RecordValue.data(withUnsafeBytes(of: UUID().uuid) { Data($0) })
    #expect(try model(["id": id]).weather == Weather(temperature: 20))
    let error = #expect(throws: FieldProblem.self) { try model([:]) }
    #expect(error?.place == "Everything.id")
  }

  @Test func `an unknown enumeration case is an error that names the property`() throws {
    let id = RecordValue.data(withUnsafeBytes(of: UUID().uuid) { Data($0) })
    let error = #expect(throws: SwiftDataError.self) {
      try model(["id": id, "terrain": .text("ice")])
    }
    #expect(error.map { "\($0)".contains("Everything.terrain") } == true)
  }

  @Test func `an unknown enumeration case can be replaced by the default value`() throws {
    let id = RecordValue.data(withUnsafeBytes(of: UUID().uuid) { Data($0) })
    let values: [String: RecordValue] = [
      "id": id, "terrain": .text("ice"), "optionalTerrain": .text("snow"), "int": .integer(4),
    ]
    let row = try layout.columns(of: values, finding: { _, _ in nil }) { field in
      try columns.defaultValue(of: field.property, in: layout.entity)
    }
    var replaced: [PropertyLayout] = []
    let model = try columns.model(of: layout.entity, from: row, replaced: &replaced)
    let copy = try #require(model as? Everything)
    #expect(Set(replaced.map(\.name)) == ["terrain", "optionalTerrain"])
    #expect(copy.terrain == .road && copy.optionalTerrain == nil && copy.int == 4)
    var broken = row
    let place = try #require(layout.field(ofProperty: "id")).property.index
    broken[place] = .blob(Data([1]))
    #expect(throws: SwiftDataError.self) {
      try columns.model(of: layout.entity, from: broken, replaced: &replaced)
    }
  }

  @Test func `setting attributes marks the model as changed, and rejects invalid values`() throws {
    let container = try ModelContainer(
      for: Everything.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let model = Everything(id: UUID())
    context.insert(model)
    try context.save()
    let properties = ["int", "terrain", "weather", "optionalInt", "photo", "reversed", "date"]
    let source = Everything(id: model.id)
    source.int = 5
    source.terrain = .sand
    source.weather = Weather(temperature: -4)
    source.photo = Data(count: 9)
    source.reversed = "text"
    source.date = .distantFuture
    let row = try columns.values(of: source, in: layout.entity)
    let fields = try properties.map { try #require(layout.field(ofProperty: $0)).property }
    try columns.set(fields.map { ($0, row[$0.index]) }, of: model, in: layout.entity)
    #expect(context.hasChanges)
    try context.save()
    let fetched = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Everything>()).first)
    #expect(try values(of: fetched) == values(of: source))
    let optional = try #require(layout.field(ofProperty: "terrain")).property
    #expect(throws: SwiftDataError.self) {
      try columns.set([(optional, .text("ice"))], of: model, in: layout.entity)
    }
    #expect(throws: SwiftDataError.self) {
      try columns.set([(optional, .null)], of: model, in: layout.entity)
    }
    #expect(model.terrain == .sand)
  }
}
