// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// The results of an independent reader for one season.
struct SeasonGroundTruth: Decodable, Sendable, CustomTestStringConvertible {
  let file: String
  let rows: Int
  let types: [String: Int]
  let workDistanceM: Double
  let restDistanceM: Double
  let workTimeS: Double
  let restTimeS: Double
  let totalCal: Double
  let strokeCount: Double
  let first: String
  let last: String
  let withHr: Int
  let ranked: Int

  var testDescription: String { file }

  static func all() throws -> [SeasonGroundTruth] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(
      [SeasonGroundTruth].self, from: Fixture.data("ground-truth-season.json"))
  }
}

/// Reads a text as a rowing file.
func rowingFile(_ text: String) throws -> RowingFile {
  try RowingFile(data: Data(text.utf8), name: "test.csv")
}

/// Season files of Concept2's logbook.
struct RowingSeasonTests {
  static let header =
    "\"ID\",\"Date\",\"Description\",\"Work Time (Formatted)\",\"Work Time (Seconds)\","
    + "\"Rest Time (Formatted)\",\"Rest Time (Seconds)\",\"Work Distance\",\"Rest Distance\","
    + "\"Stroke Rate/Cadence\",\"Stroke Count\",\"Pace\",\"Avg Watts\",\"Cal/Hour\",\"Total Cal\","
    + "\"Avg Heart Rate\",\"Drag Factor\",\"Age\",\"Weight\",\"Type\",\"Ranked\",\"Comments\""

  static let row =
    "\"1\",\"2021-02-19 13:38:00\",\"30:01 row\",\"\"\"30:01.7\"\"\",\"1801.7\",\"\",\"\","
    + "\"7075\",\"\",\"24\",\"663\",\"2:07.3\",\"170\",\"883\",\"439\",\"164\",\"122\",\"43\","
    + "\"Hwt\",\"Indoor Rower\",\"No\",\"\""

  @Test(arguments: try SeasonGroundTruth.all())
  func `totals of a season match an independent reader`(truth: SeasonGroundTruth) throws {
    let file = try RowingFile(contentsOf: Fixture.url(truth.file))
    let workouts = file.workouts
    func sum(_ value: (RowingWorkout) -> Double?) -> Double {
      workouts.compactMap(value).reduce(0, +)
    }
    #expect(file.format == .concept2Season)
    #expect(file.issues.isEmpty)
    #expect(workouts.count == truth.rows)
    #expect(workouts.filter { $0.machine == .rower }.count == truth.types["Indoor Rower"])
    #expect(workouts.filter { $0.machine == .bike }.count == truth.types["BikeErg"] ?? 0)
    #expect(sum(\.distance) == truth.workDistanceM)
    #expect(sum(\.restDistance) == truth.restDistanceM)
    #expect(abs(sum(\.duration) - truth.workTimeS) < 0.0051)
    #expect(sum(\.restDuration) == truth.restTimeS)
    #expect(sum(\.calories) == truth.totalCal)
    #expect(sum { $0.strokeCount.map(Double.init) } == truth.strokeCount)
    #expect(workouts.filter { $0.heartRate != nil }.count == truth.withHr)
    #expect(workouts.filter { $0.isRanked == true }.count == truth.ranked)
    let dates = workouts.compactMap { $0.date?.date(in: .gmt) }
    let style = Date.ISO8601FormatStyle().dateTimeSeparator(.space)
    #expect(dates.min()?.formatted(style) == truth.first + "Z")
    #expect(dates.max()?.formatted(style) == truth.last + "Z")
  }

  @Test
  func `a row has every figure of the logbook`() throws {
    let workout = try #require(try rowingFile("\(Self.header)\r\n\(Self.row)\r\n").workouts.first)
    var expected = RowingWorkout(format: .concept2Season)
    expected.line = 2
    expected.logID = "1"
    expected.date = RowingDate(
      year: 2021, month: 2, day: 19, hour: 13, minute: 38, meaning: .end)
    expected.title = "30:01 row"
    expected.machine = .rower
    expected.duration = 1801.7
    expected.distance = 7075
    expected.strokeRate = 24
    expected.strokeCount = 663
    expected.pace = 127.3
    expected.power = 170
    expected.caloriesPerHour = 883
    expected.calories = 439
    expected.heartRate = 164
    expected.dragFactor = 122
    expected.age = 43
    expected.weightClass = "Hwt"
    expected.isRanked = false
    #expect(workout == expected)
  }

  @Test
  func `a date is the end in the athlete's zone, and midnight is a day`() throws {
    let day = Self.row.replacingOccurrences(of: "13:38:00", with: "00:00:00")
    let workouts = try rowingFile("\(Self.header)\n\(Self.row)\n\(day)\n").workouts
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    // 13:38 in New York is 18:38 UTC; the workout took 1801.7 s.
    #expect(workouts[0].start(in: zone) == Date(timeIntervalSince1970: 1_613_759_880 - 1801.7))
    #expect(workouts[1].date?.hasTime == false)
    #expect(workouts[1].start(in: zone) == Date(timeIntervalSince1970: 1_613_710_800))
  }

