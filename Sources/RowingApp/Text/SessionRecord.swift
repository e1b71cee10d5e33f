// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

/// One session as JSON.
///
/// Every key is always present; unknown values are null.
struct SessionRecord: Encodable {
  enum CodingKeys: String, CodingKey {
    case id, athlete, machine, type, workout, strokes, source
    case startedAt = "started_at"
    case isDateAssumed = "date_assumed"
    case distance = "distance_m"
    case duration = "duration_s"
    case restDistance = "rest_distance_m"
    case rest = "rest_s"
    case pace = "pace_s_per_500m"
    case paceText = "pace_text"
    case strokeRate = "stroke_rate_spm"
    case power = "power_w"
    case maxPower = "max_power_w"
    case calories = "calories_kcal"
    case caloriesPerHour = "calories_per_h"
    case heartRate = "heart_rate_bpm"
    case dragFactor = "drag_factor"
    case isComplete = "is_complete"
  }

  let session: SessionSummary

  init(_ session: SessionSummary) { self.session = session }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encode(to: &container)
  }

  /// Encodes the values in the order of their keys.
  func encode<Fields: RecordFields<CodingKeys>>(to fields: inout Fields) throws {
    // A BikeErg's pace is that of 1000 m.
    let pace = session.pace.map { $0 * 500 / session.paceDistance }
    try fields.encode(session.athleteName, forKey: .athlete)
    try fields.encode(session.calories?.toThousandths, forKey: .calories)
    try fields.encode(session.caloriesPerHour?.toThousandths, forKey: .caloriesPerHour)
    try fields.encode(session.isDateAssumed, forKey: .isDateAssumed)
    try fields.encode(session.distance.toThousandths, forKey: .distance)
    try fields.encode(session.dragFactor?.toThousandths, forKey: .dragFactor)
    try fields.encode(session.duration.toThousandths, forKey: .duration)
    try fields.encode(session.heartRate, forKey: .heartRate)
    try fields.encode(session.id.idText, forKey: .id)
    try fields.encode(session.isComplete, forKey: .isComplete)
    try fields.encode(session.machine.rawValue, forKey: .machine)
    try fields.encode(session.maxPower?.toThousandths, forKey: .maxPower)
    try fields.encode(pace?.toThousandths, forKey: .pace)
    try fields.encode(session.paceText, forKey: .paceText)
    try fields.encode(session.power?.toThousandths, forKey: .power)
    try fields.encode(session.restDistance?.toThousandths, forKey: .restDistance)
    try fields.encode(session.restDuration?.toThousandths, forKey: .rest)
    try fields.encode(session.source, forKey: .source)
    try fields.encode(session.startedAt.jsonText, forKey: .startedAt)
    try fields.encode(session.strokeRate?.toThousandths, forKey: .strokeRate)
    try fields.encode(session.strokes, forKey: .strokes)
    try fields.encode(session.type.rawValue, forKey: .type)
    try fields.encode(session.workout, forKey: .workout)
  }

  /// The bytes for which room is made for each session of a list.
  static let size = 720

  /// Returns sessions as JSON, as `JSONOutput` does.
  static func list(_ sessions: [SessionRecord]) throws -> String {
    var text = PrettyJSON(capacity: sessions.count * size)
    try text.list(sessions) { session, text in
      try text.object(CodingKeys.self) { try session.encode(to: &$0) }
    }
    return text.finish()
  }
}

/// One session as JSON, with its intervals, its device's figures and its strokes.
struct SessionDetailRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case intervals, strokes, device, comments
    case restStrokes = "rest_strokes"
    case strokeCount = "stroke_count"
  }

  let detail: SessionDetail
  /// The strokes, which replace their number under the key.
  let strokes: [StrokeSnapshot]
  let restStrokes: [StrokeSnapshot]

  init(_ detail: SessionDetail, strokes: [StrokeSnapshot], restStrokes: [StrokeSnapshot]) {
    self.detail = detail
    self.strokes = strokes
    self.restStrokes = restStrokes
  }

  func encode(to encoder: any Encoder) throws {
    try SessionRecord(detail.summary).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(detail.intervals.map(IntervalRecord.init), forKey: .intervals)
    try container.encode(strokes.map(StrokeRecord.init), forKey: .strokes)
    try container.encode(restStrokes.map(StrokeRecord.init), forKey: .restStrokes)
    try container.encode(detail.summary.strokes, forKey: .strokeCount)
    try container.encode(DeviceRecord(detail), forKey: .device)
    try container.encode(detail.summary.comments, forKey: .comments)
  }
}

