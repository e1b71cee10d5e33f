// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

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
  }
}
