// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// The figures of strokes in the developer fields of FIT files.
struct RowingFITFieldTests {
  /// A developer field of a record: its name, base type and bytes.
  private typealias Field = (name: String, units: String, type: UInt8, bytes: [UInt8])

  /// Reads the stroke of a file with one record of developer fields.
  private func stroke(_ fields: [Field]) throws -> RowingStroke {
    var builder = FITBuilder()
    // A sport: rowing.
    builder.define(12, [(0, 1, 0)])
    builder.message([15])
    for (index, field) in fields.enumerated() {
      let (name, units) = (Array(field.name.utf8) + [0], Array(field.units.utf8) + [0])
      builder.define(
        206,
        [
          (0, 1, 2), (1, 1, 2), (2, 1, 2), (3, UInt8(name.count), 7), (8, UInt8(units.count), 7),
        ])
      builder.message([0, UInt8(index), field.type] + name + units)
    }
    builder.define(
      20, [(3, 1, 2)],
      developerFields: fields.enumerated().map { (UInt8($0), UInt8($1.bytes.count), 0) })
    builder.message([140] + fields.flatMap(\.bytes))
    let workout = try #require(try RowingFile(data: builder.file()).workouts.first)
    try #require(workout.strokes.count == 1)
    return workout.strokes[0]
  }

  @Test
  func `developer fields are recognized by their names in any case`() throws {
    let stroke = try stroke([
      ("INTERVAL", "", 2, [2]), ("workoutstate", "", 2, [3]),
      ("DRIVELENGTH", "m", 0x84, bytes(UInt16(2))),
      ("RecoveryTime", "ms", 0x84, bytes(UInt16(1500))), ("Drag Factor", "", 2, [110]),
      ("PeakDriveForceLbs", "lbs", 0x84, bytes(UInt16(100))), ("Weather", "", 2, [7]),
    ])
    var expected = RowingStroke()
    expected.heartRate = 140
    expected.interval = 2
    expected.isRest = true
    expected.driveLength = 2
    expected.recoveryTime = 1.5
    expected.dragFactor = 110
    expected.peakForce = 100 * RowingForceCurve.newtonsPerPound
    #expect(stroke == expected)
  }

  @Test
  func `parts of a force curve are joined, and its other fields are dropped`() throws {
    let stroke = try stroke([
      ("HandleForceCurve", "N", 0x83, bytes(Int16(10)) + bytes(Int16(20))),
      ("HANDLEFORCECURVE2", "N", 0x83, bytes(Int16(30)) + bytes(Int16.max)),
      ("HandleForceCurveNote", "", 2, [9]),
      ("HandleForceCurveLengthStep", "m", 2, [1]),
    ])
    #expect(
      stroke.forceCurve == RowingForceCurve(newtons: [10, 20, 30], spacing: .length(1)))
  }

  @Test
  func `the first of two fields for one figure is read`() throws {
    let stroke = try stroke([
      ("Interval", "", 2, [1]), ("interval", "", 2, [5]), ("WorkoutState", "", 2, [1]),
      ("workoutState", "", 2, [3]),
    ])
    #expect(stroke.interval == 1)
    #expect(!stroke.isRest)
  }
}
