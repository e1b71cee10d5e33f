// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

/// One ruck as JSON with all that `ruck show` tells beyond the list.
struct RuckDetailRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case warnings
    case elevationLoss = "elevation_loss_m"
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

  init(_ detail: RuckDetail) {
    self.detail = detail
  }

  func encode(to encoder: any Encoder) throws {
    let ruck = detail.summary
    try RuckRecord(ruck).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ruck.elevationLoss.toThousandths, forKey: .elevationLoss)
    try container.encode(ruck.pace?.toThousandths, forKey: .pace)
    try container.encode(ruck.movingPace?.toThousandths, forKey: .movingPace)
    try container.encode(ruck.averageHeartRate, forKey: .averageHeartRate)
    try container.encode(ruck.maxHeartRate, forKey: .maxHeartRate)
    try container.encode(ruck.calories?.low.toThousandths, forKey: .caloriesLow)
    try container.encode(ruck.calories?.high.toThousandths, forKey: .caloriesHigh)
    try container.encode(ruck.calories?.bodyWeight.toThousandths, forKey: .bodyWeight)
    try container.encode(detail.alternativeCalories.map(Estimate.init), forKey: .alternative)
    try container.encode(detail.warnings, forKey: .warnings)
  }
}
