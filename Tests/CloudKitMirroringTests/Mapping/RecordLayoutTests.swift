// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData
import Testing

/// The layout of records, derived from a schema and mirroring options.
@Suite struct RecordLayoutTests {
  private let layout: RecordLayout
  private let zone = CKRecordZone.ID(zoneName: "Mirror")

  init() throws {
    layout = try RecordLayout(
      Schema([Club.self, Walk.self, NightWalk.self, Label.self, TrackPoint.self]))
  }

  @Test func `an entity is a record type with attributes and to-one references as fields`() throws {
    let walk = try #require(layout.entity(ofType: "Walk"))
    #expect(walk.fields.map(\.name) == ["title", "length", "uses", "updatedAt", "club"])
    let club = try #require(walk.field(ofProperty: "club"))
    #expect(club.target == "Club")
    #expect(club.positionName == "cairn_position_club")
    #expect(!club.isRequired)
    #expect(layout.entity(named: "Club")?.fields.map(\.name) == ["name", "city"])
    #expect(layout.entity(ofType: "Other") == nil)
  }

  @Test func `a subclass is its own record type with all inherited fields`() throws {
    let night = try #require(layout.entity(ofType: "NightWalk"))
    #expect(night.fields.map(\.name).last == "moon")
    #expect(night.fields.count == 6)
  }

  @Test func `an object of a subclass keeps its attributes and reference through a record`() throws
  {
    let container = try ModelContainer(
      for: Club.self, NightWalk.self, Label.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let walk = NightWalk(title: "Moonlight", moon: 0.75)
    walk.uses = 4
    let club = Club(name: "Ramblers", city: nil)
    walk.club = club
    context.insert(walk)
    try context.save()
    let night = try #require(layout.entity(named: "NightWalk"))
    let converter = try ModelColumns()
    let row = try converter.values(of: walk, in: night.entity)
    let values = try night.values(of: row) { field, key in "\(field.target ?? "").\(key)" }
    let key = club.persistentModelID.key
    #expect(
      values == [
        "title": .text("Moonlight"), "length": .real(0), "uses": .integer(4), "updatedAt": .real(0),
        "club": .reference("Club.\(key)"), "moon": .real(0.75),
      ])
    let back = try night.columns(of: values, finding: { _, _ in key }, default: { _ in nil })
    #expect(back == row)
    let copy = try #require(try converter.model(of: night.entity, from: back) as? NightWalk)
    #expect(copy.title == "Moonlight" && copy.moon == 0.75 && copy.uses == 4)
    #expect(try converter.values(of: copy, in: night.entity) == row)
  }

  @Test func `references have no action, and list positions are fields of their own`() throws {
    let fixture = try TransportFixture()
    let walk = try #require(layout.entity(named: "Walk"))
    let values: [String: RecordValue] = [
      "title": .text("Hill"), "club": .reference("Club.x"), "cairn_position_club": .text("V0abcd"),
    ]
    let snapshot = RecordSnapshot(values: values, clocks: FieldClocks(base: .distantPast))
    let fields = try walk.changes(
      of: "a", to: snapshot, from: [:], with: fixture.transport
    )
    .compactMapValues(\.self)
    guard case .reference(let reference) = fields["club"] else {
      Issue.record("there is no reference")
      return
    }
    #expect(reference.action == .none)
    #expect(reference.recordID == CKRecord.ID(recordName: "Club.x", zoneID: zone))
    #expect(fields["cairn_position_club"] == .string("V0abcd"))
    #expect(try walk.read(fields, of: "a", with: fixture.transport).values == values)
    var asked: [String] = []
    let row = try walk.columns(
      of: values.merging(["length": .real(1)]) { $1 },
      finding: { field, name in
        asked.append("\(field.name) \(name)")
        return nil
      }, default: { _ in .integer(0) })
    #expect(asked == ["club Club.x"])
    #expect(row[4] == .null)
    let known = try walk.columns(of: values, finding: { _, _ in 12 }, default: { _ in .integer(0) })
    #expect(known[4] == .integer(12))
    let back = try walk.values(of: known) { _, key in key == 12 ? "Club.x" : nil }
    #expect(back["club"] == .reference("Club.x"))
  }

