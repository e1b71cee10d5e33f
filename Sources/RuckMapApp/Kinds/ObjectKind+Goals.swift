// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import RuckMap

extension ObjectKind<GoalItem> {
  static var goals: ObjectKind<GoalItem> {
    ObjectKind(
      nouns: "goals", command: "goal", path: RuckTab.goals.path,
      new: { GoalItem(startDate: Calendar.current.startOfDay(for: .now)) },
      fields: [
        .text("name", "Name", \.name).required.whole.example("Twelve miles a week"),
        .metric("metric", \.metric), .choice("period", "Every", \.period),
        .target("target", \.metric, \.target).required,
        .mass("minimum-pack", "With at least", \.minimumPackWeight)
          .hinted("Only rucks with this pack count. Empty: all."),
        .day("start", "From", \.startDate), .day("end", "Until", \.endDate),
        .choice("visibility", "Visible for", \.visibility),
        .flag("active", "Active", \.isActive),
      ],
      json: { goal in
        [
          "name": .text(goal.name), "metric": .text(goal.metric.rawValue),
          "period": .text(goal.period.rawValue), "target": RuckJSON(goal.target),
          "minimum_pack_weight_kg": RuckJSON(goal.minimumPackWeight),
          "start_at": RuckJSON(goal.startDate), "end_at": RuckJSON(goal.endDate),
          "visibility": .text(goal.visibility.rawValue), "active": .flag(goal.isActive),
        ]
      },
      columns: ["NAME", "TARGET", "EVERY", "FROM", "STATE"],
      cells: { goal, format in
        [
          goal.name,
          MetricFormat(metric: goal.metric, format: format).text(goal.target ?? 0),
          goal.period.rawValue, format.day(goal.startDate), goal.isActive ? "active" : "ended",
        ]
      })
  }
}

extension ObjectKind<ChallengeItem> {
  static var challenges: ObjectKind<ChallengeItem> {
    ObjectKind(
      nouns: "challenges", command: "challenge", path: "\(RuckPaths.list)/challenges",
      new: {
        let start = Calendar.current.startOfDay(for: .now)
        return ChallengeItem(startDate: start, endDate: start.addingTimeInterval(30 * 86400))
      },
      fields: [
        .text("name", "Name", \.name).required.whole.example("100 miles in June"),
        .metric("metric", \.metric), .choice("rule", "Compare by", \.rule),
        .target("target", \.metric, \.target).hinted("Needed for a challenge by target."),
        .mass("minimum-pack", "With at least", \.minimumPackWeight),
        .distance("minimum-distance", "Longer than", \.minimumDistance),
        .day("start", "First day", \.startDate), .lastDay("end", "Last day", \.endDate),
        .choice("visibility", "Visible for", \.visibility),
        .related("group", "Group", .group, \.group),
        .notes("details", "Description", \.details),
      ],
      json: { challenge in
        [
          "name": .text(challenge.name), "details": .text(challenge.details),
          "metric": .text(challenge.metric.rawValue), "rule": .text(challenge.rule.rawValue),
          "target": RuckJSON(challenge.target),
          "minimum_pack_weight_kg": RuckJSON(challenge.minimumPackWeight),
          "minimum_distance_m": RuckJSON(challenge.minimumDistance),
          "start_at": RuckJSON(challenge.startDate), "end_at": RuckJSON(challenge.endDate),
          "visibility": .text(challenge.visibility.rawValue),
          "group_id": RuckJSON(challenge.group), "participants": .integer(challenge.participants),
        ]
      },
      columns: ["NAME", "METRIC", "RULE", "FROM", "UNTIL", "PEOPLE"],
      cells: { challenge, format in
        [
          challenge.name, challenge.metric.rawValue, challenge.rule.rawValue,
          format.day(challenge.startDate), format.lastDay(challenge.endDate),
          "\(challenge.participants)",
        ]
      })
  }
}

extension FieldFormat {
  /// The last day of a range whose end is the next day's first moment.
  func lastDay(_ end: Date) -> String { day(end.addingTimeInterval(-1)) }
}

extension ObjectField {
  static func metric(_ name: String, _ path: Path<TargetMetric>) -> ObjectField {
    ObjectField(
      name: name, label: "Figure",
      kind: .choice(TargetMetric.allCases.map { ($0.rawValue, MetricFormat.title($0)) }),
      read: { object, _ in object[keyPath: path].rawValue },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = try RuckWords.value(text, of: TargetMetric.self)
      })
  }

  /// A value in the unit of a metric, whose field is before this one.
  static func target(
    _ name: String, _ metric: Path<TargetMetric>, _ path: Path<Double?>
  ) -> ObjectField {
    ObjectField(
      name: name, label: "Target", kind: .quantity, placeholder: "20 km",
      hint: "A value of the figure, such as 20 km, 5:00 or 12.",
      read: { object, format in
        object[keyPath: path].map {
          MetricFormat(metric: object[keyPath: metric], format: format).text($0)
            .replacing(",", with: "")
        } ?? ""
      },
      write: { object, text, format throws(FieldProblem) in
        object[keyPath: path] = try MetricFormat(metric: object[keyPath: metric], format: format)
          .value(text)
      })
  }

  /// The last day of a range, whose end is the next day's first moment.
  static func lastDay(_ name: String, _ label: String, _ path: Path<Date>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .date, isRequired: true,
      read: { object, format in format.lastDay(object[keyPath: path]) },
      write: { object, text, format throws(FieldProblem) in
        guard let day = try format.day(parsing: text),
          let end = format.calendar.calendar.date(byAdding: .day, value: 1, to: day)
        else { return }
        object[keyPath: path] = end
      })
  }

  /// A related object by its identifier; a page offers the objects by their names.
  static func related(
    _ name: String, _ label: String, _ relation: RelatedKind, _ path: Path<UUID?>
  ) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .text(proposals: []), relation: relation,
      read: { object, _ in object[keyPath: path].map(RuckPaths.text) ?? "" },
      write: { object, text, _ throws(FieldProblem) in
        guard let text = FieldFormat.text(text) else {
          object[keyPath: path] = nil
          return
        }
        guard let id = UUID(uuidString: text) else {
          throw FieldProblem("\(text) is not an ID. List the objects to see their IDs.")
        }
        object[keyPath: path] = id
      })
  }
}
