// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The developer fields of strokes, with the names, numbers and scales of the program rowingdata.
///
/// Fields of our own have numbers from 32. Only fields that a stroke has are described and written.
struct FITStrokeFields {
  /// A developer field of strokes.
  struct Description: Sendable {
    var number: UInt8
    var name: String
    var type: FITBaseType
    var scale: Double
    var units: String
    var value: @Sendable (RowingStroke) -> Double?
  }

  /// The number of samples of a force curve in one field.
  static let curveLength = 127

  let descriptions: [Description]
  private let curveFields: Int
  private let samples: Int

  /// Selects the fields that the strokes have.
  init(_ strokes: [RowingStroke]) {
    samples = strokes.map { $0.forceCurve?.newtons.count ?? 0 }.max() ?? 0
    curveFields = min(9, (samples + Self.curveLength - 1) / Self.curveLength)
    descriptions = Self.all.filter { field in strokes.contains { field.value($0) != nil } }
  }

  private static let all: [Description] = [
    Description(
      number: 0, name: "DriveLength", type: .uint16, scale: 100, units: "m",
      value: { $0.driveLength }),
    Description(
      number: 1, name: "StrokeDriveTime", type: .uint16, scale: 1, units: "ms",
      value: { $0.driveTime.map { $0 * 1000 } }),
    Description(
      number: 2, name: "DragFactor", type: .uint16, scale: 1, units: "",
      value: { $0.dragFactor.map(Double.init) }),
    Description(
      number: 3, name: "StrokeRecoveryTime", type: .uint16, scale: 1, units: "ms",
      value: { $0.recoveryTime.map { $0 * 1000 } }),
    Description(
      number: 6, name: "AverageDriveForceN", type: .uint16, scale: 10, units: "N",
      value: { $0.averageForce }),
    Description(
      number: 7, name: "PeakDriveForceN", type: .uint16, scale: 10, units: "N",
      value: { $0.peakForce }),
    Description(
      number: 11, name: "Catch", type: .sint16, scale: 10, units: "deg",
      value: { $0.oarlock?.catchAngle }),
    Description(
      number: 12, name: "Finish", type: .sint16, scale: 10, units: "deg",
      value: { $0.oarlock?.finishAngle }),
    Description(
      number: 13, name: "Slip", type: .sint16, scale: 10, units: "deg",
      value: { $0.oarlock?.slip }),
    Description(
      number: 14, name: "Wash", type: .sint16, scale: 10, units: "deg",
      value: { $0.oarlock?.wash }),
    Description(
      number: 15, name: "PeakForceAngle", type: .sint16, scale: 10, units: "deg",
      value: { $0.oarlock?.peakForceAngle }),
    Description(
      number: 32, name: "ElapsedTime", type: .uint32, scale: 1, units: "ms",
      value: { $0.elapsed.map { $0 * 1000 } }),
    Description(
      number: 33, name: "WorkPerStroke", type: .uint16, scale: 10, units: "J",
      value: { $0.work }),
    Description(
      number: 34, name: "PeakForcePosition", type: .uint16, scale: 100, units: "m",
      value: { $0.peakForcePosition }),
    Description(
      number: 35, name: "CaloriesPerHour", type: .uint16, scale: 1, units: "kcal/h",
      value: { $0.caloriesPerHour }),
    Description(
      number: 36, name: "Pace", type: .uint32, scale: 1, units: "ms",
      value: { $0.pace.map { $0 * 1000 } }),
    Description(
      number: 37, name: "Interval", type: .uint16, scale: 1, units: "",
      value: { Double($0.interval) }),
    Description(
      number: 9, name: "WorkoutState", type: .uint8, scale: 1, units: "",
      value: { $0.isRest ? 3 : 1 }),
    Description(
      number: 38, name: "HandleForceCurveTimeStep", type: .float64, scale: 1, units: "s",
      value: {
        if case .time(let step)? = $0.forceCurve?.spacing { step } else { nil }
      }),
    Description(
      number: 39, name: "HandleForceCurveLengthStep", type: .float64, scale: 1, units: "m",
      value: {
        if case .length(let step)? = $0.forceCurve?.spacing { step } else { nil }
      }),
  ]

  /// Appends the descriptions to a file.
  func describe(in output: inout FITOutput) {
    output.append(
      207, local: 7,
      [
        FITOutput.Field(1, .byte, array: "rowingdata\0\0\0\0\0\0".utf8.map(Double.init)),
        FITOutput.Field(3, .uint8, 0),
      ])
    for field in descriptions {
      append(field.number, field.name, field.type, field.scale, field.units, to: &output)
    }
    for index in 0..<curveFields {
      let name = "HandleForceCurve" + (index == 0 ? "" : "\(index + 1)")
      append(UInt8(64 + index), name, .sint16, 10, "N", to: &output)
    }
  }

  private func append(
    _ number: UInt8, _ name: String, _ type: FITBaseType, _ scale: Double, _ units: String,
    to output: inout FITOutput
  ) {
    output.append(
      206, local: 8,
      [
        FITOutput.Field(0, .uint8, 0), FITOutput.Field(1, .uint8, Double(number)),
        FITOutput.Field(2, .uint8, Double(type.rawValue)), FITOutput.Field(3, text: name),
        FITOutput.Field(6, .uint8, scale), FITOutput.Field(7, .sint8, 0),
        FITOutput.Field(8, text: units),
      ])
  }

  /// Returns the developer fields of a stroke.
  func fields(_ stroke: RowingStroke) -> [FITOutput.DeveloperField] {
    var fields = descriptions.map {
      FITOutput.Field($0.number, $0.type, $0.value(stroke), scale: $0.scale)
    }
    let newtons = stroke.forceCurve?.newtons ?? []
    for index in 0..<curveFields {
      let start = index * Self.curveLength
      let count = min(Self.curveLength, samples - start)
      let values = (start..<start + count).map { $0 < newtons.count ? newtons[$0] : nil }
      fields.append(FITOutput.Field(UInt8(64 + index), .sint16, array: values, scale: 10))
    }
    return fields
  }
}
