// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Measures
import RuckMap

/// One ruck as JSON.
///
/// Every key is always present; unknown values are null.
struct RuckRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, file, name, points, notes
    case startedAt = "started_at"
    case distance = "distance_m"
    case duration = "duration_s"
    case moving = "moving_s"
    case elevationGain = "elevation_gain_m"
    case elevationGainRecorded = "elevation_gain_recorded_m"
    case packWeight = "pack_weight_kg"
    case calories = "calories_kcal"
    case caloriesEquation = "calories_equation"
    case isBodyWeightAssumed = "body_weight_assumed"
    case isTooFastToWalk = "too_fast_to_walk"
  }

  let ruck: RuckSummary

  init(_ ruck: RuckSummary) {
    self.ruck = ruck
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ruck.id.idText, forKey: .id)
    try container.encode(ruck.file, forKey: .file)
    try container.encode(ruck.name, forKey: .name)
    try container.encode(ruck.date?.jsonText, forKey: .startedAt)
    try container.encode(ruck.points, forKey: .points)
    try container.encode(ruck.distance.toThousandths, forKey: .distance)
    try container.encode(ruck.duration.toThousandths, forKey: .duration)
    try container.encode(ruck.movingTime.toThousandths, forKey: .moving)
    try container.encode(ruck.elevationGain.toThousandths, forKey: .elevationGain)
    try container.encode(
      ruck.elevationGainRecorded.toThousandths, forKey: .elevationGainRecorded)
    try container.encode(ruck.packWeight.toThousandths, forKey: .packWeight)
    try container.encode(ruck.notes, forKey: .notes)
    try container.encode(ruck.calories?.kilocalories.toThousandths, forKey: .calories)
    try container.encode(ruck.calories?.equation, forKey: .caloriesEquation)
    try container.encode(ruck.calories?.isBodyWeightAssumed, forKey: .isBodyWeightAssumed)
    try container.encode(ruck.isTooFastToWalk, forKey: .isTooFastToWalk)
  }
}

/// One ruck as JSON, with the details of `ruck show`.
struct RuckDetailRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case warnings, loads, rpe, surface, route, gear, weather, temperature, segments
    case isPublic = "public"
    case elevationLoss = "elevation_loss_m"
    case elevationGainDevice = "elevation_gain_device_m"
    case pace = "pace_s_per_km"
    case movingPace = "moving_pace_s_per_km"
    case averageHeartRate = "average_heart_rate_bpm"
    case maxHeartRate = "max_heart_rate_bpm"
    case caloriesLow = "calories_low_kcal"
    case caloriesHigh = "calories_high_kcal"
    case bodyWeight = "body_weight_kg"
    case alternative = "calories_alternative"
  }

  /// An estimate by the other equation.
  private struct Estimate: Encodable {
    private enum CodingKeys: String, CodingKey {
      case kilocalories = "calories_kcal"
      case low = "calories_low_kcal"
      case high = "calories_high_kcal"
      case equation = "calories_equation"
    }

    let estimate: CalorieEstimate

    init(_ estimate: CalorieEstimate) {
      self.estimate = estimate
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(estimate.kilocalories.toThousandths, forKey: .kilocalories)
      try container.encode(estimate.low.toThousandths, forKey: .low)
      try container.encode(estimate.high.toThousandths, forKey: .high)
      try container.encode(estimate.equation, forKey: .equation)
    }
  }

  let detail: RuckDetail
  let parts: RuckParts

  init(_ detail: RuckDetail, _ parts: RuckParts) {
    (self.detail, self.parts) = (detail, parts)
  }

  func encode(to encoder: any Encoder) throws {
    let ruck = detail.summary
    try RuckRecord(ruck).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ruck.elevationLoss.toThousandths, forKey: .elevationLoss)
    try container.encode(detail.deviceElevationGain?.toThousandths, forKey: .elevationGainDevice)
    try container.encode(ruck.pace?.toThousandths, forKey: .pace)
    try container.encode(ruck.movingPace?.toThousandths, forKey: .movingPace)
    try container.encode(ruck.averageHeartRate, forKey: .averageHeartRate)
    try container.encode(ruck.maxHeartRate, forKey: .maxHeartRate)
    try container.encode(ruck.calories?.low.toThousandths, forKey: .caloriesLow)
    try container.encode(ruck.calories?.high.toThousandths, forKey: .caloriesHigh)
    try container.encode(ruck.calories?.bodyWeight.toThousandths, forKey: .bodyWeight)
    try container.encode(detail.alternativeCalories.map(Estimate.init), forKey: .alternative)
    try container.encode(detail.warnings, forKey: .warnings)
    let loads = detail.loads.map {
      RuckJSON.object(["started_at": .date($0.start), "pack_weight_kg": .number($0.packWeight)])
    }
    try container.encode(loads, forKey: .loads)
    let extras = parts.extras
    try container.encode(extras.rpe, forKey: .rpe)
    try container.encode((extras.surface ?? .pavedRoad).rawValue, forKey: .surface)
    try container.encode(extras.isPublic, forKey: .isPublic)
    try container.encode(extras.route.map { RuckJSON($0) }, forKey: .route)
    try container.encode(extras.gear.map { RuckJSON($0) }, forKey: .gear)
    try container.encode(extras.weather.map { RuckJSON($0) }, forKey: .weather)
    try container.encode(extras.temperature.map { RuckJSON($0) }, forKey: .temperature)
    try container.encode(parts.segments.map { RuckJSON($0) }, forKey: .segments)
  }
}

