// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The commands of the monitor that program a workout, inside of the wrapper 76.
private enum ProgramCommand {
  static let workoutType: UInt8 = 0x01
  static let workoutDuration: UInt8 = 0x03
  static let restDuration: UInt8 = 0x04
  static let splitDuration: UInt8 = 0x05
  static let screenState: UInt8 = 0x13
  static let configureWorkout: UInt8 = 0x14
  static let intervalType: UInt8 = 0x17
  static let intervalCount: UInt8 = 0x18
}

/// The monitor's numbers of workout types.
package enum PM5WorkoutType {
  package static let justRow: UInt8 = 1
  package static let fixedDistance: UInt8 = 3
  package static let fixedTime: UInt8 = 5
  package static let timeInterval: UInt8 = 6
  package static let distanceInterval: UInt8 = 7
  package static let variableInterval: UInt8 = 8
  package static let undefinedRestInterval: UInt8 = 9
  package static let fixedCalories: UInt8 = 10
  package static let fixedWattMinutes: UInt8 = 11
  package static let calorieInterval: UInt8 = 12

  /// Whether elapsed time and distance begin at 0 in each interval.
  package static func hasIntervals(_ type: UInt8) -> Bool {
    [timeInterval, distanceInterval, variableInterval, undefinedRestInterval, calorieInterval]
      .contains(type)
  }
}

extension WorkoutPlan {
  /// The rest in seconds that stands for one without end.
  private static let undefinedRest = 0xFFFF

  /// The monitor's number of the workout's type.
  package var workoutType: UInt8 {
    switch kind {
    case .justRow: PM5WorkoutType.justRow
    case .single(.time, _): PM5WorkoutType.fixedTime
    case .single(.distance, _): PM5WorkoutType.fixedDistance
    case .single(.calories, _): PM5WorkoutType.fixedCalories
    case .single(.wattMinutes, _): PM5WorkoutType.fixedWattMinutes
    case .repeated(let interval):
      switch (interval.length, interval.rest) {
      case (.time, .seconds): PM5WorkoutType.timeInterval
      case (.distance, .seconds): PM5WorkoutType.distanceInterval
      case (.calories, .seconds): PM5WorkoutType.calorieInterval
      default: PM5WorkoutType.undefinedRestInterval
      }
    case .intervals(let intervals):
      intervals.contains { $0.rest == .undefined }
        ? PM5WorkoutType.undefinedRestInterval : PM5WorkoutType.variableInterval
    }
  }

  /// The frames that program the monitor, in order; the last one shows the workout's screen.
  package var frames: [CSAFEFrame] {
    var groups: [[CSAFECommand]] = []
    let type = CSAFECommand(ProgramCommand.workoutType, [workoutType])
    let configure = CSAFECommand(ProgramCommand.configureWorkout, [1])
    switch kind {
    case .justRow: groups.append([type])
    case .single(let length, let split):
      var commands = [type, CSAFECommand(ProgramCommand.workoutDuration, length.bytes)]
      if let split { commands.append(CSAFECommand(ProgramCommand.splitDuration, split.bytes)) }
      groups.append(commands + [configure])
    case .repeated(let interval):
      groups.append([type] + interval.commands(isVariable: interval.isVariable) + [configure])
    case .intervals(let intervals):
      for (index, interval) in intervals.enumerated() {
        let count = CSAFECommand(ProgramCommand.intervalCount, [UInt8(index)])
        groups.append(
          [count] + (index == 0 ? [type] : []) + interval.commands(isVariable: true) + [configure])
      }
    }
    let screen = CSAFECommand(ProgramCommand.screenState, [1, 1])
    if groups.count == 1 {
      groups[0].append(screen)
    } else {
      groups.append([screen])
    }
    return groups.map { commands in
      CSAFEFrame(
        contents: CSAFECommand(CSAFECommand.setConfiguration, commands.flatMap(\.bytes)).bytes)
    }
  }

  /// Decodes the frames that program a monitor.
  ///
  /// - Throws: ``PM5Error/malformedWorkout(_:)`` if the frames don't state a workout.
  package init(frames: [CSAFEFrame]) throws(PM5Error) {
    var program = Program()
    for frame in frames {
      for wrapper in try CSAFECommand.commands(frame.contents)
      where wrapper.identifier == CSAFECommand.setConfiguration {
        for command in try CSAFECommand.commands(wrapper.data) { try program.apply(command) }
      }
    }
    try self.init(program.kind())
  }

