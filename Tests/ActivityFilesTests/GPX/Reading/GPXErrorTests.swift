// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Rejected files and their errors.
struct GPXErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let code: ActivityFileError.Code
    let line: Int?
    let reason: String

    init(
      _ name: String, _ text: String, _ code: ActivityFileError.Code, line: Int?, _ reason: String
    ) {
      self.init(name, bytes: Array(text.utf8), code, line: line, reason)
    }

    init(
      _ name: String, bytes: [UInt8], _ code: ActivityFileError.Code, line: Int?, _ reason: String
    ) {
      testDescription = name
      self.bytes = bytes
      self.code = code
      self.line = line
      self.reason = reason
    }
  }

  static let cases: [Case] = [
    Case("empty", "", .empty, line: nil, "empty"),
    Case("blanks", " \n\n ", .empty, line: nil, "empty"),
    Case("TCX", "<?xml version='1.0'?>\n<TrainingCenterDatabase/>", .notGPX, line: 2, "TCX"),
    Case("KML", "<kml xmlns='http://www.opengis.net/kml/2.2'/>", .notGPX, line: 1, "KML"),
    Case("HTML as XML", "<html><body/></html>", .notGPX, line: 1, "HTML"),
    Case("HTML", "<!DOCTYPE html><html><p>Sign in<br></html>", .notGPX, line: 1, "HTML"),
    Case("health export", "<HealthData/>", .notGPX, line: 1, "Apple Health"),
    Case("other XML", "<a:foo xmlns:a='b'/>", .notGPX, line: 1, "<foo>"),
    Case("JSON", " {\"type\": 1}", .notXML, line: nil, "JSON"),
    Case("NMEA", "$GPRMC,1,2*00", .notXML, line: nil, "NMEA"),
    Case("text", "hello", .notXML, line: 1, "not XML"),
    Case("gzip", bytes: [0x1F, 0x8B, 8, 0, 0, 0], .notXML, line: nil, "gzip"),
    Case("zip", bytes: [0x50, 0x4B, 3, 4, 20, 0], .notXML, line: nil, "zip"),
    Case(
      "FIT", bytes: [14, 0x20, 0x54, 8, 1, 0, 0, 0] + Array(".FIT".utf8) + [0, 0], .notXML,
      line: nil, "FIT"),
    Case("zeros", bytes: Array(repeating: 0, count: 4096), .notXML, line: nil, "zero bytes"),
    Case("cut in a tag", "<gpx>\n<trk>\n<trkseg><trkpt la", .truncated, line: 3, "ends before"),
    Case("cut between tags", "<gpx>\n<trk>\n<trkseg>\n", .truncated, line: 4, "ends before"),
    Case("cut in text", "<gpx>\n<trk><name>Mor", .truncated, line: 2, "ends before"),
    Case("cut in CDATA", "<gpx>\n<trk><name><![CDATA[M", .truncated, line: 2, "ends before"),
    Case("wrong end tag", "<gpx>\n<trk>\n</gpx>", .malformed, line: 3, "well-formed"),
    Case("two roots", "<gpx/>\n<gpx/>", .malformed, line: 2, "well-formed"),
    Case("bare ampersand", "<gpx>\n<trk><name>a & b</name>", .malformed, line: 2, "well-formed"),
    Case("HTML entity", "<gpx>\n<trk><name>&eacute;</name>", .malformed, line: 2, "entity"),
    Case(
      "broken UTF-8", bytes: Array("<gpx>\n<name>".utf8) + [0xC3, 0x28], .malformed, line: 2,
      "well-formed"),
    Case(
      "unknown encoding", "<?xml version='1.0' encoding='EBCDIC-7'?><gpx/>", .unsupportedEncoding,
      line: 1, "encoding"),
    Case(
      "billion laughs",
      """
      <?xml version="1.0"?>
      <!DOCTYPE gpx [
      <!ENTITY a "ha">
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      ]>
      <gpx><trk><name>&b;</name></trk></gpx>
      """, .entityDeclaration, line: 3, "entity"),
    Case(
      "external entity",
      "<!DOCTYPE gpx [\n<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<gpx><name>&x;</name></gpx>",
      .entityDeclaration, line: 2, "entity"),
    Case(
      "parameter entity", "<!DOCTYPE gpx [\n\n<!ENTITY % x \"y\">]>\n<gpx/>", .entityDeclaration,
      line: 3, "entity"),
    Case(
      "attribute defaults", "<!DOCTYPE gpx [\n<!ATTLIST gpx a CDATA \"x\">]>\n<gpx/>",
      .entityDeclaration, line: 2, "attributes"),
    Case(
      "entity of an outside type",
      "<!DOCTYPE gpx SYSTEM \"http://example.org/a.dtd\">\n<gpx><name>&x;</name></gpx>",
      .entityDeclaration, line: 2, "outside"),
    Case(
      "nesting", "<gpx>" + String(repeating: "\n<a>", count: 100_000), .nestingTooDeep, line: 65,
      "64 levels"),
    Case(
      "endless tag", "<gpx a='" + String(repeating: "x", count: 6 << 20), .tooLarge, line: 1,
      "4 MB"),
  ]

  @Test(arguments: cases)
  func `an invalid file is rejected with its code, line and reason`(fault: Case) throws {
    let error = try #require(throws: ActivityFileError.self) {
      try GPXDocument(data: Data(fault.bytes), name: "hike.gpx")
    }
    #expect(error.code == fault.code, "\(error)")
    #expect(error.line == fault.line, "\(error)")
    #expect(error.reason.contains(fault.reason), "\(error)")
    #expect(error.file == "hike.gpx")
    #expect(!error.remedy.isEmpty)
  }

  @Test(arguments: cases)
  func `an invalid file read byte by byte is rejected with the same error`(fault: Case) throws {
    var rest = fault.bytes.prefix(3000)[...]
    guard rest.count == fault.bytes.count else { return }
    let reader = try GPXReader(name: "hike.gpx") {
      rest.popFirst().map { Data([$0]) }
    }
    let error = try #require(throws: ActivityFileError.self) { try GPXDocument(reader) }
    #expect(error.code == fault.code, "\(error)")
    #expect(error.line == fault.line, "\(error)")
  }

  @Test
  func `a document type without declarations is accepted`() throws {
    #expect(try document("<!DOCTYPE gpx><gpx version='1.1'/>").version == "1.1")
  }

  @Test
  func `ten levels of nesting are accepted`() throws {
    let inner = String(repeating: "<a>", count: 10) + "x" + String(repeating: "</a>", count: 10)
    let document = try track("<trkpt lat='1' lon='2'><extensions>\(inner)</extensions></trkpt>")
    #expect(document.trackPointCount == 1)
    #expect(document.issues.isEmpty)
  }

  @Test
  func `missing files, directories and unreadable files have distinct error codes`() throws {
    let folder = FileManager.default.temporaryDirectory
    let missing = folder.appendingPathComponent("\(UUID().uuidString).gpx")
    let cases: [(URL, ActivityFileError.Code)] = [
      (missing, .missing), (folder, .directory),
      (URL(fileURLWithPath: "/proc/self/mem"), .unreadable),
    ]
    for (url, code) in cases {
      let error = try #require(throws: ActivityFileError.self) {
        try GPXDocument(contentsOf: url)
      }
      #expect(error.code == code)
      #expect(error.file == url.lastPathComponent)
    }
    let address = try #require(URL(string: "https://example.org/a.gpx"))
    let error = try #require(throws: ActivityFileError.self) {
      try GPXDocument(contentsOf: address)
    }
    #expect(error.code == .unreadable)
  }

  @Test
  func `an error message contains the file, line, reason and remedy`() throws {
    let error = try #require(throws: ActivityFileError.self) {
      try GPXDocument(data: Data("<kml/>".utf8), name: "a.kml")
    }
    #expect(
      error.description
        == "a.kml, line 1: This is a KML file, not a GPX file. Export the activity as GPX.")
    #expect(error.localizedDescription == error.description)
    let plain = ActivityFileError(.empty, reason: "The file is empty", remedy: "Try again")
    #expect(plain.description == "The file is empty. Try again.")
    #expect(plain.code.description == "empty")
  }
}
