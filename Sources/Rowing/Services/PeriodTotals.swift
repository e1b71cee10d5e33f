// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A period of calendar time for totals.
package enum TotalsPeriod: String, Sendable, Hashable, CaseIterable {
  case week, month, season
}

/// The totals of one period.
package struct PeriodTotals: Sendable, Hashable, Codable {
  /// The period: `2021-W07`, `2021-02`, or the season by the year in which it ends, `2021`.
  package var label: String
  /// The first instant of the period.
  package var start: Date
  /// The number of completed sessions.
  package var sessions: Int
  /// Metres of work.
  package var distance: Double
  /// Seconds of work.
  package var duration: Double

  /// Creates totals.
  package init(label: String, start: Date, sessions: Int, distance: Double, duration: Double) {
    self.label = label
    self.start = start
    self.sessions = sessions
    self.distance = distance
    self.duration = duration
  }
}

/// The best result over one distance or time.
package struct RecordSnapshot: Sendable, Hashable, Codable {
  /// Whether a record is a whole session or a part of one.
  package enum Kind: String, Sendable, Hashable, Codable {
    case whole, effort
  }

  /// The machine.
  package var machine: RowingMachine
  /// The weight class; nil if unknown.
  package var weightClass: WeightClass?
  /// The season by the year in which it ends.
  package var season: Int
  /// Metres: the record's distance, or the distance rowed in `duration`.
  package var distance: Double
  /// Seconds: the record's time, or the time rowed for `distance`.
  package var duration: Double
  /// True if the record is over a distance, false if it is over a time.
  package var isOverDistance: Bool
  /// The athlete.
  package var athlete: UUID?
  /// The session.
  package var session: UUID
  /// The session's start.
  package var startedAt: Date
  /// Whether the whole session or a part of it.
  package var kind: Kind

  /// Creates a record.
  package init(
    machine: RowingMachine, weightClass: WeightClass?, season: Int, distance: Double,
    duration: Double, isOverDistance: Bool, athlete: UUID? = nil, session: UUID,
    startedAt: Date, kind: Kind
  ) {
    self.machine = machine
    self.weightClass = weightClass
    self.season = season
    self.distance = distance
    self.duration = duration
    self.isOverDistance = isOverDistance
    self.athlete = athlete
    self.session = session
    self.startedAt = startedAt
    self.kind = kind
  }
}

/// The highest mean power for each duration, and the critical power.
package struct PowerCurve: Sendable, Hashable, Codable {
  /// The highest mean power over one duration.
  package struct Point: Sendable, Hashable, Codable {
    /// Seconds.
    package var duration: Double
    /// Watts.
    package var power: Double
    /// The session.
    package var session: UUID

    /// Creates a point.
    package init(duration: Double, power: Double, session: UUID) {
      self.duration = duration
      self.power = power
      self.session = session
    }
  }

  /// The points by rising duration.
  package var points: [Point]
  /// The critical power in watts; nil if it can't be fitted.
  package var criticalPower: Double?
  /// The work above the critical power in joules; nil if it can't be fitted.
  package var workCapacity: Double?
  /// The reason why there is no critical power.
  package var refusal: String?

  /// Creates a curve.
  package init(
    points: [Point], criticalPower: Double?, workCapacity: Double?, refusal: String?
  ) {
    self.points = points
    self.criticalPower = criticalPower
    self.workCapacity = workCapacity
    self.refusal = refusal
  }
}

