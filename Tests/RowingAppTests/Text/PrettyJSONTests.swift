// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing
import Testing

@testable import RowingApp

/// The JSON of lists of sessions, which no encoder writes.
struct PrettyJSONTests {
  private func session(_ number: Int, _ value: Double?, _ text: String?) -> SessionSummary {
    SessionSummary(
      id: UUID(), athleteName: text, startedAt: Date(timeIntervalSince1970: Double(number) * 1e6),
      isDateAssumed: number.isMultiple(of: 2), machine: number == 1 ? .bikeErg : .rowErg,
      workout: text, distance: value ?? 0, duration: value ?? 0, restDistance: value,
      restDuration: value, pace: value, paceText: text, strokeRate: value, power: value,
      maxPower: value, calories: value, caloriesPerHour: value,
      heartRate: value == nil ? nil : number, dragFactor: value,
      strokes: value == nil ? nil : -number, source: text ?? "")
  }

  private let controls = String(
    String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar(UInt32($0)) }))

  private var sessions: [SessionSummary] {
    let values: [Double?] = [
      nil, 0, -0.0, 1, 1200.1, 0.0004, 0.1 + 0.2, -5000.25, 1e15, 123_456_789_012_345.6, 1e16,
      1e300, .nan, .infinity,
    ]
    let texts = [
      nil, "", "5000m", "Ann \"O'Neil\" \\ /", controls, "\u{7F}\u{2028}\u{1F6A3} Žiga e\u{301}",
    ]
    return values.enumerated().flatMap { number, value in
      texts.map { session(number, value, $0) }
    }
  }

  @Test func `the text of a list of sessions is that of the encoder`() throws {
    let records = sessions.map { SessionRecord($0) }
    #expect(try SessionRecord.list(records) == JSONOutput.encode(records))
    #expect(try SessionRecord.list([]) == JSONOutput.encode([SessionRecord]()))
  }

  @Test func `the text of an import's report is that of the encoder`() throws {
    let entries = sessions.map {
      RowingImportReport.Entry(file: "a.csv", line: 2, session: $0, warnings: [])
    }
    let reports = [
      RowingImportReport(), RowingImportReport(imported: entries),
      RowingImportReport(
        imported: [entries[3]], merged: Array(entries[4...6]), unchanged: [entries[7]],
        failed: [
          .init(file: "a/b.csv", line: nil, error: "Bad \"row\"\n"),
          .init(file: "c.csv", line: 7, error: ""),
        ]),
    ]
    for report in reports {
      let record = RowImportRecord(report)
      #expect(try record.text() == JSONOutput.encode(record))
    }
  }
}