  /// The state of a monitor that is being programmed.
  private struct Program {
    private var type: UInt8?
    private var intervals: [Interval] = []
    private var isCounted = false
    private var length: Length?
    private var split: Length?
    private var rest: Rest = .seconds(0)

    mutating func apply(_ command: CSAFECommand) throws(PM5Error) {
      switch command.identifier {
      case ProgramCommand.workoutType: type = command.data.first
      case ProgramCommand.workoutDuration: length = try Length(bytes: command.data)
      case ProgramCommand.splitDuration: split = try Length(bytes: command.data)
      case ProgramCommand.restDuration:
        guard command.data.count >= 2 else { throw .malformedWorkout("a rest without duration") }
        let seconds = Int(command.data[0]) << 8 | Int(command.data[1])
        rest = seconds == WorkoutPlan.undefinedRest ? .undefined : .seconds(seconds)
      case ProgramCommand.intervalCount:
        isCounted = true
        (length, rest) = (nil, .seconds(0))
      case ProgramCommand.configureWorkout:
        guard let length else { throw .malformedWorkout("a piece without duration") }
        intervals.append(Interval(length, rest: rest))
      default: break
      }
    }

    func kind() throws(PM5Error) -> Kind {
      guard let type else { throw .malformedWorkout("no workout type") }
      if isCounted { return .intervals(intervals) }
      switch type {
      case 0, PM5WorkoutType.justRow: return .justRow
      default: break
      }
      guard let first = intervals.first else { throw .malformedWorkout("no piece") }
      return PM5WorkoutType.hasIntervals(type)
        ? .repeated(first) : .single(first.length, split: split)
    }
  }
}

extension WorkoutPlan.Interval {
  /// Whether the monitor has no type for the repeated interval.
  fileprivate var isVariable: Bool {
    if case .wattMinutes = length { return true }
    return rest == .undefined
  }

  /// The commands of one interval.
  fileprivate func commands(isVariable: Bool) -> [CSAFECommand] {
    var commands: [CSAFECommand] = []
    if isVariable { commands.append(CSAFECommand(ProgramCommand.intervalType, [intervalType])) }
    commands.append(CSAFECommand(ProgramCommand.workoutDuration, length.bytes))
    let seconds =
      switch rest {
      case .seconds(let seconds): UInt16(clamping: seconds)
      case .undefined: UInt16.max
      }
    commands.append(
      CSAFECommand(
        ProgramCommand.restDuration, [UInt8(seconds >> 8), UInt8(truncatingIfNeeded: seconds)]))
    return commands
  }

  /// The monitor's number of the interval's type.
  package var intervalType: UInt8 {
    switch (length, rest) {
    case (.time, .seconds): 0
    case (.distance, .seconds): 1
    case (.time, .undefined): 3
    case (.distance, .undefined): 4
    case (.calories, .seconds): 6
    case (.calories, .undefined): 7
    case (.wattMinutes, .seconds): 8
    case (.wattMinutes, .undefined): 9
    }
  }
}

extension WorkoutPlan.Length {
  /// The type of a duration: hundredths of seconds, kilocalories, metres or watt-minutes.
  package var durationType: UInt8 {
    switch self {
    case .time: 0x00
    case .calories: 0x40
    case .distance: 0x80
    case .wattMinutes: 0xC0
    }
  }

  /// The number in the unit of the type.
  package var durationValue: UInt32 {
    switch self {
    case .time(let seconds): UInt32(min(4e9, max(0, (seconds * 100).rounded())))
    case .distance(let value), .calories(let value), .wattMinutes(let value):
      UInt32(clamping: value)
    }
  }

  /// The type and the number, most significant byte first.
  fileprivate var bytes: [UInt8] {
    [durationType] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: durationValue >> UInt32($0)) }
  }

  fileprivate init(bytes: [UInt8]) throws(PM5Error) {
    guard bytes.count >= 5 else { throw .malformedWorkout("a duration of \(bytes.count) bytes") }
    let value = bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
    switch bytes[0] {
    case 0x00: self = .time(Double(value) / 100)
    case 0x40: self = .calories(value)
    case 0x80: self = .distance(value)
    case 0xC0: self = .wattMinutes(value)
    default: throw .malformedWorkout("the duration type \([bytes[0]].hex) is unknown")
    }
  }
}
