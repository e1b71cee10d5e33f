// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

/// An athlete as JSON.
struct AthleteRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, email, role, team, boat, sex, sessions
    case weight = "weight_kg"
    case height = "height_cm"
    case birthYear = "birth_year"
    case maxHeartRate = "max_heart_rate_bpm"
    case restingHeartRate = "resting_heart_rate_bpm"
    case timeZone = "time_zone"
    case isActive = "is_active"
  }

  let athlete: AthleteSnapshot

  init(_ athlete: AthleteSnapshot) { self.athlete = athlete }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(athlete.id.idText, forKey: .id)
    try container.encode(athlete.name, forKey: .name)
    try container.encode(athlete.email.isEmpty ? nil : athlete.email, forKey: .email)
    try container.encode(athlete.role.rawValue, forKey: .role)
    try container.encode(athlete.teamName, forKey: .team)
    try container.encode(athlete.preferredBoat?.rawValue, forKey: .boat)
    try container.encode(athlete.weight?.toThousandths, forKey: .weight)
    try container.encode(athlete.height?.toThousandths, forKey: .height)
    try container.encode(athlete.birthYear, forKey: .birthYear)
    try container.encode(athlete.sex?.rawValue, forKey: .sex)
    try container.encode(athlete.maxHeartRate, forKey: .maxHeartRate)
    try container.encode(athlete.restingHeartRate, forKey: .restingHeartRate)
    try container.encode(athlete.timeZone, forKey: .timeZone)
    try container.encode(athlete.isActive, forKey: .isActive)
    try container.encode(athlete.sessions, forKey: .sessions)
  }
}

/// The person who uses this machine as JSON.
struct ViewerRecord: Encodable {
  private enum CodingKeys: String, CodingKey { case athlete, role }

  let viewer: RowingViewer

  init(_ viewer: RowingViewer) { self.viewer = viewer }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewer.athlete?.name, forKey: .athlete)
    try container.encode(viewer.role.rawValue, forKey: .role)
  }
}

/// A team as JSON.
struct TeamRecord: Encodable {
  let id: String
  let name: String
  let members: [String]

  init(_ team: TeamSnapshot) {
    (id, name) = (team.id.idText, team.name)
    members = team.members.map(\.name)
  }
}

/// An athlete's row of the coach's board as JSON.
struct BoardRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case athlete, trend
    case distance7 = "distance_7_days_m"
    case distance28 = "distance_28_days_m"
    case sessions7 = "sessions_7_days"
    case load7 = "load_7_days"
    case load42 = "load_42_days"
    case best2k = "best_2k_s"
    case lastSession = "last_session_at"
    case activeSession = "active_session"
  }

  let row: BoardRow

  init(_ row: BoardRow) { self.row = row }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(row.athlete.name, forKey: .athlete)
    try container.encode(row.distance7.toThousandths, forKey: .distance7)
    try container.encode(row.distance28.toThousandths, forKey: .distance28)
    try container.encode(row.sessions7, forKey: .sessions7)
    try container.encode(row.load7?.toThousandths, forKey: .load7)
    try container.encode(row.load42?.toThousandths, forKey: .load42)
    try container.encode(row.best2k?.toThousandths, forKey: .best2k)
    try container.encode(row.trend?.toThousandths, forKey: .trend)
    try container.encode(row.lastSession?.jsonText, forKey: .lastSession)
    try container.encode(row.activeSession?.idText, forKey: .activeSession)
  }
}