  @Test func `a many-to-many pair is a record with one name on all devices`() throws {
    #expect(layout.links.count == 1)
    let link = try #require(layout.links["Label_walks"])
    #expect(link.source == "Label" && link.target == "Walk" && link.targetProperty == "labels")
    #expect(link.recordName(from: "l", to: "w") == "Label_walks/l/w")
    let clocks = FieldClocks(base: HybridTimestamp(milliseconds: 1_700_000_000_000, node: 3))
    let fields = link.fields(from: "l", to: "w", in: zone, clocks)
    #expect(LinkLayout.clocks(fields) == clocks)
    let read = try #require(LinkLayout.read(fields))
    #expect(read.relationship == "Label_walks" && read.source == "l" && read.target == "w")
    #expect(LinkLayout.read(["relationship": .string("Label_walks")]) == nil)
  }

  @Test func `a relationship that is its own inverse has undirected pairs`() {
    let link = LinkLayout(
      relationship: "Person_friends", source: "Person", sourceProperty: "friends",
      target: "Person", targetProperty: "friends")
    #expect(link.recordName(from: "a", to: "b") == link.recordName(from: "b", to: "a"))
    let clocks = FieldClocks(base: .distantPast)
    #expect(
      link.fields(from: "a", to: "b", in: zone, clocks)
        == link.fields(from: "b", to: "a", in: zone, clocks))
  }

  @Test func `an entity with one unique constraint names its records by it, others do not`() throws
  {
    let club = try #require(layout.entity(named: "Club"))
    let name = club.recordName(for: ["name": .text("Ramblers"), "city": .text("Bern")])
    #expect(name?.hasPrefix("Club.") == true)
    #expect(name == club.recordName(for: ["city": .text("Bern"), "name": .text("Ramblers")]))
    #expect(club.recordName(for: ["name": .text("Ramblers")]) == nil)
    #expect(club.namingFields.map(\.name) == ["name", "city"])
    #expect(layout.entity(named: "Walk")?.recordName(for: ["title": .text("Hill")]) == nil)
  }

  @Test func `a counter policy for a property that is no number is an error that names it`() {
    var options = MirroringOptions()
    options.merge(\Walk.title, by: .sum)
    let error = #expect(throws: SwiftDataError.self) {
      try RecordLayout(Schema([Walk.self]), options: options)
    }
    #expect(error.map { "\($0)".contains("Walk.title") } == true)
  }

  @Test func `policies apply to a property, a model and its subclasses`() throws {
    var options = MirroringOptions()
    options.merge(\Walk.uses, by: .sum)
    options.merge(Walk.self, byLatest: \.updatedAt)
    options.merge(Label.self, by: .theirs)
    options.preferDeletions(of: Label.self)
    let layout = try RecordLayout(
      Schema([Walk.self, NightWalk.self, Label.self]), options: options)
    let rules = MergeRules(fields: ["uses": .sum], wholeRecordBy: "updatedAt")
    #expect(layout.entity(named: "Walk")?.rules == rules)
    #expect(layout.entity(named: "NightWalk")?.rules == rules)
    #expect(
      layout.entity(named: "Label")?.rules == MergeRules(other: .theirs, deletion: .deletionWins))
    #expect(layout.entity(named: "Club")?.rules == MergeRules())
  }

  @Test func `options for a missing model or an unsuitable property are errors`() {
    var missing = MirroringOptions()
    missing.preferDeletions(of: Everything.self)
    let first = #expect(throws: SwiftDataError.self) {
      try RecordLayout(Schema([Club.self]), options: missing)
    }
    #expect(first.map { "\($0)".contains("Everything") } == true)
    var computed = MirroringOptions()
    computed.merge(\Everything.cache, by: .latest)
    #expect(throws: SwiftDataError.self) {
      try RecordLayout(Schema([Everything.self]), options: computed)
    }
    var date = MirroringOptions()
    date.merge(Walk.self, byLatest: \.title)
    #expect(throws: SwiftDataError.self) { try RecordLayout(Schema([Walk.self]), options: date) }
    var all = MirroringOptions()
    all.merge(Walk.self, by: .sum)
    #expect(throws: SwiftDataError.self) { try RecordLayout(Schema([Walk.self]), options: all) }
  }

  @Test func `a chunk record has the rows of a series and a reference to their owner`() throws {
    var options = MirroringOptions()
    options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
    let layout = try RecordLayout(Schema([Walk.self]), options: options)
    let series = try #require(layout.entity(named: "TrackPoint")?.series)
    #expect(series.owner == "walk" && series.order == "time")
    #expect(series.columns == ["time", "latitude", "longitude"])
    #expect(series.identity == series.columns)
    #expect(layout.entity(named: "Walk")?.series == nil)
    let fixture = try TransportFixture()
    let rows = SeriesChunk(
      columns: series.columns,
      rows: [[.real(1), .real(47), .real(8)], [.real(2), .real(47), .null]])
    let clocks = FieldClocks(base: HybridTimestamp(milliseconds: 5, node: 1))
    let fields = try series.fields(
      of: rows, owner: "Walk.1", number: 3, clocks: clocks, from: [:], with: fixture.transport
    )
    .compactMapValues(\.self)
    let read = try SeriesLayout.read(fields, with: fixture.transport)
    #expect(read.entity == "TrackPoint" && read.owner == "Walk.1" && read.number == 3)
    #expect(read.rows == rows && read.clocks == clocks)
    #expect(series.recordName(owner: "Walk.1", number: 3) == "TrackPoint/Walk.1/3")
    #expect(throws: MalformedBytes.self) {
      try SeriesLayout.read(["entity": .string("TrackPoint")], with: fixture.transport)
    }
  }

  @Test func `a row of a series converts to an object's columns and back`() throws {
    var options = MirroringOptions()
    options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
    let layout = try RecordLayout(Schema([Walk.self]), options: options)
    let points = try #require(layout.entity(named: "TrackPoint"))
    let columns: [SQLValue] = [.real(5), .real(47.5), .real(8.25), .integer(12)]
    let row = points.row(of: columns)
    #expect(row == [.real(5), .real(47.5), .real(8.25)])
    #expect(try points.columns(ofRow: row, owner: 12, default: { _ in nil }) == columns)
    #expect(throws: FieldProblem.self) {
      try points.columns(ofRow: [.text("a")], owner: nil, default: { _ in nil })
    }
    #expect(throws: FieldProblem.self) {
      try points.columns(ofRow: [.real(5), .null, .real(1)], owner: nil, default: { _ in nil })
    }
  }

  @Test func `a long chunk is stored in an asset, and unchanged fields are not sent`() throws {
    var options = MirroringOptions()
    options.series(TrackPoint.self, of: \.walk, orderedBy: \.time)
    let layout = try RecordLayout(Schema([Walk.self]), options: options)
    let series = try #require(layout.entity(named: "TrackPoint")?.series)
    let fixture = try TransportFixture()
    var generator = SeededGenerator(seed: 1)
    let text = String((0..<600_000).map { _ in "abcdefgh".randomElement(using: &generator) ?? "a" })
    let rows = SeriesChunk(columns: ["note"], rows: [[.text(text)]])
    let clocks = FieldClocks(base: .distantPast)
    let fields = try series.fields(
      of: rows, owner: nil, number: 0, clocks: clocks, from: ["rows": .data(Data())],
      with: fixture.transport)
    #expect(fields["rows"] == .some(nil))
    let kept = fields.compactMapValues(\.self)
    #expect(try SeriesLayout.read(kept, with: fixture.transport).rows == rows)
    let short = SeriesChunk(columns: ["note"], rows: [[.text("a")]])
    let changes = try series.fields(
      of: short, owner: nil, number: 0, clocks: clocks, from: kept, with: fixture.transport)
    #expect(Set(changes.keys) == ["rows", "cairn_asset_rows"])
  }

  @Test func `an unsuitable model for a series is an error that states the reason`() {
    var options = MirroringOptions()
    options.series(Walk.self, of: \.club, orderedBy: \.updatedAt)
    let error = #expect(throws: SwiftDataError.self) {
      try RecordLayout(Schema([Walk.self]), options: options)
    }
    #expect(error.map { "\($0)".contains("labels") } == true)
    var other = MirroringOptions()
    other.series(TrackPoint.self, of: \.time, orderedBy: \.latitude)
    #expect(throws: SwiftDataError.self) {
      try RecordLayout(Schema([Walk.self]), options: other)
    }
  }
}
