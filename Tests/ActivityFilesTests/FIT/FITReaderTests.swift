// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Properties of the FIT format that real files have only in parts.
struct FITReaderTests {
  private static let time: UInt32 = 1_000_000_000

  @Test(arguments: [false, true])
  func `both byte orders are read`(isBigEndian: Bool) throws {
    func order(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes.reversed() : bytes }
    var builder = FITBuilder()
    builder.define(
      20, isBigEndian: isBigEndian,
      [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (5, 4, 0x86), (3, 1, 2)])
    builder.message(
      order(bytes(Self.time)) + order(bytes(Int32(-536_870_912)))
        + order(bytes(Int32(1_073_741_824))) + order(bytes(UInt16(3000)))
        + order(bytes(UInt32(12_345))) + [140])
    let record = try #require(try builder.content().records.first)
    #expect(record.time?.date == Date(timeIntervalSince1970: 1_000_000_000 + 631_065_600))
    #expect(record.latitude == -45)
    #expect(record.longitude == 90)
    #expect(record.altitude == 100)
    #expect(record.distance == 123.45)
    #expect(record.heartRate == 140)
  }

  @Test
  func `invalid values are nil`() throws {
    var builder = FITBuilder()
    builder.define(
      20,
      [
        (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (3, 1, 2), (4, 1, 2),
        (5, 4, 0x86), (6, 2, 0x84), (7, 2, 0x84), (13, 1, 1), (73, 4, 0x86), (78, 4, 0x86),
        (8, 3, 0x0D),
      ])
    builder.message(
      bytes(UInt32.max) + bytes(Int32.max) + bytes(Int32.max) + bytes(UInt16.max) + [255, 255]
        + bytes(UInt32.max) + bytes(UInt16.max) + bytes(UInt16.max) + [0x7F] + bytes(UInt32.max)
        + bytes(UInt32.max) + [255, 255, 255])
    #expect(try builder.content().records == [FITRecord()])
  }

  @Test
  func `compressed times advance across a wrap of 32 seconds`() throws {
    var builder = FITBuilder()
    builder.define(20, [(253, 4, 0x86), (3, 1, 2)])
    builder.message(bytes(Self.time | 30) + [100])
    builder.define(20, local: 1, [(3, 1, 2)])
    builder.compressed(local: 1, offset: 31, [101])
    builder.compressed(local: 1, offset: 1, [102])
    builder.compressed(local: 1, offset: 1, [103])
    let base = Double(Self.time & ~31)
    #expect(
      try builder.content().records.map { ($0.time?.seconds ?? 0) - base } == [30, 31, 33, 33])
  }

  @Test
  func `compressed speed and distance accumulate across a wrap`() throws {
    var builder = FITBuilder()
    builder.define(20, [(8, 3, 0x0D)])
    for (speed, distance) in [(250, 4090), (300, 10), (4000, 26)] {
      let packed = UInt32(speed) | UInt32(distance) << 12
      builder.message(Array(bytes(packed).prefix(3)))
    }
    let records = try builder.content().records
    #expect(records.map(\.speed) == [2.5, 3, 40])
    #expect(records.map(\.distance) == [255.625, 256.625, 257.625])
  }

  @Test
  func `enhanced fields replace the short ones`() throws {
    var builder = FITBuilder()
    builder.define(20, [(2, 2, 0x84), (6, 2, 0x84), (73, 4, 0x86), (78, 4, 0x86)])
    builder.message(
      bytes(UInt16(2500)) + bytes(UInt16(1000)) + bytes(UInt32(70_000)) + bytes(UInt32(47_500)))
    builder.message(
      bytes(UInt16(2500)) + bytes(UInt16(1000)) + bytes(UInt32.max) + bytes(UInt32.max))
    let records = try builder.content().records
    #expect(records.map(\.speed) == [70, 1])
    #expect(records.map(\.altitude) == [9000, 0])
  }

  @Test
  func `developer fields have names, units, scale, arrays and texts`() throws {
    var builder = FITBuilder()
    let name = Array("DriveLength\0".utf8)
    builder.define(
      206,
      [
        (0, 1, 2), (1, 1, 2), (2, 1, 2), (3, UInt8(name.count), 7), (6, 1, 2), (7, 1, 1),
        (8, 2, 7),
      ])
    builder.message([0, 5, 0x84] + name + [100, 0] + Array("m\0".utf8))
    builder.message([0, 6, 0x83] + Array("HandleForce\0".utf8) + [1, 0] + Array("N\0".utf8))
    builder.message([0, 7, 0x07] + Array("Note\0\0\0\0\0\0\0\0".utf8) + [1, 0, 0, 0])
    builder.define(
      20, [(3, 1, 2)], developerFields: [(5, 2, 0), (6, 6, 0), (7, 4, 0), (9, 1, 0)])
    builder.message(
      [140] + bytes(UInt16(134)) + bytes(Int16(-7)) + bytes(Int16.max) + bytes(Int16(9))
        + Array("ab\0c".utf8) + [1])
    let content = try builder.content()
    let fields = content.records[0].developerFields
    #expect(fields.map(\.description.name) == ["DriveLength", "HandleForce", "Note"])
    #expect(fields[0].number == 1.34)
    #expect(fields[0].description.units == "m")
    #expect(fields[1].value == .numbers([-7, nil, 9]))
    #expect(fields[2].value == .text("ab"))
    #expect(content.records[0].developerField("drivelength")?.number == 1.34)
    #expect(content.issues.count(.undefinedDeveloperField) == 1)
  }

