// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

extension ObjectKind<GroupItem> {
  static var groups: ObjectKind<GroupItem> {
    ObjectKind(
      nouns: "groups", command: "group", path: RuckTab.groups.path, new: { GroupItem() },
      fields: [
        .text("name", "Name", \.name).required.whole.example("Sunday club"),
        .choice("visibility", "Visible for", \.visibility),
        .notes("details", "Description", \.details),
      ],
      json: { group in
        [
          "name": .text(group.name), "details": .text(group.details),
          "visibility": .text(group.visibility.rawValue),
          "members": .list(
            group.members.map {
              .object([
                "id": RuckJSON($0.id), "name": .text($0.name), "role": .text($0.role.rawValue),
                "joined_at": RuckJSON($0.joinedAt),
              ])
            }),
        ]
      },
      columns: ["NAME", "MEMBERS", "VISIBLE FOR"],
      cells: { group, _ in [group.name, "\(group.members.count)", group.visibility.rawValue] },
      more: { group, _ in
        let members = group.members.map { "\($0.name) (\($0.role.rawValue))" }
        return [("Members", members.joined(separator: ", "))]
      })
  }
}

extension ObjectKind<EventItem> {
  static var events: ObjectKind<EventItem> {
    ObjectKind(
      nouns: "events", command: "event", path: "\(RuckPaths.list)/events",
      new: {
        let day = Calendar.current.startOfDay(for: .now).addingTimeInterval(7 * 86400)
        return EventItem(startDate: day.addingTimeInterval(8 * 3600))
      },
      fields: [
        .text("name", "Name", \.name).required.whole.example("Night ruck"),
        .startDay, .startTime, .length,
        .text("place", "Meeting point", \.place),
        .distance("distance", "Distance", \.distance), .mass("pack", "Pack", \.packWeight),
        .integer("reminder", "Remind me before, minutes", \.reminderMinutes, in: 0...43_200),
        .related("route", "Route", .route, \.route), .related("group", "Group", .group, \.group),
        .choice("visibility", "Visible for", \.visibility),
        .flag("cancelled", "Cancelled", \.isCancelled),
        .notes("details", "Description", \.details),
      ],
      json: { event in
        [
          "name": .text(event.name), "details": .text(event.details),
          "start_at": RuckJSON(event.startDate), "end_at": RuckJSON(event.endDate),
          "place": .text(event.place), "distance_m": RuckJSON(event.distance),
          "pack_weight_kg": RuckJSON(event.packWeight),
          "reminder_at": RuckJSON(event.reminderDate),
          "visibility": .text(event.visibility.rawValue), "cancelled": .flag(event.isCancelled),
          "group_id": RuckJSON(event.group), "route_id": RuckJSON(event.route),
          "participants": .list(
            event.participants.map {
              .object(["user_id": RuckJSON($0.id), "name": .text($0.name)])
            }),
        ]
      },
      columns: ["NAME", "START", "PLACE", "DISTANCE", "STATE"],
      cells: { event, format in
        [
          event.name, "\(format.day(event.startDate)) \(format.clock(event.startDate))",
          event.place, format.measure.distance(event.distance),
          event.isCancelled ? "cancelled" : event.startDate < .now ? "past" : "coming",
        ]
      },
      more: { event, _ in
        [("Participants", event.participants.map(\.name).joined(separator: ", "))]
      })
  }
}

extension ObjectField<EventItem> {
  fileprivate static var startDay: ObjectField<EventItem> {
    ObjectField(
      name: "day", label: "Day", kind: .date, isRequired: true,
      read: { event, format in format.day(event.startDate) },
      write: { event, text, format throws(FieldProblem) in
        guard let day = try format.day(parsing: text) else { return }
        event.move(to: try format.moment(day: day, clock: format.clock(event.startDate)))
      })
  }

  fileprivate static var startTime: ObjectField<EventItem> {
    ObjectField(
      name: "time", label: "Start", kind: .time, isRequired: true,
      read: { event, format in format.clock(event.startDate) },
      write: { event, text, format throws(FieldProblem) in
        let day = format.calendar.calendar.startOfDay(for: event.startDate)
        event.move(to: try format.moment(day: day, clock: text))
      })
  }

  fileprivate static var length: ObjectField<EventItem> {
    ObjectField(
      name: "length", label: "Duration", kind: .quantity, placeholder: "3:00",
      read: { event, _ in
        event.endDate.map { MeasureFormat.duration($0.timeIntervalSince(event.startDate)) } ?? ""
      },
      write: { event, text, _ throws(FieldProblem) in
        event.endDate = try FieldFormat.duration(text).map(event.startDate.addingTimeInterval)
      })
  }
}

extension EventItem {
  /// Moves the start; the duration stays.
  fileprivate mutating func move(to start: Date) {
    let length = endDate?.timeIntervalSince(startDate)
    startDate = start
    endDate = length.map(start.addingTimeInterval)
  }
}
