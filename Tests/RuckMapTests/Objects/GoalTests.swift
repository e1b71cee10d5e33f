// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@Suite struct GoalTests {
  private let library: RuckLibrary
  private let calendar: Calendar

  init() throws {
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Zurich"))
    self.calendar = calendar
  }

  private func day(_ day: Int) throws -> Date {
    try #require(calendar.date(from: DateComponents(year: 2026, month: 6, day: day)))
  }

  @Test(arguments: TargetPeriod.allCases)
  func `a goal ends after its last day`(period: TargetPeriod) async throws {
    var goal = GoalItem(startDate: try day(1))
    goal.name = "First week of June"
    goal.metric = .sessions
    goal.period = period
    goal.target = 1
    // A page and the command set the first moment of the last day.
    goal.endDate = try day(7)
    _ = try await library.insert(goal)
    let context = ModelContext(library.modelContainer)
    for start in [try day(7) + 23 * 3_600, try day(8)] {
      let session = RuckingSession(startDate: start, packWeight: 20, user: nil)
      context.insert(session)
      try session.completeSession(endDate: start + 3_600, finalDistance: 2)
    }
    try context.save()
    let progress = try #require(try await library.goals(at: day(30), in: calendar).first)
    #expect(progress.current?.value == 1)
    #expect(progress.current?.isReached == true)
  }

  @Test func `days in a row include a day without a midnight`() async throws {
    // In Brazil, 4 November 2018 began at 1:00.
    var calendar = calendar
    calendar.timeZone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    let noon = try #require(
      calendar.date(from: DateComponents(year: 2018, month: 11, day: 3, hour: 12)))
    var goal = GoalItem(startDate: noon - 86_400)
    goal.name = "Three days"
    goal.metric = .streak
    goal.period = .once
    goal.target = 3
    _ = try await library.insert(goal)
    let context = ModelContext(library.modelContainer)
    for start in [0.0, 1, 2].map({ noon + $0 * 86_400 }) {
      let session = RuckingSession(startDate: start, packWeight: 20, user: nil)
      context.insert(session)
      try session.completeSession(endDate: start + 3_600, finalDistance: 2)
    }
    try context.save()
    let progress = try #require(
      try await library.goals(at: noon + 5 * 86_400, in: calendar).first)
    #expect(progress.current?.value == 3)
  }
}
