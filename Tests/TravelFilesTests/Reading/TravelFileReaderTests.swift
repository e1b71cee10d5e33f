// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation
import Testing

@testable import TravelFiles

@Suite struct TravelFileReaderTests {
  private func read(_ text: String) throws -> TravelDocument {
    try TravelFileReader().read(Data(text.utf8), name: "file")
  }

  private func code(_ data: Data) -> TravelFileError.Code? {
    do {
      _ = try TravelFileReader().read(data, name: "file")
      return nil
    } catch {
      #expect(error.file == "file")
      return error.code
    }
  }

  @Test func `empty and unknown files are errors`() {
    #expect(code(Data()) == .truncated)
    #expect(code(Data("hello".utf8)) == .unknownFormat)
    #expect(code(Data([0, 1, 2, 0x80])) == .unknownFormat)
    #expect(code(Data("PK\u{3}\u{4}garbage".utf8)) == .truncated)
  }

  @Test func `deep JSON is an error with its line`() {
    let depth = 100_000
    let text = "{\"@type\":\n" + String(repeating: "[", count: depth)
    #expect(code(Data(text.utf8)) == .nestingTooDeep)
    let page = "<script type=\"application/ld+json\">\(text)</script>"
    let document = try? read("<html>" + page)
    #expect(document?.issues.first.map(\.line) == [2])
  }

