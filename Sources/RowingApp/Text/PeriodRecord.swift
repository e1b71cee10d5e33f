// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

/// The totals of a period as JSON.
struct PeriodRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case period, sessions
    case distance = "distance_m"
    case duration = "duration_s"
  }

  let totals: PeriodTotals

  init(_ totals: PeriodTotals) { self.totals = totals }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(totals.label, forKey: .period)
    try container.encode(totals.sessions, forKey: .sessions)
    try container.encode(totals.distance.toThousandths, forKey: .distance)
    try container.encode(totals.duration.toThousandths, forKey: .duration)
  }
}

/// A record as JSON.
struct RecordRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case machine, session, kind, season, athlete
    case weightClass = "weight_class"
    case distance = "distance_m"
    case duration = "duration_s"
    case startedAt = "started_at"
  }

  let record: RecordSnapshot

  init(_ record: RecordSnapshot) { self.record = record }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(record.machine.rawValue, forKey: .machine)
    try container.encode(record.distance.toThousandths, forKey: .distance)
    try container.encode(record.duration.toThousandths, forKey: .duration)
    try container.encode(record.session.idText, forKey: .session)
    try container.encode(record.startedAt.jsonText, forKey: .startedAt)
    try container.encode(record.kind.rawValue, forKey: .kind)
    try container.encode(record.weightClass?.rawValue, forKey: .weightClass)
    try container.encode(record.season, forKey: .season)
    try container.encode(record.athlete?.idText, forKey: .athlete)
  }
}

/// A power curve as JSON.
struct CurveRecord: Encodable {
  struct Point: Encodable {
    private enum CodingKeys: String, CodingKey {
      case session
      case duration = "duration_s"
      case power = "power_w"
    }

    let point: PowerCurve.Point

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(point.duration.toThousandths, forKey: .duration)
      try container.encode(point.power.toThousandths, forKey: .power)
      try container.encode(point.session.idText, forKey: .session)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case points
    case criticalPower = "cp_w"
    case workCapacity = "w_prime_j"
  }

  let curve: PowerCurve

  init(_ curve: PowerCurve) { self.curve = curve }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(curve.points.map { Point(point: $0) }, forKey: .points)
    try container.encode(curve.criticalPower?.toThousandths, forKey: .criticalPower)
    try container.encode(curve.workCapacity?.toThousandths, forKey: .workCapacity)
  }
}

/// An athlete's zones as JSON.
struct ZoneTableRecord: Encodable {
  struct Zone: Encodable {
    private enum CodingKeys: String, CodingKey {
      case name
      case from = "from_fraction"
      case to = "to_fraction"
      case fromPower = "from_w"
      case toPower = "to_w"
      case fromPace = "from_pace_s_per_500m"
      case toPace = "to_pace_s_per_500m"
    }

    let row: ZoneTable.Row

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(row.zone.name, forKey: .name)
      try container.encode(row.zone.from.toThousandths, forKey: .from)
      try container.encode(row.zone.to?.toThousandths, forKey: .to)
      try container.encode(row.fromPower?.toThousandths, forKey: .fromPower)
      try container.encode(row.toPower?.toThousandths, forKey: .toPower)
      try container.encode(row.fromPace?.toThousandths, forKey: .fromPace)
      try container.encode(row.toPace?.toThousandths, forKey: .toPace)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case zones
    case base = "base_w"
    case isBaseSet = "base_is_set"
    case isDefault = "is_default"
  }

  let table: ZoneTable

  init(_ table: ZoneTable) { self.table = table }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(table.rows.map { Zone(row: $0) }, forKey: .zones)
    try container.encode(table.basePower?.toThousandths, forKey: .base)
    try container.encode(table.isBaseSet, forKey: .isBaseSet)
    try container.encode(table.isDefault, forKey: .isDefault)
  }
}

/// The training load of days as JSON.
struct LoadRecord: Encodable {
  struct Day: Encodable {
    private enum CodingKeys: String, CodingKey {
      case date, sessions, banister, edwards
      case average7 = "average_7_days"
      case average42 = "average_42_days"
      case edwards7 = "edwards_average_7_days"
      case edwards42 = "edwards_average_42_days"
    }

    let day: DayLoad

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(day.date.jsonText, forKey: .date)
      try container.encode(day.sessions, forKey: .sessions)
      try container.encode(day.banister.toThousandths, forKey: .banister)
      try container.encode(day.edwards.toThousandths, forKey: .edwards)
      try container.encode(day.average7.toThousandths, forKey: .average7)
      try container.encode(day.average42.toThousandths, forKey: .average42)
      try container.encode(day.edwards7.toThousandths, forKey: .edwards7)
      try container.encode(day.edwards42.toThousandths, forKey: .edwards42)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case days
    case resting = "resting_heart_rate_bpm"
    case highest = "max_heart_rate_bpm"
    case isAssumed = "heart_rates_assumed"
    case without = "sessions_without_heart_rate"
  }

  let history: LoadHistory

  init(_ history: LoadHistory) { self.history = history }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(history.days.map { Day(day: $0) }, forKey: .days)
    try container.encode(history.restingHeartRate, forKey: .resting)
    try container.encode(history.maxHeartRate, forKey: .highest)
    try container.encode(history.areHeartRatesAssumed, forKey: .isAssumed)
    try container.encode(history.sessionsWithoutHeartRate, forKey: .without)
  }
}

/// A comparison of two sessions as JSON.
struct ComparisonRecord: Encodable {
  struct Point: Encodable {
    private enum CodingKeys: String, CodingKey {
      case position, lead
      case paceA = "pace_a_s"
      case paceB = "pace_b_s"
      case powerA = "power_a_w"
      case powerB = "power_b_w"
    }

    let point: SessionComparison.Point

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(point.position.toThousandths, forKey: .position)
      try container.encode(point.lead?.toThousandths, forKey: .lead)
      try container.encode(point.paceA?.toThousandths, forKey: .paceA)
      try container.encode(point.paceB?.toThousandths, forKey: .paceB)
      try container.encode(point.powerA?.toThousandths, forKey: .powerA)
      try container.encode(point.powerB?.toThousandths, forKey: .powerB)
    }
  }

  private enum CodingKeys: String, CodingKey { case a, b, axis, points }

  let comparison: SessionComparison

  init(_ comparison: SessionComparison) { self.comparison = comparison }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(SessionRecord(comparison.a), forKey: .a)
    try container.encode(comparison.b.map(SessionRecord.init), forKey: .b)
    try container.encode(comparison.axis.rawValue, forKey: .axis)
    try container.encode(comparison.points.map { Point(point: $0) }, forKey: .points)
  }
}