/// Totals and bests as JSON.
struct TotalsRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case count
    case distance = "distance_m"
    case duration = "duration_s"
    case moving = "moving_s"
    case elevationGain = "elevation_gain_m"
    case calories = "calories_kcal"
    case averagePackWeight = "average_pack_weight_kg"
    case longestDistance = "longest_distance_m"
    case fastestPace = "fastest_pace_s_per_km"
    case experienceLevel = "experience_level"
    case tooFastCount = "too_fast_to_walk_count"
  }

  let totals: RuckTotals

  init(_ totals: RuckTotals) {
    self.totals = totals
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(totals.count, forKey: .count)
    try container.encode(totals.distance.toThousandths, forKey: .distance)
    try container.encode(totals.duration.toThousandths, forKey: .duration)
    try container.encode(totals.movingTime.toThousandths, forKey: .moving)
    try container.encode(totals.elevationGain.toThousandths, forKey: .elevationGain)
    try container.encode(totals.calories.toThousandths, forKey: .calories)
    try container.encode(totals.averagePackWeight.toThousandths, forKey: .averagePackWeight)
    try container.encode(totals.longestDistance.toThousandths, forKey: .longestDistance)
    try container.encode(totals.fastestPace?.toThousandths, forKey: .fastestPace)
    try container.encode(totals.experienceLevel.rawValue, forKey: .experienceLevel)
    try container.encode(totals.tooFastCount, forKey: .tooFastCount)
  }
}

/// The user's profile as JSON.
struct ProfileRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case persona, age, sex
    case displayName = "display_name"
    case unitSystem = "unit_system"
    case fitnessLevel = "fitness_level"
    case height = "height_m"
    case bodyWeight = "body_weight_kg"
    case maxHeartRate = "max_heart_rate_bpm"
    case restingHeartRate = "resting_heart_rate_bpm"
    case healthConditions = "health_conditions"
    case privacy, display
    case challengeReminders = "challenge_reminders"
    case isChild = "child"
  }

  let profile: UserProfile

  init(_ profile: UserProfile) {
    self.profile = profile
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(profile.displayName, forKey: .displayName)
    try container.encode(profile.persona.rawValue, forKey: .persona)
    try container.encode(profile.unitSystem.rawValue, forKey: .unitSystem)
    try container.encode(profile.bodyWeight?.toThousandths, forKey: .bodyWeight)
    try container.encode(profile.height?.toThousandths, forKey: .height)
    try container.encode(profile.age, forKey: .age)
    try container.encode(profile.sex?.rawValue, forKey: .sex)
    try container.encode(profile.fitnessLevel.rawValue, forKey: .fitnessLevel)
    try container.encode(profile.maxHeartRate, forKey: .maxHeartRate)
    try container.encode(profile.restingHeartRate, forKey: .restingHeartRate)
    try container.encode(profile.healthConditions, forKey: .healthConditions)
    try container.encode(profile.privacyLevel.rawValue, forKey: .privacy)
    try container.encode(profile.isChild, forKey: .isChild)
    try container.encode(
      DisplaySetting.active(profile.display).map(\.rawValue), forKey: .display)
    try container.encode(
      profile.notifications.challengeReminders, forKey: .challengeReminders)
  }
}

/// The report of an import as JSON.
struct ImportRecord: Encodable {
  /// A file that could not be imported.
  struct Failed: Encodable {
    private enum CodingKeys: String, CodingKey {
      case file, line, error
    }

    let file: String
    let line: Int?
    let error: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(line, forKey: .line)
      try container.encode(error, forKey: .error)
    }
  }

  let imported: [RuckRecord]
  let unchanged: [RuckRecord]
  let failed: [Failed]
  let skipped: [Skipped]
  let objects: [Object]

  /// An object of an archive that is no ruck.
  struct Object: Encodable {
    private enum CodingKeys: String, CodingKey {
      case kind, id, name
      case isNew = "imported"
    }

    let kind: String
    let id: String
    let name: String
    let isNew: Bool
  }

  /// A recording of an archive that is not wanted.
  struct Skipped: Encodable {
    let file: String
    let reason: String
  }

  init(_ report: ImportReport) {
    skipped = report.skipped.map { Skipped(file: $0.file, reason: $0.reason) }
    imported = report.imported.map { RuckRecord($0.ruck) }
    unchanged = report.unchanged.map { RuckRecord($0.ruck) }
    failed = report.failed.map { Failed(file: $0.file, line: $0.line, error: $0.error) }
    objects = report.objects.map {
      Object(kind: $0.kind, id: $0.id.idText, name: $0.name, isNew: $0.isNew)
    }
  }
}
