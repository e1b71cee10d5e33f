// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

enum Grade: String, Codable {
  case low, high
}

/// A property of each column type that the module makes `RawRepresentable`.
@Model
final class Sample {
  var name: String
  var date: Date
  var uuid: UUID
  var url: URL
  var flag: Bool
  var price: Decimal
  var data: Data
  var float: Float
  var short: Int16
  var tags: [String]
  var table: [String: Int]
  var grade: Grade
  var optionalDate: Date?
  var optionalUUID: UUID?
  var optionalURL: URL?
  var optionalFlag: Bool?
  var optionalPrice: Decimal?
  var optionalData: Data?
  var optionalFloat: Float?
  var optionalShort: Int16?
  var optionalTags: [String]?
  var optionalGrade: Grade?
  @Relationship(inverse: \Part.sample) var parts: [Part] = []

  init(_ name: String, isFilled: Bool = false) {
    self.name = name
    date = Date(timeIntervalSinceReferenceDate: 1000.5)
    uuid = Sample.id
    url = URL(filePath: "/a")
    flag = true
    price = 12.5
    data = Data([1, 2])
    float = 0.5
    short = -3
    tags = ["a", "b"]
    table = ["one": 1]
    grade = .high
    guard isFilled else { return }
    optionalDate = date
    optionalUUID = uuid
    optionalURL = url
    optionalFlag = false
    optionalPrice = price
    optionalData = data
    optionalFloat = float
    optionalShort = short
    optionalTags = []
    optionalGrade = .low
  }

  static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
}

@Model
final class Part {
  var made: Date
  var sample: Sample?

  init(made: Date) { self.made = made }
}

/// Column types with an extension that makes them `RawRepresentable`.
@Suite struct RawValueTests {
  private func filled() throws -> ModelContext {
    let context = ModelContext(
      try ModelContainer(
        for: Sample.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Sample("empty"))
    context.insert(Sample("full", isFilled: true))
    try context.save()
    return ModelContext(context.container)
  }

  private func sample(_ name: String, in context: ModelContext) throws -> Sample {
    try #require(
      try context.fetch(FetchDescriptor<Sample>(predicate: #Predicate { $0.name == name })).first)
  }

  @Test func `every value is read as it was written`() throws {
    let context = try filled()
    for name in ["empty", "full"] {
      let (read, written) = (try sample(name, in: context), Sample(name, isFilled: name == "full"))
      #expect(read.date == written.date)
      #expect(read.uuid == written.uuid)
      #expect(read.url == written.url)
      #expect(read.flag == written.flag)
      #expect(read.price == written.price)
      #expect(read.data == written.data)
      #expect(read.float == written.float)
      #expect(read.short == written.short)
      #expect(read.tags == written.tags)
      #expect(read.table == written.table)
      #expect(read.grade == written.grade)
      #expect(read.optionalDate == written.optionalDate)
      #expect(read.optionalUUID == written.optionalUUID)
      #expect(read.optionalURL == written.optionalURL)
      #expect(read.optionalFlag == written.optionalFlag)
      #expect(read.optionalPrice == written.optionalPrice)
      #expect(read.optionalData == written.optionalData)
      #expect(read.optionalFloat == written.optionalFloat)
      #expect(read.optionalShort == written.optionalShort)
      #expect(read.optionalTags == written.optionalTags)
      #expect(read.optionalGrade == written.optionalGrade)
    }
  }

  @Test func `columns have their ordinary form`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "test.store")
    let context = ModelContext(
      try ModelContainer(for: Sample.self, configurations: ModelConfiguration(url: url)))
    context.insert(Sample("full", isFilled: true))
    try context.save()
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", url.path(percentEncoded: false),
      """
      SELECT date, hex(uuid), url, flag, price, hex(data), float, short, tags, "table", grade,
        optionalDate, hex(optionalUUID), optionalTags, optionalGrade FROM Sample
      """,
    ]
    shell.standardOutput = output
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    let id = "0102030405060708090A0B0C0D0E0F10"
    #expect(
      text == """
        1000.5|\(id)|file:///a|1|12.5|0102|0.5|-3|["a","b"]|{"one":1}|high|1000.5|\(id)|[]|low

        """)
  }

  @Test func `predicates and sorts use the columns`() throws {
    let context = try filled()
    let (date, id, url) = (
      Date(timeIntervalSinceReferenceDate: 1000), Sample.id, URL(filePath: "/a")
    )
    func names(_ predicate: Predicate<Sample>) throws -> [String] {
      let sort = SortDescriptor(\Sample.name)
      return try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [sort])).map(\.name)
    }
    #expect(try names(#Predicate { $0.date > date }) == ["empty", "full"])
    #expect(try names(#Predicate { $0.uuid == id }) == ["empty", "full"])
    #expect(try names(#Predicate { $0.optionalUUID == id }) == ["full"])
    #expect(try names(#Predicate { $0.optionalURL == url }) == ["full"])
    #expect(try names(#Predicate { $0.optionalDate == nil }) == ["empty"])
    #expect(try names(#Predicate { $0.flag }) == ["empty", "full"])
    #expect(try names(#Predicate { $0.tags.contains("b") }) == ["empty", "full"])
    #expect(try names(#Predicate { $0.table["one"] == 2 }) == [])
    let high = Grade.high
    #expect(try names(#Predicate { $0.grade == high }) == ["empty", "full"])
    let sorted = FetchDescriptor<Sample>(
      sortBy: [SortDescriptor(\.optionalDate, order: .reverse), SortDescriptor(\.date)])
    #expect(try context.fetch(sorted).map(\.name) == ["full", "empty"])
  }

  @Test func `relationships and history are unaffected`() throws {
    let context = try filled()
    let sample = try sample("full", in: context)
    sample.parts = [Part(made: sample.date), Part(made: sample.date + 1)]
    sample.tags.append("c")
    try context.save()
    let other = ModelContext(context.container)
    #expect(
      try self.sample("full", in: other).parts.map { $0.made.rawValue } == [
        978_308_200.5, 978_308_201.5,
      ])
    #expect(try self.sample("full", in: other).tags == ["a", "b", "c"])
    #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 2)
  }
}
