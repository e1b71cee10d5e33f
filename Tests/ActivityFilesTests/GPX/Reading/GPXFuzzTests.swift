// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Fuzzing: a corrupted file is either read or rejected.
struct GPXFuzzTests {
  /// Inputs of each of eight test cases: 400, or an eighth of the value of `CAIRN_FUZZ_INPUTS`.
  private static let count =
    ProcessInfo.processInfo.environment["CAIRN_FUZZ_INPUTS"].flatMap(Int.init).map { $0 / 8 } ?? 400

  private static let pieces = [
    "<trkpt lat=\"1\" lon=\"2\">", "</trkpt>", "<trkseg>", "</trkseg>", "<trk>", "</trk>", "<gpx>",
    "</gpx>", "<extensions>", "<![CDATA[", "]]>", "<!--", "-->", "&amp;", "&#0;", "&#xD800;", "&x;",
    "<!DOCTYPE gpx [<!ENTITY x \"y\">]>", "<?xml version=\"1.0\"?>", "xmlns:a=\"b\"", "<a:b/>",
    "<link href=\"x\">", "<author>", "<metadata>", "<rte>", "<rtept lat=\"91\" lon=\"0\">", "1e400",
    "\u{0}", "\u{FEFF}", "lat=\"100\"", "<time>", "</time>",
  ]

  private func damaged(_ data: Data, _ generator: inout SeededGenerator) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 3...5: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 6, 7:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
      case 8, 9:
        let piece = Self.pieces.randomElement(using: &generator) ?? ""
        bytes.insert(contentsOf: piece.utf8, at: place)
      case 10:
        let end = min(bytes.count, place + Int.random(in: 1...200, using: &generator))
        bytes.insert(
          contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      default: bytes.removeSubrange(place...)
      }
    }
    return Data(bytes)
  }

  @Test(arguments: 0..<8)
  func `a corrupted file is read or rejected without a crash`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let files = try Fixture.names().map(Fixture.data).filter { $0.count < 8000 }
    var counts = try FuzzCount()
    for index in 0..<Self.count {
      guard try counts.isBounded() else {
        Issue.record("input \(index) of seed \(seed): memory has grown by \(counts.growth) bytes")
        return
      }
      let data = damaged(try #require(files.randomElement(using: &generator)), &generator)
      do {
        let document = try GPXDocument(data: data)
        #expect(document.trackPoints.allSatisfy { abs($0.latitude) <= 90 })
        #expect(try GPXDocument(data: document.gpxData()).trackPoints == document.trackPoints)
        counts.read += 1
      } catch {
        #expect((error.line ?? 1) >= 1)
        #expect(!error.reason.isEmpty)
        counts.rejected += 1
      }
    }
    #expect(counts.read > 20)
    #expect(counts.rejected > 20)
    try counts.write("GPX")
  }
}
