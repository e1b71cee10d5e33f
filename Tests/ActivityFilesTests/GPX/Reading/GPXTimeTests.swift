// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Timestamps in every format that files contain.
struct GPXTimeTests {
  private func read(_ text: String) throws -> Date? {
    try point("<time>\(text)</time>").time
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("2000-02-29T12:00:00Z", 951_825_600), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("1900-03-01T00:00:00Z", -2_203_891_200), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2024-05-01T24:00:00Z", 1_714_608_000), ("2024-05-01t10:00:00z", 1_714_557_600),
      ("2024-05-01 10:00:00Z", 1_714_557_600), (" 2024-05-01T10:00:00Z\n", 1_714_557_600),
      ("2024-05-01T10:00:00.5Z", 1_714_557_600.5), ("2024-05-01T10:00:00,25Z", 1_714_557_600.25),
      ("2024-05-01T10:00:00.1234567890123456789Z", 1_714_557_600.123456789),
      ("2024-05-01T10:00:00+0530", 1_714_537_800), ("2024-05-01T10:00:00-07", 1_714_582_800),
      ("2024-05-01T10:00:00+14:00", 1_714_507_200),
    ])
  func `a valid timestamp is parsed`(text: String, seconds: Double) throws {
    let time = try #require(try read(text))
    #expect(abs(time.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(
    arguments: [
      "yesterday", "2024-05-01", "2024-05-01T10:00", "2024-13-01T10:00:00Z",
      "2024-00-01T10:00:00Z", "2023-02-29T10:00:00Z", "1900-02-29T10:00:00Z",
      "2024-04-31T10:00:00Z", "2024-05-00T10:00:00Z", "2024-05-01T25:00:00Z",
      "2024-05-01T24:00:01Z", "2024-05-01T10:60:00Z", "2024-05-01T10:00:61Z",
      "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00X", "2024-05-01T10:00:00+1",
      "2024-05-01T10:00:00+1x:00", "2024-05-01T10:00:00+01:75", "2024/05/01T10:00:00Z",
      "0000-01-01T00:00:00Z", "-024-05-01T10:00:00Z", "12024-05-01T10:00:00Z", "1714557600",
    ])
  func `an invalid timestamp is omitted and reported`(text: String) throws {
    let document = try track("<trkpt lat='1' lon='2'><time>\(text)</time></trkpt>")
    #expect(document.trackPoints.map(\.time) == [nil])
    #expect(document.issues.first.map(\.kind) == [.badTime])
  }

  @Test
  func `random timestamps are parsed as Foundation formats them`() throws {
    var generator = SeededGenerator(seed: 5)
    let style = Date.ISO8601FormatStyle()
    for _ in 0..<500 {
      let date = Date.unix(
        Double(Int.random(in: -62_135_596_800...253_402_300_799, using: &generator)))
      guard date.timeIntervalSince1970 > -12_219_292_800 else { continue }
      #expect(try read(date.formatted(style)) == date)
    }
  }
}
