// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

/// One ruck as JSON.
///
/// Every key is always there; what is not known is null.
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
    try container.encode(ruck.startedAt.jsonText, forKey: .startedAt)
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
  }
}
