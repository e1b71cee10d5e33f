// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Measures
import RuckMap

/// Rucks as text for a person, in the user's units.
struct RuckText {
  let format: MeasureFormat
  let unitSystem: UnitSystem

  init(_ unitSystem: UnitSystem) {
    self.unitSystem = unitSystem
    format = MeasureFormat(unitSystem: unitSystem)
  }

  /// A short description of one ruck, for a confirmation prompt.
  func line(_ ruck: RuckSummary) -> String {
    [title(of: ruck), ruck.date?.localText, format.distance(ruck.distance)].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// A table of `rucks`.
  func list(_ rucks: [RuckSummary]) -> String {
    guard !rucks.isEmpty else {
      return "No rucks yet. Import one with cairn ruck import FILE.gpx.\n"
    }
    var table = TextTable([
      .left("ID"), .left("STARTED"), .left("NAME"), .right("DISTANCE"), .right("TIME"),
      .right("PACE"), .right("GAIN"), .right("PACK"), .right("ENERGY"),
    ])
    for ruck in rucks {
      table.add([
        ruck.id.shortText, started(ruck), title(of: ruck).truncated(to: 32),
        format.distance(ruck.distance), format.duration(ruck.isTimed ? ruck.duration : nil),
        pace(ruck.pace) + (ruck.isTooFastToWalk ? "*" : ""), format.elevation(ruck.elevationGain),
        format.weight(ruck.packWeight), format.calories(ruck.calories?.kilocalories),
      ])
    }
    let note = rucks.contains(where: \.isTooFastToWalk) ? "* \(Self.tooFast)\n" : ""
    return table.text(colors: StandardOutput.hasColors) + note
  }

  /// The results of an import, file by file.
  func report(_ report: ImportReport) -> String {
    var text = ""
    if !report.imported.isEmpty { text += list(report.imported.map(\.ruck)) }
    for file in report.unchanged {
      text += "\(file.file.printable): already stored as \(file.ruck.id.shortText)\n"
    }
    for object in report.objects {
      let name = object.name.isEmpty ? object.id.shortText : object.name.printable
      text += "\(object.noun) \(name): \(object.isNew ? "imported" : "already stored")\n"
    }
    let added = report.objects.count(where: \.isNew)
    let counts = [
      (report.imported.count, "imported"), (report.unchanged.count, "unchanged"),
      (report.failed.count, "failed"), (report.skipped.count, "skipped"),
      (added, "other objects imported"),
      (report.objects.count - added, "other objects unchanged"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return text + parts.joined(separator: ", ") + "\n"
  }

  /// Totals and bests.
  func totals(_ totals: RuckTotals) -> String {
    guard totals.count > 0 else { return list([]) }
    let tooFast =
      totals.tooFastCount > 0 ? ", \(totals.tooFastCount) of them \(Self.tooFast)" : ""
    return TextTable.fields([
      ("Rucks", "\(totals.count)\(tooFast)"),
      ("Level", totals.experienceLevel.rawValue),
      ("Distance", format.distance(totals.distance)),
      ("Longest", format.distance(totals.longestDistance)),
      ("Time", format.duration(totals.duration)),
      ("Moving time", format.duration(totals.movingTime)),
      ("Fastest pace", pace(totals.fastestPace)),
      ("Elevation gain", format.elevation(totals.elevationGain)),
      ("Mean pack weight", format.weight(totals.averagePackWeight)),
      ("Calories", format.calories(totals.calories)),
    ])
  }

  /// The user's profile.
  func profile(_ profile: UserProfile) -> String {
    let unknown = "not known"
    return TextTable.fields([
      ("Name", profile.displayName.isEmpty ? unknown : profile.displayName),
      ("Persona", profile.persona.rawValue),
      ("Units", profile.unitSystem.rawValue),
      ("Body weight", profile.bodyWeight.map(format.weight) ?? unknown),
      ("Height", profile.height.map(height) ?? unknown),
      ("Age", profile.age.map(String.init) ?? unknown),
      ("Sex", profile.sex?.rawValue ?? unknown),
      ("Fitness", profile.fitnessLevel.rawValue),
      ("Maximal heart rate", profile.maxHeartRate.map { "\($0) bpm" } ?? unknown),
      ("Resting heart rate", profile.restingHeartRate.map { "\($0) bpm" } ?? unknown),
      (
        "Conditions",
        profile.healthConditions.isEmpty ? "none" : RuckWords.conditions(profile.healthConditions)
      ),
      ("Privacy", profile.privacyLevel.rawValue + (profile.isChild ? ", as for a child" : "")),
      ("Challenge reminders", profile.notifications.challengeReminders ? "on" : "off"),
      (
        "Display",
        profile.display == DisplaySettings()
          ? "-"
          : DisplaySetting.active(profile.display).map(\.rawValue).joined(separator: ", ")
      ),
    ])
  }

  /// A person's height in metres as `70 in` or `178 cm`.
  func height(_ metres: Double) -> String {
    // Another program may have written a height out of range.
    guard abs(metres) < 1e6 else { return MeasureFormat.unknown }
    return switch unitSystem {
    case .imperial: "\(Int(Length.inches(metres: metres).rounded())) in"
    case .metric: "\(Int((metres * 100).rounded())) cm"
    }
  }

  /// The mark of a ruck that is too fast to walk.
  static let tooFast = "too fast to walk: not in records and means"

  /// The start of a ruck; "no times" if its file has no usable times.
  func started(_ ruck: RuckSummary) -> String { ruck.date?.localText ?? "no times" }

  /// The ruck's name, else the file's name.
  func title(of ruck: RuckSummary) -> String {
    if let name = ruck.name, !name.isEmpty { return name.printable }
    return ruck.file?.printable ?? "Ruck"
  }

  /// A pace in seconds per kilometre as text; dashes where there is none.
  func pace(_ secondsPerKilometre: Double?) -> String {
    format.pace(secondsPerKilometre: secondsPerKilometre)
  }
}

extension RuckText {
  /// All values of one ruck except its track.
  func detail(_ detail: RuckDetail, _ parts: RuckParts) -> String {
    let ruck = detail.summary
    var pairs: [(name: String, value: String)] = [
      ("Id", ruck.id.idText),
      ("Started", started(ruck)),
    ]
    if let file = ruck.file { pairs.append(("File", file)) }
    pairs += [
      ("Points", String(ruck.points)),
      ("Distance", format.distance(ruck.distance)),
      ("Duration", ruck.isTimed ? format.duration(ruck.duration) : "-- (no times in the file)"),
      ("Moving time", format.duration(ruck.isTimed ? ruck.movingTime : nil)),
      (
        "Pace",
        "\(pace(ruck.pace)), moving \(pace(ruck.movingPace))"
          + (ruck.isTooFastToWalk ? "; \(Self.tooFast)" : "")
      ),
      (
        "Elevation gain",
        format.elevation(ruck.elevationGain)
          + " (\(climbs(detail)))"
      ),
      ("Elevation loss", format.elevation(ruck.elevationLoss)),
      ("Pack weight", format.weight(ruck.packWeight)),
    ]
    pairs += detail.loads.enumerated().map { index, load in
      ("Load \(index + 1)", "\(format.weight(load.packWeight)) from \(load.start.localText)")
    }
    if let average = ruck.averageHeartRate, let highest = ruck.maxHeartRate {
      pairs.append(("Heart rate", "\(average) bpm, highest \(highest) bpm"))
    }
    pairs += energy(detail) + values(parts.extras)
    if !ruck.notes.isEmpty { pairs.append(("Notes", ruck.notes)) }
    pairs += detail.warnings.map { ("Warning", $0) }
    return title(of: ruck) + "\n\n" + TextTable.fields(pairs) + table(parts.segments)
  }

  /// The climb as recorded, and that of the device.
  private func climbs(_ detail: RuckDetail) -> String {
    let recorded = "\(format.elevation(detail.summary.elevationGainRecorded)) as recorded"
    guard let device = detail.deviceElevationGain else { return recorded }
    return recorded + ", \(format.elevation(device)) by the device"
  }

  /// Calories with equation, band and body weight; then the other equation's.
  private func energy(_ detail: RuckDetail) -> [(name: String, value: String)] {
    guard let calories = detail.summary.calories else {
      return [("Calories", "-- (no times in the file)")]
    }
    var pairs: [(name: String, value: String)] = [("Calories", text(calories))]
    if let other = detail.alternativeCalories { pairs.append(("  or", text(other))) }
    let assumed =
      calories.isBodyWeightAssumed
      ? " (assumed; set yours with cairn ruck profile --body-weight)" : ""
    pairs.append(("Body weight", format.weight(calories.bodyWeight) + assumed))
    return pairs
  }

  private func text(_ estimate: CalorieEstimate) -> String {
    "\(format.calories(estimate.kilocalories)) by \(estimate.equation),"
      + " between \(format.calories(estimate.low)) and \(format.calories(estimate.high))"
  }
}

extension RuckSummary {
  /// Seconds per kilometre over the whole time; nil without times or distance.
  var pace: Double? { pace(over: duration) }

  /// Seconds per kilometre over the time in motion; nil without times or distance.
  var movingPace: Double? { pace(over: movingTime) }

  private func pace(over time: Double) -> Double? {
    guard isTimed, time > 0, distance > 0 else { return nil }
    return time / distance * 1000
  }
}
