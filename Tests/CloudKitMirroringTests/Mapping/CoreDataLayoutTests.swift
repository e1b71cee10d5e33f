// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData
import Testing

/// Records in the layout of Apple's mirroring.
@Suite struct CoreDataLayoutTests {
  private let fixture: TransportFixture
  private let layout: CoreDataLayout
  private let zone = CKRecordZone.ID(zoneName: CoreDataLayout.zoneName)

  init() throws {
    fixture = try TransportFixture()
    layout = try CoreDataLayout(
      RecordLayout(Schema([Club.self, Walk.self, NightWalk.self, Label.self])))
  }

  /// A record in the layout of Apple's documentation: a night walk that belongs to a club.
  private var appleRecord: CKRecord {
    let record = CKRecord(
      recordType: "CD_Walk",
      recordID: CKRecord.ID(recordName: "A5A8B8F0-7C5C-4D0A-9A43-6C1D0C6A8F11", zoneID: zone))
    record["CD_entityName"] = "NightWalk"
    record["CD_title"] = "Moonlight"
    record["CD_length"] = 8_046.7
    record["CD_uses"] = 3
    record["CD_updatedAt"] = Date(timeIntervalSince1970: 1_790_000_000.125)
    record["CD_moon"] = 0.75
    record["CD_club"] = "0B1F3C1E-8A1F-4B5E-9C6D-0123456789AB"
    record["CD_moveReceipt"] = Data([1, 2, 3])
    return record
  }

  @Test func `a record in Apple's layout is decoded with entity, attributes and reference`() throws
  {
    let record = appleRecord
    let entity = try #require(layout.entity(ofType: record.recordType, record.storedValues))
    #expect(entity.entity.name == "NightWalk")
    let read = try layout.read(record.storedValues, of: entity, with: fixture.transport)
    #expect(
      read.values == [
        "title": .text("Moonlight"), "length": .real(8_046.7), "uses": .integer(3),
        "updatedAt": .real(1_790_000_000.125 - 978_307_200), "moon": .real(0.75),
        "club": .reference("0B1F3C1E-8A1F-4B5E-9C6D-0123456789AB"),
      ])
    #expect(Set(read.unknown.keys) == ["CD_moveReceipt"])
    #expect(read.problems.isEmpty && read.clocks == nil)
    #expect(layout.entity(ofType: "CD_Walk", [:])?.entity.name == "Walk")
    #expect(layout.entity(ofType: "CD_Walk", ["CD_entityName": .string("Club")]) == nil)
    #expect(layout.entity(ofType: "CD_Other", [:]) == nil)
  }

  @Test func `encoded records equal those of Apple's mirroring`() throws {
    let record = appleRecord
    let entity = try #require(layout.entity(ofType: record.recordType, record.storedValues))
    let read = try layout.read(record.storedValues, of: entity, with: fixture.transport)
    #expect(layout.recordType(of: entity) == "CD_Walk")
    let written = try layout.changes(
      to: read.values, of: entity, from: [:], with: fixture.transport
    ).compactMapValues(\.self)
    #expect(
      written == record.storedValues.filter { $0.key != "CD_moveReceipt" })
    var changed = read.values
    changed["uses"] = .integer(4)
    changed["club"] = nil
    let changes = try layout.changes(
      to: changed, of: entity, sent: ["uses", "club"], from: record.storedValues,
      with: fixture.transport)
    #expect(changes == ["CD_uses": .int64(4), "CD_club": nil])
  }

  @Test func `a date that equals the known one when rounded is unchanged`() throws {
    let entity = try #require(layout.records.entity(named: "Walk"))
    let exact = RecordValue.real(700_000_000.123_456_7)
    let written = try layout.changes(
      to: ["updatedAt": exact], of: entity, from: [:], with: fixture.transport)
    guard case .date(let sent)? = written["CD_updatedAt"] ?? nil else {
      Issue.record("there is no date")
      return
    }
    let milliseconds = (sent.timeIntervalSince1970 * 1000).rounded() / 1000
    let fields = ["CD_updatedAt": StoredValue.date(Date(timeIntervalSince1970: milliseconds))]
    let known = try layout.read(
      fields, of: entity, known: ["updatedAt": exact], with: fixture.transport)
    #expect(known.values["updatedAt"] == exact)
    let other = try layout.read(
      fields, of: entity, known: ["updatedAt": .real(5)], with: fixture.transport)
    #expect(other.values["updatedAt"] != exact && other.values["updatedAt"] != .real(5))
  }

  @Test func `a long text is stored in the asset field`() throws {
    let entity = try #require(layout.records.entity(named: "Walk"))
    let text = String(repeating: "long ", count: 100_000)
    let written = try layout.changes(
      to: ["title": .text(text)], of: entity, from: ["CD_title": .string("short")],
      with: fixture.transport)
    #expect(written["CD_title"] == .some(nil))
    let fields = written.compactMapValues(\.self)
    guard case .asset = fields["CD_title_ckAsset"] else {
      Issue.record("there is no file")
      return
    }
    let read = try layout.read(fields, of: entity, with: fixture.transport)
    #expect(read.values["title"] == .text(text))
    #expect(read.unknown.isEmpty)
  }

  @Test func `a many-to-many pair is a CDMR record with names in the order of the entities`() throws
  {
    let link = try #require(layout.records.links["Label_walks"])
    let fields = layout.linkFields(link, from: "L", to: "W")
    #expect(
      fields == [
        "CD_entityNames": .string("Label:Walk"), "CD_recordNames": .string("L:W"),
        "CD_relationships": .string("walks:labels"),
      ])
    let read = try #require(layout.readLink(fields))
    #expect(read.link == link && read.source == "L" && read.target == "W")
    let turned = try #require(
      layout.readLink([
        "CD_entityNames": .string("Walk:Label"), "CD_recordNames": .string("W:L"),
        "CD_relationships": .string("labels:walks"),
      ]))
    #expect(turned.source == "L" && turned.target == "W")
    #expect(layout.readLink(["CD_entityNames": .string("Walk")]) == nil)
    let name = layout.linkName(link, from: "L", to: "W")
    #expect(UUID(uuidString: name) != nil)
    #expect(name == layout.linkName(link, from: "L", to: "W"))
    #expect(name != layout.linkName(link, from: "W", to: "L"))
  }

  @Test func `an error names the property that Apple's layout cannot represent`() throws {
    #expect(ReversedText.isRegistered)
    let error = #expect(throws: SwiftDataError.self) {
      try CoreDataLayout(RecordLayout(Schema([Everything.self])))
    }
    #expect(error.map { "\($0)".contains("Everything.secret") } == true)
    let entity = try #require(layout.records.entity(named: "Walk"))
    #expect(throws: FieldProblem.self) {
      try layout.changes(
        to: ["length": .real(.infinity)], of: entity, from: [:], with: fixture.transport)
    }
  }

  @Test func `unique values produce the same UUID on every device`() throws {
    let club = try #require(layout.records.entity(named: "Club"))
    let values: [String: RecordValue] = ["name": .text("a"), "city": .text("b")]
    let name = try #require(layout.recordName(for: values, of: club))
    #expect(UUID(uuidString: name) != nil)
    #expect(name == layout.recordName(for: values, of: club))
    #expect(layout.recordName(for: ["name": .text("a")], of: club) == nil)
  }
}