/// The figures that a device printed, as JSON.
struct DeviceRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case serial, strokes
    case power = "power_w"
    case pace = "pace_s"
    case caloriesPerHour = "calories_per_h"
    case calories = "calories_kcal"
    case strokeRate = "stroke_rate_spm"
    case dragFactor = "drag_factor"
    case heartRate = "heart_rate_bpm"
    case endingHeartRate = "ending_heart_rate_bpm"
    case recoveryHeartRate = "recovery_heart_rate_bpm"
  }

  let detail: SessionDetail

  init(_ detail: SessionDetail) { self.detail = detail }

  func encode(to encoder: any Encoder) throws {
    let figures = detail.summary.device
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(detail.deviceID, forKey: .serial)
    try container.encode(figures?.power?.toThousandths, forKey: .power)
    try container.encode(figures?.pace?.toThousandths, forKey: .pace)
    try container.encode(figures?.caloriesPerHour?.toThousandths, forKey: .caloriesPerHour)
    try container.encode(figures?.calories?.toThousandths, forKey: .calories)
    try container.encode(figures?.strokeRate?.toThousandths, forKey: .strokeRate)
    try container.encode(figures?.dragFactor?.toThousandths, forKey: .dragFactor)
    try container.encode(figures?.strokeCount, forKey: .strokes)
    try container.encode(figures?.heartRate, forKey: .heartRate)
    try container.encode(detail.endingHeartRate, forKey: .endingHeartRate)
    try container.encode(detail.recoveryHeartRate, forKey: .recoveryHeartRate)
  }
}

/// An interval, a rest or a split as JSON.
struct IntervalRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, kind, strokes, gap, target
    case targetUnit = "target_unit"
    case start = "start_s"
    case distance = "distance_m"
    case duration = "duration_s"
    case restDistance = "rest_distance_m"
    case rest = "rest_s"
    case pace = "pace_s"
    case power = "power_w"
    case strokeRate = "stroke_rate_spm"
    case heartRate = "heart_rate_bpm"
    case restHeartRate = "rest_heart_rate_bpm"
    case calories = "calories_kcal"
    case caloriesPerHour = "calories_per_h"
    case dragFactor = "drag_factor"
  }

  let part: IntervalSnapshot

  init(_ part: IntervalSnapshot) { self.part = part }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(part.shownNumber, forKey: .number)
    try container.encode(part.kind.rawValue, forKey: .kind)
    try container.encode(part.startElapsed.toThousandths, forKey: .start)
    try container.encode(part.target?.toThousandths, forKey: .target)
    try container.encode(
      part.targetUnit == .open ? nil : part.targetUnit.rawValue, forKey: .targetUnit)
    try container.encode(part.distance.toThousandths, forKey: .distance)
    try container.encode(part.duration.toThousandths, forKey: .duration)
    try container.encode(part.restDistance?.toThousandths, forKey: .restDistance)
    try container.encode(part.restDuration?.toThousandths, forKey: .rest)
    try container.encode(part.pace?.toThousandths, forKey: .pace)
    try container.encode(part.power?.toThousandths, forKey: .power)
    try container.encode(part.strokeRate?.toThousandths, forKey: .strokeRate)
    try container.encode(part.heartRate, forKey: .heartRate)
    try container.encode(part.restHeartRate, forKey: .restHeartRate)
    try container.encode(part.calories?.toThousandths, forKey: .calories)
    try container.encode(part.caloriesPerHour?.toThousandths, forKey: .caloriesPerHour)
    try container.encode(part.dragFactor?.toThousandths, forKey: .dragFactor)
    try container.encode(part.strokes, forKey: .strokes)
    try container.encode(part.hasGap, forKey: .gap)
  }
}

/// A stroke as JSON.
struct StrokeRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, interval, gap
    case time = "elapsed_s"
    case distance = "distance_m"
    case pace = "pace_s"
    case strokeRate = "stroke_rate_spm"
    case power = "power_w"
    case heartRate = "heart_rate_bpm"
    case driveTime = "drive_s"
    case recoveryTime = "recovery_s"
    case driveLength = "drive_length_m"
    case strokeDistance = "stroke_distance_m"
    case peakForce = "peak_force_n"
    case averageForce = "average_force_n"
    case work = "work_j"
    case dragFactor = "drag_factor"
    case forceCurve = "force_curve_n"
  }

  let stroke: StrokeSnapshot

  init(_ stroke: StrokeSnapshot) { self.stroke = stroke }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stroke.isRest ? nil : stroke.index + 1, forKey: .number)
    try container.encode(stroke.interval + 1, forKey: .interval)
    try container.encode(stroke.elapsed.toThousandths, forKey: .time)
    try container.encode(stroke.distance.toThousandths, forKey: .distance)
    try container.encode(stroke.pace?.toThousandths, forKey: .pace)
    try container.encode(stroke.strokeRate, forKey: .strokeRate)
    try container.encode(stroke.power?.toThousandths, forKey: .power)
    try container.encode(stroke.heartRate, forKey: .heartRate)
    try container.encode(stroke.driveTime?.toThousandths, forKey: .driveTime)
    try container.encode(stroke.recoveryTime?.toThousandths, forKey: .recoveryTime)
    try container.encode(stroke.driveLength?.toThousandths, forKey: .driveLength)
    try container.encode(stroke.strokeDistance?.toThousandths, forKey: .strokeDistance)
    try container.encode(stroke.peakForce?.toThousandths, forKey: .peakForce)
    try container.encode(stroke.averageForce?.toThousandths, forKey: .averageForce)
    try container.encode(stroke.work?.toThousandths, forKey: .work)
    try container.encode(stroke.dragFactor?.toThousandths, forKey: .dragFactor)
    try container.encode(
      stroke.forceCurve.isEmpty ? nil : stroke.forceCurve.compactMap(\.toThousandths),
      forKey: .forceCurve)
    try container.encode(stroke.followsGap, forKey: .gap)
  }
}
