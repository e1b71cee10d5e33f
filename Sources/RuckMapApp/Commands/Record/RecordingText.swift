// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Measures
import RuckMap

/// Running rucks as text for a person, in the user's units.
struct RecordingText: Sendable {
  private let format: MeasureFormat

  init(_ unitSystem: UnitSystem) {
    format = MeasureFormat(unitSystem: unitSystem)
  }

  /// A short description of a running ruck.
  func line(_ ruck: RecordingSnapshot, at now: Date) -> String {
    let name = ruck.name.map { " \"\($0.printable)\"" } ?? ""
    let phase = ruck.phase == .paused ? ", paused" : ""
    return "\(ruck.id.shortText)\(name), started \(ruck.startedAt.localText), "
      + "\(format.distance(ruck.distance)), \(format.duration(ruck.elapsed(at: now)).printable)\(phase)"
  }

  /// All values of a running ruck.
  func status(_ ruck: RecordingSnapshot, at now: Date) -> String {
    var pairs: [(name: String, value: String)] = [
      ("Id", ruck.id.idText),
      ("State", ruck.phase.rawValue),
      ("Started", ruck.startedAt.localText),
      ("Time", format.duration(ruck.elapsed(at: now)) + " without pauses"),
      ("Moving time", format.duration(ruck.movingTime)),
      ("Distance", format.distance(ruck.distance)),
      ("Moving pace", format.pace(secondsPerKilometre: ruck.movingPace)),
      ("Elevation gain", format.elevation(ruck.elevationGain)),
      ("Pack weight", format.weight(ruck.packWeight)),
      ("Surface", (ruck.surface ?? .pavedRoad).rawValue),
      ("Calories", format.calories(ruck.calories?.kilocalories)),
      ("Points", "\(ruck.points)"),
    ]
    if let name = ruck.name { pairs.insert(("Name", name), at: 0) }
    if let date = ruck.lastFix { pairs.append(("Last position", date.localText)) }
    if let date = ruck.expectedEnd {
      pairs.append(("Expected return", date.localText + (date < now ? ", overdue" : "")))
    }
    return TextTable.fields(pairs)
  }
}

/// A running ruck as JSON.
///
/// Every key is always present; unknown values are null.
struct RecordingRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, state, points, surface
    case startedAt = "started_at"
    case lastPositionAt = "last_position_at"
    case expectedEndAt = "expected_end_at"
    case elapsed = "elapsed_s"
    case moving = "moving_s"
    case paused = "paused_s"
    case distance = "distance_m"
    case elevationGain = "elevation_gain_m"
    case packWeight = "pack_weight_kg"
    case calories = "calories_kcal"
  }

  let ruck: RecordingSnapshot
  let now: Date

  init(_ ruck: RecordingSnapshot, at now: Date) {
    self.ruck = ruck
    self.now = now
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ruck.id.idText, forKey: .id)
    try container.encode(ruck.name, forKey: .name)
    try container.encode(ruck.phase.rawValue, forKey: .state)
    try container.encode(ruck.startedAt.jsonText, forKey: .startedAt)
    try container.encode(ruck.lastFix?.jsonText, forKey: .lastPositionAt)
    try container.encode(ruck.expectedEnd?.jsonText, forKey: .expectedEndAt)
    try container.encode(ruck.points, forKey: .points)
    try container.encode(ruck.elapsed(at: now).toThousandths, forKey: .elapsed)
    try container.encode(ruck.movingTime.toThousandths, forKey: .moving)
    try container.encode(ruck.pausedTime.toThousandths, forKey: .paused)
    try container.encode(ruck.distance.toThousandths, forKey: .distance)
    try container.encode(ruck.elevationGain.toThousandths, forKey: .elevationGain)
    try container.encode(ruck.packWeight.toThousandths, forKey: .packWeight)
    try container.encode(ruck.surface?.rawValue, forKey: .surface)
    try container.encode(ruck.calories?.kilocalories.toThousandths, forKey: .calories)
  }
}
