// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A figure of a stroke that rowing programs write as a developer field, by the field's name.
enum FITStrokeFigure: Sendable {
  case elapsedTime, interval, workoutState
  case driveLength, driveTime, recoveryTime, dragFactor
  case averageForce, averageForceInPounds, peakForce, peakForceInPounds, peakForcePosition
  case work, caloriesPerHour, strokeNumber, strokeDistance, pace
  case catchAngle, finishAngle, slip, wash, peakForceAngle
  /// Forces of the curve, its step, or a field of the curve that is not read.
  case curve, curveTimeStep, curveLengthStep, otherCurve

  /// Creates the figure of a name in any case; nil for another name.
  init?(name: String) {
    let name = name.lowercased()
    if let figure = Self.names[name] {
      self = figure
    } else if name.hasPrefix(Self.curvePrefix) {
      let isPart = name.dropFirst(Self.curvePrefix.count).allSatisfy(\.isNumber)
      self = isPart ? .curve : .otherCurve
    } else {
      return nil
    }
  }

  /// Whether the field is one of the force curve's.
  var isCurve: Bool {
    switch self {
    case .curve, .curveTimeStep, .curveLengthStep, .otherCurve: true
    default: false
    }
  }

  private static let curvePrefix = "handleforcecurve"

  private static let names: [String: FITStrokeFigure] = [
    "elapsedtime": .elapsedTime, "interval": .interval, "workoutstate": .workoutState,
    "drivelength": .driveLength, "strokedrivetime": .driveTime, "drivetime": .driveTime,
    "strokerecoverytime": .recoveryTime, "recoverytime": .recoveryTime,
    "dragfactor": .dragFactor, "drag factor": .dragFactor,
    "averagedriveforcen": .averageForce, "averagedriveforcelbs": .averageForceInPounds,
    "peakdriveforcen": .peakForce, "peakdriveforcelbs": .peakForceInPounds,
    "peakforceposition": .peakForcePosition, "workperstroke": .work,
    "caloriesperhour": .caloriesPerHour, "strokenumber": .strokeNumber,
    "strokedistance": .strokeDistance, "pace": .pace, "catch": .catchAngle,
    "finish": .finishAngle, "slip": .slip, "wash": .wash, "peakforceangle": .peakForceAngle,
    "handleforcecurvetimestep": .curveTimeStep, "handleforcecurvelengthstep": .curveLengthStep,
  ]
}
