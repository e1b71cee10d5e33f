// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Fuzzing: each truncated, random or bit-flipped input is read or rejected, without a trap, and in
/// bounded memory.
struct ActivityFuzzTests {
  /// The value of `CAIRN_FUZZ_INPUTS`.
  private static let givenInputs =
    ProcessInfo.processInfo.environment["CAIRN_FUZZ_INPUTS"].flatMap(Int.init)
  /// Inputs of each format: 5,000, or the value of `CAIRN_FUZZ_INPUTS`.
  private static let inputs = givenInputs ?? 5000
  /// Inputs of each CSV file: 1,000, or the value of `CAIRN_FUZZ_INPUTS`.
  private static let csvInputs = givenInputs ?? 1000
  /// The first seed: 0, or the value of `CAIRN_FUZZ_SEED`.
  private static let firstSeed =
    ProcessInfo.processInfo.environment["CAIRN_FUZZ_SEED"].flatMap(Int.init) ?? 0
  /// The number of test cases of a format.
  private static let cases = 10
  private static let seeds = firstSeed..<firstSeed + cases

  /// Damages a file: truncates it, flips bits, replaces, inserts, removes or repeats bytes.
  private func damaged(_ seed: [UInt8], _ generator: inout SeededGenerator) -> Data {
    if generator.next() % 16 == 0 {
      return Data((0..<Int(generator.next() % 200)).map { _ in UInt8(generator.next() & 0xFF) })
    }
    var bytes = seed
    for _ in 0...(generator.next() % 4) where !bytes.isEmpty {
      let place = Int(generator.next() % UInt64(bytes.count))
      let length = min(bytes.count - place, 1 + Int(generator.next() % 20))
      switch generator.next() % 8 {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.removeSubrange(place..<place + length)
      case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 3: bytes[place] = UInt8(generator.next() & 0xFF)
      case 4:
        bytes[place] = [0, 0xFF, 0x7F, 0x80, 0x22, 0x0A, 0x3B, 0x2C][Int(generator.next() % 8)]
      default: bytes[place] ^= 1 << UInt8(generator.next() % 8)
      }
    }
    return Data(bytes)
  }