  @Test func `entities in KML are an error`() {
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE kml [<!ENTITY a \"aaaa\">]><kml><Document>&a;</Document></kml>"
    #expect(code(Data(text.utf8)) == .entityDeclaration)
  }

  @Test func `a large page is read without its copy`() throws {
    var page = Data("<html><body itemscope itemtype=\"http://schema.org/Hotel\">".utf8)
    page.append(Data("<span itemprop=name>Inn</span>".utf8))
    let filler = Data("<p>text &amp; more <b>text</b></x></p>".utf8)
    for _ in 0..<60_000 { page.append(filler) }
    let document = try TravelFileReader().read(page)
    guard case .place(let place) = document.items.first else {
      Issue.record("no place")
      return
    }
    #expect(place.name == "Inn")
  }

  @Test(arguments: [
    "iso-8859-2", "windows-1251", "shift_jis", "gb18030", "iso-2022-jp", "utf-16le",
  ])
  func `mail in many character sets is read`(charset: String) throws {
    let name = ["windows-1251": "Гостиница", "iso-8859-2": "Łódź Główna"][charset] ?? "東京ホテル"
    let page =
      "<script type=\"application/ld+json\">{\"@type\":\"Hotel\",\"name\":\"\(name)\"}</script>"
    let encoded = try #require(Self.encoded(page, charset))
    var mail = Data("From: a@b\r\nDate: Tue, 14 Sep 2021 17:00:00 +0200\r\n".utf8)
    mail += Data("Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\n".utf8)
    mail += Data("Content-Type: text/html; charset=\(charset)\r\n".utf8)
    mail += Data("Content-Transfer-Encoding: base64\r\n\r\n".utf8) + encoded.base64EncodedData()
    let document = try TravelFileReader().read(mail)
    #expect(document.format == .mail)
    #expect(document.title == "Grüße")
    #expect(document.items == [.place(Place(.lodging, name: name))])
  }

  private static func encoded(_ text: String, _ charset: String) -> Data? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/iconv")
    process.arguments = ["-f", "utf-8", "-t", charset]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    do { try process.run() } catch { return nil }
    input.fileHandleForWriting.write(Data(text.utf8))
    try? input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  @Test func `attachments are read and their names have no effect`() throws {
    let calendar = try Fixture.data("kitinerary__calendarhandlerdata_train.ics")
    let mail =
      "From: a@b\nSubject: x\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\n"
      + "Content-Type: text/calendar; name=\"../../x\"\nContent-Transfer-Encoding: base64\n\n"
      + calendar.base64EncodedString() + "\n--b--\n"
    let document = try read(mail)
    #expect(document.attachments.map(\.name) == ["../../x"])
    #expect(document.reservations.map(\.kind) == [.train])
  }

  @Test func `GeoJSON and saved places are read`() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",
      "coordinates":[8.25,47.5]},"properties":{"location":{"name":"Inn","address":"Street 1",
      "country_code":"CH"},"google_maps_url":"http://maps.google.com/?cid=1"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[999,0]},"properties":{}}]}
      """
    let document = try read(text)
    #expect(document.places.map(\.name) == ["Inn"])
    #expect(document.places.first?.address?.country == "CH")
    #expect(document.issues.first.map(\.kind) == [.unreadablePosition])
    let table = "Title,Note,URL,Comment\nInn,\"a, b\",\"https://x/search/47.5,8.25\",\n"
    let places = try read(table).places
    #expect(places.first?.note == "a, b")
    #expect(places.first?.coordinates == Coordinates(latitude: 47.5, longitude: 8.25))
  }

  @Test func `packing lists are read from tables and lines`() throws {
    let document = try read("Item Name;Category;Qty;Weight;Unit\nSocks;Clothes;3;50;g\n;;;;\n")
    #expect(
      document.packing == [PackingLine("Socks", category: "Clothes", quantity: 3, weight: 0.05)])
    let lines = PackingList.lines("# Clothes\n- [x] 3 x socks\n* shirt (2)\nBath:\n☐ soap\n\n")
    #expect(
      lines == [
        PackingLine("socks", category: "Clothes", quantity: 3, isPacked: true),
        PackingLine("shirt", category: "Clothes", quantity: 2),
        PackingLine("soap", category: "Bath"),
      ])
  }

  @Test func `a quantity or weight that is no number is reported with its line`() throws {
    let document = try read("Item,Qty,Weight\nSocks,-1,x\nCoat,2,1.5 kg\n")
    #expect(
      document.packing == [PackingLine("Socks"), PackingLine("Coat", quantity: 2, weight: 1.5)])
    #expect(document.issues.first.map(\.line) == [2, 2])
    #expect(document.issues.first.allSatisfy { $0.kind == .unreadableNumber })
  }

  @Test func `a mail without a readable booking says so`() throws {
    let document = try read("From: a@b\nSubject: Your booking\n\nYou fly from Vienna on Monday.\n")
    #expect(document.format == .mail && document.items.isEmpty)
    #expect(document.issues.first.map(\.kind) == [.skippedPart])
  }

  @Test func `an archive without a pass is an error`() {
    // A stored entry "x" with no content.
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    var local: [UInt8] = [0x50, 0x4B, 3, 4, 10, 0]
    local += zeros(20)
    local += [1, 0, 0, 0, 0x78] as [UInt8]
    var central: [UInt8] = [0x50, 0x4B, 1, 2, 10, 0, 10, 0]
    central += zeros(20)
    central += [1, 0] as [UInt8]
    central += zeros(16)
    central.append(0x78)
    var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0]
    end += [UInt8(central.count), 0, 0, 0, UInt8(local.count)] as [UInt8]
    end += zeros(5)
    #expect(code(Data(local + central + end)) == .missingPart)
  }

  @Test func `an entry that unpacks to more than the limit is an error`() throws {
    let archive = try TravelArchive(Fixture.data("kitinerary__pkpassdata_swiss.pkpass"))
    let entry = try #require(archive.entries.first)
    let error = #expect(throws: TravelFileError.self) { try archive.contents(entry, limit: 100) }
    #expect(error?.code == .tooLarge)
    #expect(error?.reason == "The entry \"\(entry.name)\" is larger than 1 MB unpacked")
    #expect(try archive.contents(entry).count == 2473)
  }

  @Test func `an entry with a wrong checksum is damaged, and an encrypted one unsupported`() throws
  {
    // Deflate data of "a"; the archive states the checksum 0.
    var archive = Self.archive("pass.json", Data([0x4B, 4, 0]), size: 1)
    let damaged = #expect(throws: TravelFileError.self) { try TravelFileReader().read(archive) }
    #expect(damaged?.code == .malformed)
    #expect(damaged?.reason == "The entry \"pass.json\" is damaged")
    #expect(damaged?.remedy == "Save the archive again")
    // The flags of the entry in the directory.
    let directory = try #require(archive.firstRange(of: Data([0x50, 0x4B, 1, 2])))
    archive[directory.lowerBound + 8] = 1
    let encrypted = #expect(throws: TravelFileError.self) { try TravelFileReader().read(archive) }
    #expect(encrypted?.code == .unsupported)
    #expect(
      encrypted?.reason == "The entry \"pass.json\" is encrypted or uses another compression")
  }

  @Test func `an archive that ends too early is truncated`() throws {
    let pass = try Fixture.data("kitinerary__pkpassdata_swiss.pkpass")
    #expect(code(pass.dropLast(200)) == .truncated)
  }

  @Test func `an archive of more entries than the limit is an error`() throws {
    var archive = Self.archive("pass.json", Data([3, 0]), size: 0)
    // The number of entries in the end record, 2,001.
    archive[archive.count - 12] = 0xD1
    archive[archive.count - 11] = 0x07
    let error = #expect(throws: TravelFileError.self) { try TravelFileReader().read(archive) }
    #expect(error?.code == .tooLarge)
    #expect(error?.reason == "The archive has more than 2000 entries")
  }

  @Test(arguments: [
    ("pass.json", "pass"), ("a.pkpass", "bundle of passes"), ("doc.kml", "map"),
  ])
  func `a zip bomb is an error at its limit, whatever size its directory states`(
    name: String, kind: String
  ) throws {
    let deflated = try Self.deflatedZeros(200_000_000)
    #expect(deflated.count < 1_000_000)
    // The directory states 100 bytes.
    let archive = Self.archive(name, deflated, size: 100)
    #expect(code(archive) == .tooLarge, "\(kind)")
  }

  /// Zeros as raw deflate data, made by gzip.
  private static func deflatedZeros(_ count: Int) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c \(count) /dev/zero | gzip -9 -n"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // Header and trailer of RFC 1952 have 10 and 8 bytes.
    return data.dropFirst(10).dropLast(8)
  }

  /// An archive of one entry.
  private static func archive(_ name: String, _ deflated: Data, size: Int) -> Data {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let common: [[UInt8]] = [
      number(20, 2), number(0, 2), number(8, 2), number(0, 4), number(0, 4),
      number(deflated.count, 4), number(size, 4), number(name.utf8.count, 2), number(0, 2),
    ]
    var data = Data([0x50, 0x4B, 3, 4] + common.joined() + Array(name.utf8))
    data.append(deflated)
    let start = data.count
    data += [0x50, 0x4B, 1, 2] + number(20, 2) + common.joined()
    data += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(0, 4)
    data += Array(name.utf8)
    let end = data.count
    data += [0x50, 0x4B, 5, 6] + number(0, 2) + number(0, 2) + number(1, 2) + number(1, 2)
    data += number(end - start, 4) + number(start, 4) + number(0, 2)
    return data
  }

  @Test func `amounts that are no numbers of money are left out and reported`() throws {
    let text = """
      {"@type":"FoodEstablishmentReservation","totalPrice":"1e400","priceCurrency":"EUR",
      "startTime":"2027-03-10T19:00","reservationFor":{"@type":"FoodEstablishment","name":"Inn"}}
      """
    let document = try read(text)
    #expect(document.reservations.count == 1 && document.reservations.first?.price?.amount == nil)
    #expect(document.issues.first.map(\.kind) == [.unreadableAmount])
  }
}
