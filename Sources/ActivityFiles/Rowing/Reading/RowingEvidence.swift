// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The signs in a FIT or TCX file that its activities are rowing.
///
/// Rowing programs write sports such as `generic`, `Other` and `Biking`. Makers, program names and
/// fields of strokes decide then.
struct RowingEvidence {
  /// The numbers of rowing makers in Garmin's profile: Concept2 and Nielsen-Kellerman.
  private static let makers: Set<Int> = [40, 87]

  /// The names of developer fields that only rowing programs write, in lowercase.
  private static let fields: Set<String> = [
    "drivelength", "strokedrivetime", "strokerecoverytime", "averagedriveforcen",
    "peakdriveforcen", "workperstroke", "effectivelength",
  ]

  /// The beginnings of words in the names of rowing machines and programs, in lowercase.
  private static let words = [
    "concept2", "row", "erg", "skierg", "bikeerg", "exerscreen", "painsled", "speedcoach",
    "coxmate", "boatcoach", "rp3", "nielsen", "waterrower", "smartrow", "openrowing",
  ]

  /// Whether the file was written by a rowing device or program.
  private(set) var isRowingProgram = false

  /// The number of the sport that a FIT file's sport message states; nil without one.
  var fitSport: FITSport?

  /// Adds the identity of a FIT file.
  mutating func add(_ id: FITFileID) {
    if let maker = id.manufacturer, Self.makers.contains(maker) { isRowingProgram = true }
    add(program: id.productName)
  }

  /// Adds the description of a developer field.
  mutating func add(_ field: FITFieldDescription) {
    if Self.fields.contains(field.name.lowercased()) { isRowingProgram = true }
  }

  /// Adds the name of a device or a program.
  mutating func add(program name: String?) {
    if Self.namesRowing(name) { isRowingProgram = true }
  }

  /// Whether a word of a text names rowing.
  static func namesRowing(_ text: String?) -> Bool {
    guard let text else { return false }
    return text.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { word in
      words.contains { word.hasPrefix($0) }
    }
  }

  /// Returns the name of a FIT session's sport if it is not rowing; nil for rowing.
  func otherSport(_ totals: FITTotals) -> String? {
    let sport = totals.sport ?? fitSport?.sport
    let subSport = totals.subSport ?? fitSport?.subSport
    if sport == 15 || subSport == 14 { return nil }
    // Generic, fitness equipment and training are also the sports of rowing programs.
    let isOpen = [nil, 0, 4, 10].contains(sport)
    if isOpen, isRowingProgram { return nil }
    return sport.flatMap { Self.fitSports[$0] } ?? "other"
  }

  /// Returns the name of a TCX activity's sport if it is not rowing; nil for rowing.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - hasStrokes: Whether its samples have watts and a cadence.
  /// - Returns: The name.
  func otherSport(_ activity: TCXActivity, hasStrokes: Bool) -> String? {
    let isRowing = isRowingProgram || Self.namesRowing(activity.device)
    switch activity.sport?.lowercased() {
    case "running": return "running"
    case "biking": return isRowing ? nil : "cycling"
    default:
      return isRowing || hasStrokes || Self.namesRowing(activity.notes) ? nil : "other"
    }
  }

  /// The error for a file without rowing.
  ///
  /// - Parameter sports: The names of the sports, in the order of the file.
  /// - Returns: The error.
  static func error(_ sports: [String]) -> ActivityFileError {
    var names: [String] = []
    for sport in sports where !names.contains(sport) { names.append(sport) }
    let activity: String =
      if names == ["other"] {
        "an activity without a sign of rowing"
      } else if names.count == 1 {
        "\("aeiou".contains(names[0].prefix(1)) ? "an" : "a") \(names[0]) activity"
      } else {
        "an activity of several sports (\(names.joined(separator: ", ")))"
      }
    return ActivityFileError(
      .otherSport, reason: "The file is \(activity); the rowing log accepts rowing only",
      remedy: "Choose a rowing file")
  }

  /// The names of sports in Garmin's profile.
  private static let fitSports: [Int: String] = [
    0: "generic", 1: "running", 2: "cycling", 3: "transition", 4: "fitness", 5: "swimming",
    10: "training", 11: "walking", 12: "cross-country skiing", 13: "alpine skiing",
    14: "snowboarding", 16: "mountaineering", 17: "hiking", 18: "multisport", 19: "paddling",
    21: "e-biking", 25: "golf", 30: "inline skating", 31: "rock climbing", 33: "ice skating",
    35: "snowshoeing", 37: "stand-up paddling", 38: "surfing", 41: "kayaking", 42: "rafting",
  ]
}
