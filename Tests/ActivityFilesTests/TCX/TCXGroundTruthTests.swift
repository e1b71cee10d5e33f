// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// The results of independent readers for one TCX file.
struct TCXGroundTruth: Decodable, Sendable, CustomTestStringConvertible {
  let file: String
  let activities: [[String]]?
  let laps: Int?
  let sumTime: Double?
  let sumDist: Double?
  let sumCal: Double?
  let trackpoints: Int?
  let tracks: Int?
  let pos: Int?
  let hr: Int?
  let cad: Int?
  let watts: Int?
  let alt: Int?
  let distPts: Int?
  let lastDist: Double?
  let hrAvg: Double?
  let hrMax: Double?
  let altMin: Double?
  let altMax: Double?

  var testDescription: String { file }

  static func all() throws -> [TCXGroundTruth] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([TCXGroundTruth].self, from: Fixture.data("ground-truth-tcx.json"))
  }
}

/// All events of a TCX file, by kind.
struct TCXContent {
  var activities: [TCXActivity] = []
  var laps: [TCXLap] = []
  var points: [TCXTrackpoint] = []
  var tracks = 0
  var issues = ActivityFileIssueLog()

  init(_ reader: TCXReader) throws(ActivityFileError) {
    while let event = try reader.next() {
      switch event {
      case .activityEnded(let activity): activities.append(activity)
      case .lapEnded(let lap): laps.append(lap)
      case .trackpoint(let point): points.append(point)
      case .trackBegan: tracks += 1
      case .activityBegan, .lapBegan, .trackEnded: break
      }
    }
    issues = reader.issues
  }

  init(_ text: String) throws {
    try self.init(TCXReader(data: Data(text.utf8), name: "test.tcx"))
  }
}

/// Real TCX files, compared with the results of independent readers.
struct TCXGroundTruthTests {
  @Test(arguments: try TCXGroundTruth.all().filter { $0.laps != nil })
  func `totals match independent readers`(truth: TCXGroundTruth) throws {
    let content = try TCXContent(TCXReader(contentsOf: Fixture.url(truth.file)))
    #expect(content.activities.map { [$0.sport ?? "", $0.id ?? ""] } == truth.activities)
    #expect(content.laps.count == truth.laps)
    #expect(content.tracks == truth.tracks)
    let time = content.laps.compactMap(\.duration).reduce(0, +)
    let distance = content.laps.compactMap(\.distance).reduce(0, +)
    #expect(abs(time - (truth.sumTime ?? 0)) < 0.0051)
    #expect(abs(distance - (truth.sumDist ?? 0)) < 0.0051)
    #expect(content.laps.compactMap(\.calories).reduce(0, +) == truth.sumCal)
  }

  @Test(arguments: try TCXGroundTruth.all().filter { $0.laps != nil })
  func `track points match independent readers`(truth: TCXGroundTruth) throws {
    let content = try TCXContent(TCXReader(contentsOf: Fixture.url(truth.file)))
    let points = content.points
    #expect(points.count == truth.trackpoints)
    #expect(points.filter { $0.latitude != nil }.count == truth.pos)
    #expect(points.filter { $0.cadence != nil }.count == truth.cad)
    #expect(points.filter { $0.power != nil }.count == truth.watts)
    #expect(points.filter { $0.altitude != nil }.count == truth.alt)
    #expect(points.filter { $0.distance != nil }.count == truth.distPts)
    #expect(points.last { $0.distance != nil }?.distance == truth.lastDist)
    let rates = points.compactMap(\.heartRate)
    #expect(rates.count == truth.hr)
    #expect(rates.max() == truth.hrMax)
    if let average = truth.hrAvg {
      #expect(abs(rates.reduce(0, +) / Double(rates.count) - average) < 0.0051)
    }
    #expect(points.compactMap(\.altitude).min() == truth.altMin)
    #expect(points.compactMap(\.altitude).max() == truth.altMax)
  }

  @Test
  func `a file with an undeclared prefix is read`() throws {
    let content = try TCXContent(TCXReader(contentsOf: Fixture.url("rowingdata__recover.tcx")))
    #expect(content.points.count == 41)
    #expect(content.laps.first?.distance == 313.4)
    #expect(content.laps.first?.maxPower == 161)
    #expect(content.activities.first?.device == "Venu")
    #expect(content.activities.first?.notes == "Rowing Session")
  }
}
