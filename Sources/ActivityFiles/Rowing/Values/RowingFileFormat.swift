// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A format of rowing files.
public struct RowingFileFormat: Sendable, Hashable, CustomStringConvertible {
  private enum Value: String {
    case concept2Season, concept2Result, ergData, painsled, boatCoach, ergStick, rp3, smartRow
    case hero, speedCoach, cairnCSV, fit, tcx
  }

  private let value: Value

  /// A season of Concept2's logbook: one workout a row, without strokes.
  public static let concept2Season = RowingFileFormat(value: .concept2Season)

  /// One result of Concept2's logbook: its strokes, without a date.
  public static let concept2Result = RowingFileFormat(value: .concept2Result)

  /// The strokes of one result in the form of ErgData.
  public static let ergData = RowingFileFormat(value: .ergData)

  /// The strokes that painsled records from a performance monitor.
  public static let painsled = RowingFileFormat(value: .painsled)

  /// BoatCoach, with a row a second and force curves.
  public static let boatCoach = RowingFileFormat(value: .boatCoach)

  /// ErgStick, with a row a second.
  public static let ergStick = RowingFileFormat(value: .ergStick)

  /// RP3, with force curves.
  public static let rp3 = RowingFileFormat(value: .rp3)

  /// SmartRow.
  public static let smartRow = RowingFileFormat(value: .smartRow)

  /// Hero.
  public static let hero = RowingFileFormat(value: .hero)

  /// NK SpeedCoach 2 and 3, through LiNK.
  public static let speedCoach = RowingFileFormat(value: .speedCoach)

  /// The CSV that ``RowingWorkout/csvData()`` writes.
  public static let cairnCSV = RowingFileFormat(value: .cairnCSV)

  /// A FIT file.
  public static let fit = RowingFileFormat(value: .fit)

  /// A TCX file.
  public static let tcx = RowingFileFormat(value: .tcx)

  /// All formats.
  public static let all: [RowingFileFormat] = [
    concept2Season, concept2Result, ergData, painsled, boatCoach, ergStick, rp3, smartRow, hero,
    speedCoach, cairnCSV, fit, tcx,
  ]

  /// A stable name for storage, as in ``RowingFileFormat/concept2Season``.
  public var description: String { value.rawValue }

  /// The format's name in messages.
  public var name: String {
    switch value {
    case .concept2Season: "Concept2 season CSV"
    case .concept2Result: "Concept2 result CSV"
    case .ergData: "ErgData CSV"
    case .painsled: "painsled CSV"
    case .boatCoach: "BoatCoach CSV"
    case .ergStick: "ErgStick CSV"
    case .rp3: "RP3 CSV"
    case .smartRow: "SmartRow CSV"
    case .hero: "Hero CSV"
    case .speedCoach: "SpeedCoach CSV"
    case .cairnCSV: "Cairn CSV"
    case .fit: "FIT"
    case .tcx: "TCX"
    }
  }
}

/// A kind of rowing machine or boat.
public enum RowingMachine: String, Sendable, Hashable, CaseIterable {
  /// A rowing machine, such as Concept2's `Indoor Rower` and `RowErg`.
  case rower
  /// A rowing machine on slides.
  case slides
  /// A rowing machine whose flywheel moves.
  case dynamic
  /// A ski machine.
  case ski
  /// A bike with a flywheel; its pace is per 1000 m on the monitor.
  case bike
  /// A boat on water.
  case water
  /// Another kind that the file names, such as the logbook's snow, roller skis and MultiErg.
  case other
}
