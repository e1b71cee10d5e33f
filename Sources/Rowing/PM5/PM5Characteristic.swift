// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A characteristic of the monitor's rowing service, with the layout of its messages.
///
/// The last four digits of the UUID `CE06xxxx-43E5-11E4-916C-0800200C9A66`.
package enum PM5Characteristic: UInt16, Sendable, Hashable, CaseIterable {
  case generalStatus = 0x0031
  case additionalStatus = 0x0032
  case additionalStatus2 = 0x0033
  case stroke = 0x0035
  case additionalStroke = 0x0036
  case split = 0x0037
  case additionalSplit = 0x0038
  case summary = 0x0039
  case additionalSummary = 0x003A
  case heartRateBelt = 0x003B
  case additionalSummary2 = 0x003C
  case forceCurve = 0x003D
  case status3 = 0x003E
  case loggedWorkout = 0x003F

  /// The characteristic that carries the messages of all others, with a byte for their number.
  package static let multiplexed: UInt16 = 0x0080

  /// The four hexadecimal digits, such as `003A`.
  package var text: String { Self.text(rawValue) }

  static func text(_ number: UInt16) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The fields of a message, in order; the two transports differ in some.
  ///
  /// `forceCurve` has samples instead.
  func layout(isMultiplexed: Bool) -> [PM5FieldLayout] {
    isMultiplexed ? Self.multiplexedLayouts[index] : Self.directLayouts[index]
  }

  var index: Int { Int(rawValue) - 0x31 }

  private static let directLayouts = table(isMultiplexed: false)
  private static let multiplexedLayouts = table(isMultiplexed: true)

  private static func table(isMultiplexed: Bool) -> [[PM5FieldLayout]] {
    (0x31...0x3F).map { number in
      PM5Characteristic(rawValue: number)?.fields(isMultiplexed: isMultiplexed) ?? []
    }
  }

  private func fields(isMultiplexed: Bool) -> [PM5FieldLayout] {
    switch self {
    case .generalStatus, .additionalStatus, .additionalStatus2:
      statusFields(isMultiplexed: isMultiplexed)
    case .stroke, .additionalStroke: strokeFields(isMultiplexed: isMultiplexed)
    case .split, .additionalSplit: splitFields
    case .summary, .additionalSummary, .additionalSummary2:
      summaryFields(isMultiplexed: isMultiplexed)
    case .forceCurve: []
    case .heartRateBelt, .status3, .loggedWorkout: otherFields
    }
  }

  private func statusFields(isMultiplexed: Bool) -> [PM5FieldLayout] {
    switch self {
    case .generalStatus:
      return [
        .init(.elapsed, 3, 100), .init(.distance, 3, 10), .init(.workoutType, 1),
        .init(.intervalType, 1), .init(.workoutState, 1), .init(.rowingState, 1),
        .init(.strokeState, 1), .init(.totalWorkDistance, 3), .init(.workoutDuration, 3),
        .init(.workoutDurationType, 1), .init(.dragFactor, 1, unknown: 255),
      ]
    case .additionalStatus:
      let power: [PM5FieldLayout] = isMultiplexed ? [.init(.averagePower, 2)] : []
      return [
        .init(.elapsed, 3, 100), .init(.speed, 2, 1000), .init(.strokeRate, 1, unknown: 255),
        .init(.heartRate, 1, unknown: 255), .init(.currentPace, 2, 100),
        .init(.averagePace, 2, 100), .init(.restDistance, 2), .init(.restTime, 3, 100),
      ] + power + [.init(.machineType, 1)]
    default:
      let power: [PM5FieldLayout] = isMultiplexed ? [] : [.init(.averagePower, 2)]
      return [.init(.elapsed, 3, 100), .init(.intervalCount, 1)] + power + [
        .init(.totalCalories, 2), .init(.splitAveragePace, 2, 100), .init(.splitAveragePower, 2),
        .init(.splitAverageCalories, 2), .init(.lastSplitTime, 3), .init(.lastSplitDistance, 3),
      ]
    }
  }

  private func strokeFields(isMultiplexed: Bool) -> [PM5FieldLayout] {
    let work = PM5FieldLayout(.workPerStroke, 2, 10, unknown: 0xFFFF)
    if self == .stroke {
      return [
        .init(.elapsed, 3, 100), .init(.distance, 3, 10), .init(.driveLength, 1, 100, unknown: 255),
        .init(.driveTime, 1, 100, unknown: 255), .init(.recoveryTime, 2, 100, unknown: 0xFFFF),
        .init(.strokeDistance, 2, 100, unknown: 0xFFFF),
        .init(.peakForce, 2, 10, unknown: 0xFFFF), .init(.averageForce, 2, 10, unknown: 0xFFFF),
      ] + (isMultiplexed ? [] : [work]) + [.init(.strokeCount, 2)]
    }
    return [
      .init(.elapsed, 3, 100), .init(.strokePower, 2, unknown: 0xFFFF),
      .init(.strokeCalories, 2, unknown: 0xFFFF), .init(.strokeCount, 2), .init(.projectedTime, 3),
      .init(.projectedDistance, 3),
    ] + (isMultiplexed ? [work] : [.init(.projectedOther, 3)])
  }

  private var splitFields: [PM5FieldLayout] {
    if self == .split {
      return [
        .init(.elapsed, 3, 100), .init(.distance, 3, 10), .init(.splitTime, 3, 10),
        .init(.splitDistance, 3), .init(.restTime, 2), .init(.restDistance, 2),
        .init(.splitType, 1), .init(.splitNumber, 1),
      ]
    }
    return [
      .init(.elapsed, 3, 100), .init(.splitStrokeRate, 1, unknown: 255),
      .init(.workHeartRate, 1, unknown: 255), .init(.restHeartRate, 1, unknown: 255),
      .init(.splitAveragePace, 2, 10), .init(.splitCalories, 2), .init(.splitCaloriesPerHour, 2),
      .init(.splitSpeed, 2, 1000), .init(.splitAveragePower, 2),
      .init(.splitDrag, 1, unknown: 255), .init(.splitNumber, 1), .init(.machineType, 1),
    ]
  }

  private func summaryFields(isMultiplexed: Bool) -> [PM5FieldLayout] {
    let log: [PM5FieldLayout] = [.init(.logDate, form: .date), .init(.logTime, form: .time)]
    switch self {
    case .summary:
      return log + [
        .init(.elapsed, 3, 100), .init(.distance, 3, 10),
        .init(.averageStrokeRate, 1, unknown: 255), .init(.endingHeartRate, 1, unknown: 255),
        .init(.averageHeartRate, 1, unknown: 255), .init(.minimumHeartRate, 1, unknown: 255),
        .init(.maximumHeartRate, 1, unknown: 255), .init(.averageDrag, 1, unknown: 255),
        .init(.recoveryHeartRate, 1, unknown: 255), .init(.workoutType, 1),
      ] + (isMultiplexed ? [] : [.init(.summaryPace, 2, 10)])
    case .additionalSummary:
      return log + (isMultiplexed ? [] : [.init(.splitType, 1)]) + [
        .init(.splitSize, 2), .init(.splitCount, 1), .init(.totalCalories, 2), .init(.watts, 2),
        .init(.totalRestDistance, 3), .init(.intervalRestTime, 2), .init(.averageCalories, 2),
      ]
    default:
      return log + [
        .init(.summaryPace, 2, 10), .init(.gameAndVerified, 1), .init(.gameScore, 2),
        .init(.machineType, 1),
      ]
    }
  }

  private var otherFields: [PM5FieldLayout] {
    switch self {
    case .heartRateBelt: [.init(.beltManufacturer, 1), .init(.beltType, 1), .init(.beltID, 4)]
    case .status3:
      [
        .init(.operationalState, 1), .init(.verificationState, 1), .init(.screenNumber, 2),
        .init(.lastError, 2), .init(.calibration, 3), .init(.gameID, 1), .init(.gameScore, 2),
      ]
    default:
      [
        .init(.hashLow, 4), .init(.hashHigh, 4), .init(.logAddress, 4), .init(.logSize, 2),
        .init(.machineType, 1),
      ]
    }
  }
}