/// An athlete's zones with the power and the pace of each.
package struct ZoneTable: Sendable, Hashable, Codable {
  /// One zone.
  package struct Row: Sendable, Hashable, Codable {
    /// The zone as fractions of the base.
    package var zone: PowerZone
    /// Watts; nil without a base.
    package var fromPower: Double?
    /// Watts; nil without a base, and for the highest zone.
    package var toPower: Double?
    /// Seconds per 500 m at `fromPower`, the slower bound; nil without one.
    package var fromPace: Double?
    /// Seconds per 500 m at `toPower`, the faster bound; nil without one.
    package var toPace: Double?

    /// Creates a row.
    package init(
      zone: PowerZone, fromPower: Double?, toPower: Double?, fromPace: Double?, toPace: Double?
    ) {
      self.zone = zone
      self.fromPower = fromPower
      self.toPower = toPower
      self.fromPace = fromPace
      self.toPace = toPace
    }
  }

  /// The zones, the lowest first.
  package var rows: [Row]
  /// The base power in watts; nil if it is unknown.
  package var basePower: Double?
  /// True if the base was set by the athlete, false if it is the critical power.
  package var isBaseSet: Bool
  /// True if the table is the default one.
  package var isDefault: Bool
  /// The reason why there is no base.
  package var refusal: String?

  /// Creates a table.
  package init(
    rows: [Row], basePower: Double?, isBaseSet: Bool, isDefault: Bool, refusal: String?
  ) {
    self.rows = rows
    self.basePower = basePower
    self.isBaseSet = isBaseSet
    self.isDefault = isDefault
    self.refusal = refusal
  }
}

/// The time of a session in one zone.
package struct ZoneTime: Sendable, Hashable, Codable {
  /// The zone's name.
  package var name: String
  /// Watts.
  package var fromPower: Double
  /// Watts; nil for the highest zone.
  package var toPower: Double?
  /// Seconds.
  package var time: Double

  /// Creates a time.
  package init(name: String, fromPower: Double, toPower: Double?, time: Double) {
    self.name = name
    self.fromPower = fromPower
    self.toPower = toPower
    self.time = time
  }
}

/// The training load of one day.
package struct DayLoad: Sendable, Hashable, Codable {
  /// The first instant of the day.
  package var date: Date
  /// The day's load by Banister's equation.
  package var banister: Double
  /// The day's load by Edwards' zones.
  package var edwards: Double
  /// The exponentially weighted mean of `banister` over 7 days.
  package var average7: Double
  /// The exponentially weighted mean of `banister` over 42 days.
  package var average42: Double
  /// The exponentially weighted mean of `edwards` over 7 days.
  package var edwards7: Double
  /// The exponentially weighted mean of `edwards` over 42 days.
  package var edwards42: Double
  /// The number of sessions.
  package var sessions: Int

  /// Creates a day's load.
  package init(
    date: Date, banister: Double, edwards: Double, average7: Double, average42: Double,
    edwards7: Double, edwards42: Double, sessions: Int
  ) {
    self.date = date
    self.banister = banister
    self.edwards = edwards
    self.average7 = average7
    self.average42 = average42
    self.edwards7 = edwards7
    self.edwards42 = edwards42
    self.sessions = sessions
  }
}

/// The training load of consecutive days.
package struct LoadHistory: Sendable, Hashable, Codable {
  /// Every day from the first session, or the start of the range, to its end.
  package var days: [DayLoad]
  /// The heart rates used, in beats per minute.
  package var restingHeartRate: Int
  /// The highest heart rate used, in beats per minute.
  package var maxHeartRate: Int
  /// True if the heart rates aren't the athlete's own.
  package var areHeartRatesAssumed: Bool
  /// The number of sessions of these days without heart rate, which have no load.
  package var sessionsWithoutHeartRate: Int

  /// Creates a history.
  package init(
    days: [DayLoad], restingHeartRate: Int, maxHeartRate: Int, areHeartRatesAssumed: Bool,
    sessionsWithoutHeartRate: Int
  ) {
    self.days = days
    self.restingHeartRate = restingHeartRate
    self.maxHeartRate = maxHeartRate
    self.areHeartRatesAssumed = areHeartRatesAssumed
    self.sessionsWithoutHeartRate = sessionsWithoutHeartRate
  }
}

/// A day with sessions, for calendars.
package struct RowingDay: Sendable, Hashable, Codable {
  /// The first instant of the day.
  package var date: Date
  /// The number of completed sessions.
  package var sessions: Int
  /// Metres of work.
  package var distance: Double
  /// Seconds of work.
  package var duration: Double

  /// Creates a day.
  package init(date: Date, sessions: Int, distance: Double, duration: Double) {
    self.date = date
    self.sessions = sessions
    self.distance = distance
    self.duration = duration
  }
}
