// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Imported real files, compared with the results of independent readers.
@Suite(.timeLimit(.minutes(15))) struct GroundTruthTests {
  /// The results of gpxpy and others for one GPX file.
  struct GPX: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let trkpt: Int
    let eleMin: Double?
    let haversineM: Double
    let naiveUp: Double
    let spanS: Double?
    var testDescription: String { file }
  }

  /// The results of fitdecode and others for one FIT file.
  struct FIT: Decodable, Sendable, CustomTestStringConvertible {
    struct Session: Decodable, Sendable {
      let totalElapsedTime: Double?
      let totalDistance: Double?
      let totalAscent: Double?
      let maxHeartRate: Int?
    }

    let file: String
    let msgs: [String: Int]?
    let records: Int?
    let posRecords: Int?
    let karney: Double?
    let sessions: [Session]?
    let hrN: Int?
    let hrMax: Int?
    let t0: String?
    var testDescription: String { file }
    /// A device without a clock counts seconds from its start.
    var hasClock: Bool { t0?.contains("-") == true }
  }

  /// The results of ElementTree for one TCX file.
  struct TCX: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let laps: Int?
    let sumDist: Double?
    let pos: Int?
    let hrMax: Double?
    var testDescription: String { file }
  }

  static func truths<Truth: Decodable>(_ file: String) throws -> [Truth] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([Truth].self, from: Data(contentsOf: Fixture.activity(file)))
  }

  /// Imports one file into an empty store.
  private func imported(_ file: String) async throws -> (ImportReport, ModelContext) {
    let container = try RuckMapStore.inMemory()
    let library = RuckLibrary(modelContainer: container)
    let report = await library.importFiles(
      [Fixture.activity(file)], options: ImportOptions(packWeight: 16, bodyWeight: 80))
    return (report, ModelContext(container))
  }

  @Test(
    arguments: try GroundTruthTests.truths("ground-truth.json") as [GroundTruthTests.GPX])
  func `a GPX file has the points, distance and climb of other readers`(
    truth: GPX
  ) async throws {
    let (report, context) = try await imported(truth.file)
    guard truth.trkpt > 0 else {
      #expect(report.failed.count == 1 && report.imported.isEmpty)
      return
    }
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == ruck.points)
    // Other readers count pause marks as points: positions that are not on the earth.
    guard truth.file != "opentracks__legacy_gpx_pause_resume.gpx" else { return }
    #expect(ruck.points == truth.trkpt)
    #expect(abs(ruck.distance - truth.haversineM) < 0.06)
    #expect(abs(ruck.elevationGainRecorded - truth.naiveUp) < 0.01)
    if ruck.isTimed, let span = truth.spanS { #expect(abs(ruck.duration - span) < 0.001) }
  }

  @Test(
    arguments: try GroundTruthTests.truths("ground-truth-fit.json") as [GroundTruthTests.FIT])
  func `a FIT file has the points, laps, ascent and heart rates of other readers`(
    truth: FIT
  ) async throws {
    let (report, context) = try await imported(truth.file)
    guard truth.records != nil, truth.posRecords != 0 || truth.hasClock else {
      // A damaged file, or samples without positions and times.
      #expect(report.failed.count == 1 && report.imported.isEmpty)
      #expect(try context.fetchCount(FetchDescriptor<RuckingSession>()) == 0)
      return
    }
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    let session = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(ruck.points == truth.posRecords)
    let sessions = truth.sessions ?? []
    if let karney = truth.karney, ruck.points > 0 {
      // The sphere's error is at most 0.56 %; the file's segments leave out the pauses.
      #expect(abs(ruck.distance - karney) < 0.006 * karney + 1)
    } else {
      let stated = sessions.compactMap(\.totalDistance).reduce(0, +)
      #expect(abs(ruck.distance - stated) < 0.01)
      #expect(ruck.maxHeartRate == truth.hrMax)
      let metrics = try context.fetch(FetchDescriptor<ActivityMetric>())
      #expect(metrics.count { $0.metricType == .heartRate } == truth.hrN)
    }
    let ascents = sessions.compactMap(\.totalAscent)
    let expected = ascents.isEmpty ? nil : ascents.reduce(0, +)
    #expect(session.deviceElevationGain.map { ($0 * 0.3048).rounded() } == expected)
    let laps = truth.msgs?["lap"] ?? 0
    #expect(session.segments.count == (laps > 1 ? laps : 0))
    #expect(session.segments.allSatisfy { $0.kind == .lap && $0.endTime >= $0.startTime })
  }

  @Test(
    arguments: try GroundTruthTests.truths("ground-truth-tcx.json") as [GroundTruthTests.TCX])
  func `a TCX file has the points and laps of other readers`(truth: TCX) async throws {
    let (report, context) = try await imported(truth.file)
    guard let positions = truth.pos else {
      // Other readers refuse the undeclared prefixes of this file, which ours accepts.
      #expect(truth.file == "rowingdata__recover.tcx")
      #expect(report.imported.count == 1 && report.failed.isEmpty)
      return
    }
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    let session = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(ruck.points == positions)
    if positions == 0, let distance = truth.sumDist, distance > 0 {
      #expect(abs(ruck.distance - distance) < 0.01)
    }
    if let laps = truth.laps { #expect(session.segments.count == (laps > 1 ? laps : 0)) }
    #expect(ruck.maxHeartRate == truth.hrMax.map { Int($0) })
  }
}
