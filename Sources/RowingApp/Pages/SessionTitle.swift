// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Rowing

/// The title of a session on the pages.
enum SessionTitle {
  /// The workout's description, or else distance or time.
  static func text(_ session: SessionSummary) -> String {
    if let workout = session.workout, hasWorkout(session) { return workout }
    return session.distance > 0
      ? "\(RowFormat.distance(session.distance)) \(session.machine.rawValue)"
      : session.machine.rawValue
  }

  /// Whether the title is the workout's description, and not the distance.
  static func hasWorkout(_ session: SessionSummary) -> Bool {
    session.workout.map { !$0.allSatisfy(\.isWhitespace) } ?? false
  }

  /// The date, with its time if it is known.
  static func date(_ session: SessionSummary, calendar: PageCalendar) -> String {
    session.isDayOnly
      ? calendar.date(session.startedAt) : calendar.dateAndTime(session.startedAt)
  }

  /// The marks of a session.
  static func chips(_ session: SessionSummary) -> [SessionListPage.Chip] {
    var chips: [SessionListPage.Chip] = []
    if session.type != .training {
      chips.append(.init(text: session.type.rawValue.lowercased(), isWarning: false))
    }
    if !session.isComplete {
      chips.append(.init(text: session.isEnded ? "incomplete" : "not finished", isWarning: true))
    }
    if !session.isPlausible { chips.append(.init(text: "implausible speed", isWarning: true)) }
    if session.isDateAssumed { chips.append(.init(text: "date assumed", isWarning: true)) }
    if session.hasGaps { chips.append(.init(text: "with gaps", isWarning: true)) }
    return chips
  }
}
