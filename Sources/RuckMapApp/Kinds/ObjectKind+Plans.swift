// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

extension ObjectKind<PlanItem> {
  static var plans: ObjectKind<PlanItem> {
    ObjectKind(
      nouns: "plans", command: "plan", path: RuckTab.plans.path,
      new: { PlanItem(startDate: Calendar.current.startOfDay(for: .now)) },
      fields: [
        .text("name", "Name", \.name).required.whole.example("Twelve-mile test"),
        .day("start", "First day", \.startDate), .day("target", "Day of the test", \.targetDate),
        .flag("active", "Active", \.isActive), .notes("details", "Description", \.details),
      ],
      json: { plan in
        [
          "name": .text(plan.name), "details": .text(plan.details),
          "start_at": RuckJSON(plan.startDate), "target_at": RuckJSON(plan.targetDate),
          "active": .flag(plan.isActive),
          "rucks": .list(plan.rucks.map { ObjectKind<PlannedRuckItem>.plannedRucks.record($0) }),
        ]
      },
      columns: ["NAME", "FROM", "TEST", "RUCKS", "DONE", "STATE"],
      cells: { plan, format in
        [
          plan.name, format.day(plan.startDate), format.day(plan.targetDate),
          "\(plan.rucks.count)", "\(plan.rucks.count { $0.ruck != nil })",
          plan.isActive ? "active" : "ended",
        ]
      })
  }
}

extension ObjectKind<PlannedRuckItem> {
  static var plannedRucks: ObjectKind<PlannedRuckItem> {
    ObjectKind(
      nouns: "planned rucks", command: "plan", path: "\(RuckPaths.list)/planned",
      new: {
        PlannedRuckItem(plan: nil, date: Calendar.current.startOfDay(for: .now))
      },
      fields: [
        .text("title", "Title", \.name).required.whole.example("Easy five"),
        .day("day", "Day", \.date), .distance("distance", "Distance", \.distance),
        .duration("duration", "Time", \.duration), .mass("pack", "Pack", \.packWeight),
        .integer("rpe", "Exertion, 1 to 10", \.rpe, in: 1...10),
        .integer("reminder", "Remind me before, minutes", \.reminderMinutes, in: 0...43_200),
        .flag("skipped", "Left out", \.isSkipped),
      ],
      json: { ruck in
        [
          "plan_id": RuckJSON(ruck.plan), "title": .text(ruck.name), "day": RuckJSON(ruck.date),
          "distance_m": RuckJSON(ruck.distance), "duration_s": RuckJSON(ruck.duration),
          "pack_weight_kg": RuckJSON(ruck.packWeight), "rpe": RuckJSON(ruck.rpe),
          "reminder_at": RuckJSON(ruck.reminderDate), "skipped": .flag(ruck.isSkipped),
          "ruck_id": RuckJSON(ruck.ruck),
        ]
      },
      columns: ["DAY", "TITLE", "DISTANCE", "PACK", "STATE"],
      cells: { ruck, format in
        [
          format.day(ruck.date), ruck.name, format.measure.distance(ruck.distance),
          format.measure.weight(ruck.packWeight),
          ruck.ruck != nil ? "done" : ruck.isSkipped ? "left out" : "open",
        ]
      })
  }
}