  private func run(
    _ format: String, _ seeds: [[UInt8]], seed: Int, count: Int = inputs / cases,
    _ read: (Data) throws -> Void
  ) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var counts = try FuzzCount()
    for index in 0..<count {
      guard try counts.isBounded() else {
        Issue.record("input \(index) of seed \(seed): memory has grown by \(counts.growth) bytes")
        return
      }
      let data = damaged(seeds[index % seeds.count], &generator)
      do {
        try read(data)
        counts.read += 1
      } catch let error as ActivityFileError {
        if error.reason.isEmpty || error.remedy.isEmpty { Issue.record("\(error)") }
        counts.rejected += 1
      }
    }
    #expect(counts.read > 0)
    #expect(counts.rejected > 0)
    try counts.write(format)
  }

  /// A FIT file of every kind of message, small enough to damage each byte.
  private func smallFIT() throws -> [UInt8] {
    var stroke = RowingStroke()
    stroke.number = 1
    stroke.elapsed = 2
    stroke.distance = 8
    stroke.driveLength = 1.3
    stroke.forceCurve = RowingForceCurve(newtons: [10, 300, 200], spacing: .time(0.1))
    stroke.position = RowingPosition(latitude: 47, longitude: 8)
    var workout = RowingWorkout(format: .rp3)
    workout.strokes = [stroke, stroke]
    workout.intervals = [RowingInterval(index: 0), RowingInterval(index: 1)]
    return Array(try workout.fitData(start: Date(timeIntervalSince1970: 1_600_000_000)))
  }

  private func compressedFIT() -> [UInt8] {
    var builder = FITBuilder()
    builder.define(20, isBigEndian: true, [(253, 4, 0x86), (8, 3, 0x0D), (3, 1, 2)])
    builder.message([0x3B, 0x9A, 0xCA, 0, 1, 2, 3, 100])
    builder.define(20, local: 1, [(8, 3, 0x0D)])
    for offset: UInt8 in 0..<20 {
      builder.compressed(local: 1, offset: offset, [offset, 7, offset])
    }
    builder.define(78, local: 2, [(0, 10, 0x84)])
    builder.message(local: 2, Array(repeating: 3, count: 10))
    return Array(builder.file())
  }

  @Test(arguments: seeds)
  func `a damaged FIT file is read or refused`(seed: Int) throws {
    try run("FIT", [smallFIT(), compressedFIT()], seed: seed) { data in
      let reader = FITReader(data: data)
      // Without this, the checksum refuses nearly every input at its end.
      reader.acceptsChecksumMismatch = true
      while let event = try reader.next() {
        if case .record(let record) = event, let latitude = record.latitude {
          if abs(latitude) > 90 { Issue.record("\(latitude)") }
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `a damaged TCX file is read or refused`(seed: Int) throws {
    let text =
      " <?xml version=\"1.0\"?><!DOCTYPE a [<!ELEMENT b>]><TrainingCenterDatabase><Activities>"
      + "<Activity Sport=\"Other\"><Lap StartTime=\"2020-01-01T10:00:00Z\"><Calories>3</Calories>"
      + "<Track><Trackpoint><Time>2020-01-01T10:00:00Z</Time><Position><LatitudeDegrees>1"
      + "</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position><Extensions><x:TPX>"
      + "<Watts>200</Watts></x:TPX></Extensions></Trackpoint></Track></Lap></Activity></Activities>"
      + "</TrainingCenterDatabase>"
    try run("TCX", [Array(text.utf8)], seed: seed) { data in
      let reader = try TCXReader(data: data)
      while try reader.next() != nil {}
    }
  }

  /// A file of each rowing format in CSV.
  static let csvFiles = [
    "rowingdata__Speedcoach2example.csv", "rowingdata__speedcoach3test3.csv",
    "rowingdata__boatcoach.csv", "rowingdata__head__EUBoatCoach.csv", "rowingdata__herodata.csv",
    "rowingdata__head__rp3_curve.csv", "rowingdata__ergstick2.csv",
    "rowingdata__ergdata_example.csv", "rowingdata__smartrow.csv",
    "rowingdata__sled_2016-03-10T07-23-21.strokes.csv", "goconcept2__concept2-season-2018.csv",
    "goconcept2__concept2-season-2021.csv", "ergarcade__concept2-result-44214428.csv",
  ]

  @Test(arguments: csvFiles)
  func `a damaged CSV file is read or refused`(name: String) throws {
    let seed = Self.firstSeed + (Self.csvFiles.firstIndex(of: name) ?? 0)
    try readCSV(Fixture.data(name).prefix(1500), seed: seed)
  }

  @Test
  func `a damaged CSV file with strokes of rests is read or refused`() throws {
    try readCSV(RowingWorkout.intervals(hasPositions: true).csvData(), seed: Self.firstSeed)
  }

  private func readCSV(_ data: Data, seed: Int) throws {
    let format = try RowingFile(data: data).format.name
    try run(format, [Array(data)], seed: seed, count: Self.csvInputs) { data in
      let file = try RowingFile(data: data)
      for workout in file.workouts {
        if let distance = workout.distance, !distance.isFinite { Issue.record("\(distance)") }
        _ = workout.start(in: .gmt)
      }
    }
  }

  @Test(arguments: seeds)
  func `a damaged file of any format is recognised or refused`(seed: Int) throws {
    let gpx =
      "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><ele>3</ele></trkpt></trkseg></trk></gpx>"
    let csv = "Number,Time (s),Distance (m),Pace (s),Watts\n1,2,8,125,179\n2,4,16,125,179\n"
    try run(
      "any format", [smallFIT(), Array(gpx.utf8), Array(csv.utf8)], seed: seed
    ) { data in
      _ = try ActivityRecording(data: data)
    }
  }
}
