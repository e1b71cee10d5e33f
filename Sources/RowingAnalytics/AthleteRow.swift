// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A row of the table `athlete_analytics`, without the time of its calculation.
package struct AthleteRow: Encodable, Sendable, Hashable {
  enum CodingKeys: String, CodingKey {
    case athlete = "athlete_id"
    case recordName = "cloudkit_record_name"
    case sessions = "total_sessions"
    case distance = "total_distance"
    case time = "total_time"
    case best2k = "best_2k_time"
    case best5k = "best_5k_time"
    case best2kTenths = "best_2k_tenths"
    case best5kTenths = "best_5k_tenths"
    case power = "average_power"
    case lastSession = "last_session_at"
  }

  /// The athlete's identifier.
  package var athlete: UUID
  /// The number of completed sessions.
  package var sessions: Int
  /// Metres.
  package var distance: Int64
  /// Seconds.
  package var time: Int64
  /// The shortest time of a whole session of 2000 m on a RowErg in tenths of a second; nil for none.
  package var best2kTenths: Int?
  /// The shortest time of a whole session of 5000 m on a RowErg in tenths of a second; nil for none.
  package var best5kTenths: Int?
  /// Watts, weighted by time.
  package var power: AnalyticsDecimal?
  /// The start of the last session; nil for none.
  package var lastSession: AnalyticsTime?

  /// Writes all columns; an unknown value is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(athlete.columnText, forKey: .athlete)
    try container.encode("Athlete." + athlete.uuidString, forKey: .recordName)
    try container.encode(sessions, forKey: .sessions)
    try container.encode(distance, forKey: .distance)
    try container.encode(time, forKey: .time)
    try container.encode(best2kTenths.map { $0 / 10 }, forKey: .best2k)
    try container.encode(best5kTenths.map { $0 / 10 }, forKey: .best5k)
    try container.encode(best2kTenths, forKey: .best2kTenths)
    try container.encode(best5kTenths, forKey: .best5kTenths)
    try container.encode(power, forKey: .power)
    try container.encode(lastSession, forKey: .lastSession)
  }
}

/// A row of the table `session_analytics`, without the time of its calculation.
package struct SessionRow: Encodable, Sendable, Hashable {
  enum CodingKeys: String, CodingKey {
    case session = "session_id"
    case recordName = "cloudkit_record_name"
    case athlete = "athlete_id"
    case date = "session_date"
    case curve = "power_curve"
    case zones = "pace_zones"
    case strokes = "stroke_analysis"
  }

  /// The session's identifier.
  package var session: UUID
  /// The athlete's identifier.
  package var athlete: UUID
  /// The UTC day of the start.
  package var date: AnalyticsDay
  /// The highest mean power by rising duration.
  package var curve: [PowerCurvePoint]
  /// The time in each zone; nil if the athlete's zones have no base power.
  package var zones: PaceZones?
  /// The technique; nil for a session without strokes.
  package var strokes: StrokeFigures?

  /// Writes all columns; an unknown value is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(session.columnText, forKey: .session)
    try container.encode("RowingSession." + session.uuidString, forKey: .recordName)
    try container.encode(athlete.columnText, forKey: .athlete)
    try container.encode(date, forKey: .date)
    try container.encode(curve, forKey: .curve)
    try container.encode(zones, forKey: .zones)
    try container.encode(strokes, forKey: .strokes)
  }
}

/// A row of the table `performance_aggregates`: an athlete's sessions of one UTC day.
package struct DayRow: Encodable, Sendable, Hashable {
  enum CodingKeys: String, CodingKey {
    case day = "time_bucket"
    case athlete = "athlete_id"
    case power = "avg_power"
    case strokeRate = "avg_stroke_rate"
    case pace = "avg_pace"
    case distance = "total_distance"
    case sessions = "session_count"
  }

  /// The day.
  package var day: AnalyticsDay
  /// The athlete's identifier.
  package var athlete: UUID
  /// Watts, weighted by time.
  package var power: AnalyticsDecimal?
  /// Strokes per minute, weighted by time.
  package var strokeRate: AnalyticsDecimal?
  /// Seconds per 500 m: the total time by the total distance.
  package var pace: AnalyticsDecimal?
  /// Metres.
  package var distance: Int64
  /// The number of sessions.
  package var sessions: Int

  /// Writes all columns; an unknown value is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(day.text + "T00:00:00Z", forKey: .day)
    try container.encode(athlete.columnText, forKey: .athlete)
    try container.encode(power, forKey: .power)
    try container.encode(strokeRate, forKey: .strokeRate)
    try container.encode(pace, forKey: .pace)
    try container.encode(distance, forKey: .distance)
    try container.encode(sessions, forKey: .sessions)
  }
}
