// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// One ruck: its figures, track and profiles, and the form to change it.
package enum RuckPage {
  /// An energy figure with where it is from.
  struct Energy: Sendable {
    var value: String
    var band: String
    var equation: String
    var citation: String?
    var bodyWeight: String
    var isAssumed: Bool
  }

  /// One profile.
  struct Profile: Sendable {
    var title: String
    /// Made by ``ProfilePicture`` from numbers alone.
    var svg: String
  }

  /// The edit form's values, as stored or as typed.
  package struct Edit: Sendable {
    var action: String
    var delete: String
    var token: String
    var name: String
    var notes: String
    var pack: String
    var packExample: String
    var message: String?

    /// The form for a ruck as it is stored.
    package init(_ ruck: RuckSummary, unitSystem: UnitSystem, token: FormToken) {
      action = Paths.ruck(ruck.id)
      delete = Paths.delete(ruck.id)
      self.token = token.text
      name = ruck.name ?? ""
      notes = ruck.notes
      pack = RuckFormat(unitSystem: unitSystem).weight(ruck.packWeight)
      packExample = unitSystem == .imperial ? "35 lb" : "16 kg"
    }
  }

  /// The page's values.
  package struct Model: Sendable {
    var title: String
    var date: String
    var machineDate: String
    var file: String?
    var points: Int
    var isSaved: Bool
    var figures: [FigureTile]
    var energy: Energy?
    var alternative: Energy?
    /// Made by ``TrackPicture`` from numbers alone.
    var track: String?
    var profiles: [Profile]
    var notes: String?
    var warnings: [String]
    var download: String
    var fragment: String
    var edit: Edit
    let home = Paths.list

    /// The values for a ruck.
    package init(
      _ detail: RuckDetail, edit: Edit, isSaved: Bool = false, unitSystem: UnitSystem,
      calendar: PageCalendar
    ) {
      let ruck = detail.summary
      title = RuckTitle.text(ruck)
      date = RuckTitle.date(ruck, calendar: calendar)
      machineDate = calendar.machine(ruck.startedAt)
      file = ruck.file
      points = ruck.points
      self.isSaved = isSaved
      let format = RuckFormat(unitSystem: unitSystem)
      figures = Self.figures(ruck, format: format)
      energy = ruck.calories.map { Energy($0, format: format) }
      alternative = detail.alternativeCalories.map { Energy($0, format: format) }
      track = TrackPicture(track: detail.track, unitSystem: unitSystem)?.svg
      profiles = ProfilePicture.Kind.allCases.compactMap { kind in
        ProfilePicture(kind, track: detail.track, unitSystem: unitSystem).map {
          Profile(title: kind.title, svg: $0.svg)
        }
      }
      notes = ruck.notes.isEmpty ? nil : ruck.notes
      warnings = detail.warnings
      download = Paths.track(ruck.id)
      fragment = Paths.ruckFragment(ruck.id)
      self.edit = edit
    }

    private static func figures(_ ruck: RuckSummary, format: RuckFormat) -> [FigureTile] {
      let duration = ruck.isTimed ? format.duration(ruck.duration) : RuckFormat.unknown
      let moving = ruck.isTimed ? format.duration(ruck.movingTime) : RuckFormat.unknown
      var tiles = [
        FigureTile("Distance", format.distance(ruck.distance)),
        FigureTile("Duration", duration),
        FigureTile("Moving", moving),
        FigureTile("Pace", format.pace(distance: ruck.distance, time: ruck.duration)),
        FigureTile(
          "Moving pace", format.pace(distance: ruck.distance, time: ruck.movingTime)),
        FigureTile("Pack", format.weight(ruck.packWeight)),
        FigureTile(
          "Climb", format.elevation(ruck.elevationGain),
          note: "\(format.elevation(ruck.elevationGainRecorded)) as recorded"),
        FigureTile("Descent", format.elevation(ruck.elevationLoss)),
      ]
      if let mean = ruck.averageHeartRate {
        tiles.append(
          FigureTile("Heart rate", "\(mean) bpm", note: ruck.maxHeartRate.map { "up to \($0)" }))
      }
      return tiles
    }
  }
}

extension RuckPage.Energy {
  init(_ estimate: CalorieEstimate, format: RuckFormat) {
    let low = format.calories(estimate.low).replacing(" kcal", with: "")
    let equation = EnergyEquation(rawValue: estimate.equation)
    self.init(
      value: format.calories(estimate.kilocalories),
      band: "\(low)–\(format.calories(estimate.high))",
      equation: equation?.title ?? estimate.equation, citation: equation?.citation,
      bodyWeight: format.weight(estimate.bodyWeight), isAssumed: estimate.isBodyWeightAssumed)
  }
}

extension EnergyEquation {
  fileprivate var title: String {
    switch self {
    case .pandolfSantee: "Pandolf–Santee"
    case .lcdaBackpacking: "LCDA backpacking"
    case .lcdaWalking: "LCDA walking"
    }
  }
}

extension ProfilePicture.Kind {
  fileprivate var title: String {
    switch self {
    case .elevation: "Elevation"
    case .pace: "Pace"
    case .heartRate: "Heart rate"
    }
  }
}