  @Test
  func `columns of later years are bound by name`() throws {
    let text = """
      Log ID,Date,Type,Work Distance,Work Time (Formatted),Pace,Comments,Date Entered,New
      7,2023-05-01 10:00:00,BikeErg,10000,15:00.0,1:30.0,"windy, ""cold""
      outside",2023-05-02,x
      """
    let workout = try #require(try rowingFile(text).workouts.first)
    #expect(workout.logID == "7")
    #expect(workout.machine == .bike)
    #expect(workout.duration == 900)
    #expect(workout.pace == 45)
    #expect(workout.comments == "windy, \"cold\"\noutside")
    #expect(workout.entered?.day == 2)
  }

  @Test(
    arguments: [
      ("Indoor Rower", .rower), ("RowErg", .rower), ("Dynamic RowErg", .dynamic),
      ("RowErg on Slides", .slides), ("SkiErg", .ski), ("BikeErg", .bike), ("On Water", .water),
      ("On Snow", .other), ("Roller Skis", .other), ("Paddle Adapter", .other),
      ("MultiErg", .other), ("Treadmill", .other),
    ] as [(String, RowingMachine)])
  func `a row has the logbook's machine`(name: String, machine: RowingMachine) throws {
    let text = """
      Log ID,Date,Type,Work Distance,Work Time (Seconds)
      7,2023-05-01 10:00:00,\(name),2000,480
      """
    #expect(try rowingFile(text).workouts.map(\.machine) == [machine])
  }

  @Test(
    arguments: [
      ("30:01.7", 1801.7), ("2:07", 127), ("1:02:03.25", 3723.25), ("0:59.", 59), ("59.9", 59.9),
      ("1:60", nil), ("1:2:3:4", nil), (":30", nil), ("1:", nil), ("1:.5", nil), ("1:0:5.2.1", nil),
      ("1234567890:00", nil), ("123456789:00", 7_407_407_340), ("-1:00", nil),
    ] as [(String, Double?)])
  func `a time has minutes and hours`(text: String, seconds: Double?) throws {
    let file = try rowingFile(
      "Log ID,Date,Work Time (Formatted),Work Distance\n7,2023-05-01 10:00:00,\(text),2000")
    #expect(file.workouts.map(\.duration) == [seconds])
    #expect(file.issues.total == (seconds == nil ? 1 : 0))
  }

  @Test(arguments: ["\"Log ID\"", "Log ID", "\u{FEFF}Log ID", " Log ID"])
  func `a season of any size and beginning is recognized`(first: String) throws {
    let header = first + ",Date,Type,Work Distance,Work Time (Seconds),Comments\n"
    for size in [0, 600, 100_000] {
      let comments = String(repeating: "x", count: size)
      let rows = "7,2023-05-01 10:00:00,RowErg,2000,480,\(comments)\n"
      let file = try rowingFile(header + rows)
      #expect(file.format == .concept2Season)
      #expect(file.workouts.map(\.comments?.count) == [size == 0 ? nil : size])
    }
  }

  @Test
  func `a bad row is an issue with its line and stops no other`() throws {
    let bad = [
      Self.row.replacingOccurrences(of: "2021-02-19", with: "2021-02-30"), "\"2\",\"2021",
      Self.row.replacingOccurrences(of: "\"1801.7\"", with: "\"-3\""),
      Self.row.replacingOccurrences(of: "\"7075\"", with: "\"NaN\""),
      Self.row.replacingOccurrences(of: "30:01 row", with: "30:01 \" row"),
    ]
    let text = ([Self.header, Self.row] + bad + [Self.row]).joined(separator: "\r\n")
    let file = try rowingFile(text)
    #expect(file.workouts.count == 2)
    #expect(file.issues.first.map(\.line) == [3, 4, 5, 6, 7])
    #expect(
      file.issues.first.map(\.description) == [
        "line 3: The date is \"2021-02-30 13:38:00\". The row is skipped.",
        "line 4: The row is too long, or a quote in it is not closed. The row is skipped.",
        "line 5: The work time (seconds) is negative. The row is skipped.",
        "line 6: The work distance is \"NaN\". The row is skipped.",
        "line 7: The row is too long, or a quote in it is not closed. The row is skipped.",
      ])
  }

  @Test
  func `byte order marks and all line ends are accepted`() throws {
    let lines = [Self.header, Self.row, Self.row]
    for end in ["\n", "\r\n", "\r", "\r\r\n"] {
      let file = try rowingFile("\u{FEFF}" + lines.joined(separator: end) + end)
      #expect(file.workouts.map(\.line) == [2, 3])
      #expect(file.issues.isEmpty)
    }
  }

  @Test
  func `unknown and empty files are refused`() throws {
    for (text, code) in [
      ("", ActivityFileError.Code.empty), (" \n\n", .empty), ("a,b,c\n1,2,3\n", .unknownFormat),
      ("Activity ID,Activity Date,Distance\n1,2,3\n", .unknownFormat), ("hello", .unknownFormat),
      ("{\"a\": 1}", .unknownFormat), ("%PDF-1.4", .unknownFormat),
      ("a\u{0}b", .unsupportedEncoding),
    ] {
      let error = #expect(throws: ActivityFileError.self) { try rowingFile(text) }
      #expect(error?.code == code, "\(text)")
      #expect(error?.file == "test.csv")
    }
    let utf16 = try #require(Self.header.data(using: .utf16))
    let error = #expect(throws: ActivityFileError.self) { try RowingFile(data: utf16) }
    #expect(error?.code == .unsupportedEncoding)
  }
}