  @Test
  func `several files in one are read, and a damaged rest is reported`() throws {
    var builder = FITBuilder()
    builder.define(20, [(3, 1, 2)])
    builder.message([100])
    let one = builder.file(headerSize: 12)
    let both = try FITContent(FITReader(data: one + builder.file(hasHeaderChecksum: false)))
    #expect(both.headers.count == 2)
    #expect(both.headers[1].offset == one.count)
    #expect(both.records.count == 2)
    let rest = try FITContent(FITReader(data: one + Data("garbage".utf8)))
    #expect(
      rest.issues.first.map(\.description) == [
        "byte \(one.count): 7 bytes follow the end of the file. They are skipped."
      ])
  }

  @Test
  func `a wrong checksum is an error, or an issue on request`() throws {
    var builder = FITBuilder()
    builder.define(20, [(3, 1, 2)])
    builder.message([100])
    for offset in [12, builder.file().count - 3] {
      var data = builder.file()
      data[offset] ^= 1
      let error = #expect(throws: ActivityFileError.self) {
        try FITContent(FITReader(data: data))
      }
      #expect(error?.code == .checksumMismatch)
      let reader = FITReader(data: data)
      reader.acceptsChecksumMismatch = true
      let content = try FITContent(reader)
      #expect(content.records.count == 1)
      #expect(content.issues.count(.checksumMismatch) == 1)
    }
  }

  @Test
  func `a field whose size does not fit its type is dropped with an issue`() throws {
    var builder = FITBuilder()
    builder.define(20, [(7, 3, 0x84), (3, 1, 2), (5, 4, 0x99)])
    builder.message([1, 2, 3, 120, 1, 2, 3, 4])
    let content = try builder.content()
    #expect(content.records[0].power == nil)
    #expect(content.records[0].heartRate == 120)
    #expect(content.issues.count(.undefinedField) == 2)
    #expect(content.issues.first.first?.position == .offset(20))
  }

  @Test
  func `defects are errors with an offset`() throws {
    var builder = FITBuilder()
    builder.define(20, [(3, 1, 2)])
    builder.message([100])
    let data = builder.file()
    let cases: [(Data, ActivityFileError.Code, Int?)] = [
      (Data(), .empty, nil), (Data("  \n".utf8), .empty, nil), (Data("<gpx/>".utf8), .notFIT, 0),
      (Data([0x1F, 0x8B] + Array(repeating: 1, count: 30)), .notFIT, 0),
      (data.prefix(13), .truncated, 0), (data.prefix(20), .truncated, 20),
      (data.prefix(24), .truncated, 24), (data.prefix(25), .truncated, 25),
      (data.dropLast(2), .truncated, 25), (data.dropLast(), .truncated, 25),
    ]
    for (data, code, offset) in cases {
      let error = #expect(throws: ActivityFileError.self) {
        try FITContent(FITReader(data: data, name: "a.fit"))
      }
      #expect(error?.code == code)
      #expect(error?.offset == offset)
      #expect(error?.file == "a.fit")
    }
    var order = data
    order[16] = 7
    let error = #expect(throws: ActivityFileError.self) { try FITContent(FITReader(data: order)) }
    #expect(error?.code == .malformed)
    #expect(error?.offset == 16)
  }

  @Test
  func `chunks of any size give equal events`() throws {
    let data = try Fixture.data("fitparse__garmin-fenix-5-walk.fit")
    let whole = try FITContent(FITReader(data: data))
    for size in [1, 7, 333] {
      var rest = data[...]
      let reader = FITReader {
        defer { rest = rest.dropFirst(size) }
        return rest.isEmpty ? nil : rest.prefix(size)
      }
      let content = try FITContent(reader)
      #expect(content.records == whole.records)
      #expect(content.others == whole.others)
    }
  }

  @Test
  func `pauses are timer events`() throws {
    let name = "fitparse__2013-02-06-12-11-14.fit"
    let events = try FITContent(FITReader(contentsOf: Fixture.url(name))).events
    #expect(events.filter(\.startsTimer).count == 1)
    #expect(events.filter(\.stopsTimer).count >= 1)
  }
}
