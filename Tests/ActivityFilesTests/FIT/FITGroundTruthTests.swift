// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// The results of independent readers for one FIT file.
struct FITGroundTruth: Decodable, Sendable, CustomTestStringConvertible {
  struct Session: Decodable, Sendable {
    let totalElapsedTime: Double?
    let totalTimerTime: Double?
    let totalDistance: Double?
    let totalAscent: Double?
    let totalDescent: Double?
    let totalCalories: Double?
    let avgHeartRate: Int?
    let maxHeartRate: Int?
    let avgCadence: Double?
    let avgPower: Double?
    let avgSpeed: Double?
    let numLaps: Int?
  }

  let file: String
  let proto: String
  let profile: Int
  let dataSize: Int
  let msgs: [String: Int]?
  let records: Int?
  let sessions: [Session]?
  let posRecords: Int?
  let lastDistance: Double?
  let hrN: Int?
  let hrAvg: Double?
  let hrMax: Int?
  let hrvRr: Int?
  let devFields: Int?
  let t0: String?
  let t1: String?

  var testDescription: String { file }

  static func all() throws -> [FITGroundTruth] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([FITGroundTruth].self, from: Fixture.data("ground-truth-fit.json"))
  }

  static func readable() throws -> [FITGroundTruth] { try all().filter { $0.records != nil } }

  /// Compares a time of the file with a time as other readers print it.
  static func isEqual(_ time: FITTime?, _ text: String?) -> Bool {
    switch time {
    case .relative(let seconds): return String(seconds) == text
    case .date(let date):
      let style = Date.ISO8601FormatStyle().dateTimeSeparator(.space)
      return text?.hasPrefix(date.formatted(style).dropLast()) == true
    case nil: return text == nil
    }
  }
}

/// All events of a FIT file, by kind.
struct FITContent {
  var headers: [FITHeader] = []
  var ids: [FITFileID] = []
  var records: [FITRecord] = []
  var sessions: [FITSession] = []
  var laps: [FITLap] = []
  var events: [FITTimerEvent] = []
  var devices: [FITDevice] = []
  var sports: [FITSport] = []
  var descriptions: [FITFieldDescription] = []
  var heartbeats: [[Double]] = []
  var others: [FITMessage] = []
  var issues = ActivityFileIssueLog()

  init(_ reader: FITReader) throws(ActivityFileError) {
    while let event = try reader.next() {
      switch event {
      case .fileBegan(let header): headers.append(header)
      case .fileID(let id): ids.append(id)
      case .record(let record): records.append(record)
      case .session(let session): sessions.append(session)
      case .lap(let lap): laps.append(lap)
      case .event(let event): events.append(event)
      case .device(let device): devices.append(device)
      case .sport(let sport): sports.append(sport)
      case .fieldDescription(let description): descriptions.append(description)
      case .heartbeats(let intervals): heartbeats.append(intervals)
      case .other(let message): others.append(message)
      }
    }
    issues = reader.issues
  }
}

/// Real FIT files, compared with the results of independent readers.
struct FITGroundTruthTests {
  @Test(arguments: try FITGroundTruth.readable())
  func `counts match independent readers`(truth: FITGroundTruth) throws {
    let content = try FITContent(FITReader(contentsOf: Fixture.url(truth.file)))
    let counts = try #require(truth.msgs)
    #expect(content.headers[0].dataSize == truth.dataSize)
    #expect(content.headers[0].profileVersion == truth.profile)
    let version = content.headers[0].protocolVersion
    #expect("\(version >> 4).\(version & 15)" == truth.proto)
    #expect(content.records.count == truth.records)
    #expect(content.ids.count == counts["file_id"] ?? 0)
    #expect(content.laps.count == counts["lap"] ?? 0)
    #expect(content.sessions.count == counts["session"] ?? 0)
    #expect(content.events.count == counts["event"] ?? 0)
    #expect(content.devices.count == counts["device_info"] ?? 0)
    #expect(content.sports.count == counts["sport"] ?? 0)
    #expect(content.heartbeats.count == counts["hrv"] ?? 0)
    #expect(content.descriptions.count == truth.devFields)
    #expect(content.heartbeats.joined().count == truth.hrvRr)
    #expect(!content.issues.hasWarnings)
  }

  @Test(arguments: try FITGroundTruth.readable())
  func `records match independent readers`(truth: FITGroundTruth) throws {
    let content = try FITContent(FITReader(contentsOf: Fixture.url(truth.file)))
    let records = content.records
    #expect(records.filter { $0.latitude != nil }.count == truth.posRecords)
    #expect(records.last { $0.distance != nil }?.distance == truth.lastDistance)
    let rates = records.compactMap(\.heartRate)
    #expect(rates.max() == truth.hrMax)
    if let count = truth.hrN, let average = truth.hrAvg {
      #expect(rates.count == count)
      #expect(abs(Double(rates.reduce(0, +)) / Double(count) - average) < 0.0051)
    }
    #expect(FITGroundTruth.isEqual(records.first?.time, truth.t0))
    #expect(FITGroundTruth.isEqual(records.last?.time, truth.t1))
  }

  @Test(arguments: try FITGroundTruth.readable())
  func `sessions match independent readers`(truth: FITGroundTruth) throws {
    let content = try FITContent(FITReader(contentsOf: Fixture.url(truth.file)))
    for (session, expected) in zip(content.sessions, truth.sessions ?? []) {
      let totals = session.totals
      #expect(totals.elapsedTime == expected.totalElapsedTime)
      #expect(totals.timerTime == expected.totalTimerTime)
      #expect(totals.distance == expected.totalDistance)
      #expect(totals.ascent == expected.totalAscent)
      #expect(totals.descent == expected.totalDescent)
      #expect(totals.calories == expected.totalCalories)
      #expect(totals.averageHeartRate == expected.avgHeartRate)
      #expect(totals.maxHeartRate == expected.maxHeartRate)
      // Other readers name the cadence of runners differently.
      if let cadence = expected.avgCadence { #expect(totals.averageCadence == cadence) }
      #expect(totals.averagePower == expected.avgPower)
      #expect(totals.averageSpeed == expected.avgSpeed)
      #expect(session.lapCount == expected.numLaps)
    }
  }

  @Test
  func `a message without a definition is an error with its offset`() throws {
    let name = "fitparse__strava-android-app-201.10-b1218918.fit"
    let reader = try FITReader(contentsOf: Fixture.url(name))
    let error = #expect(throws: ActivityFileError.self) { try FITContent(reader) }
    #expect(error?.code == .undefinedMessage)
    #expect(error?.offset == 7471)
    #expect(
      error?.description
        == "\(name), byte 7471: A message has the local type 11, which is not defined before it. "
        + "The file is damaged from there on; copy it again from the device.")
  }
}
