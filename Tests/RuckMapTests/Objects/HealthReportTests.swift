// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// The body values and the exercise of a period.
@Suite struct HealthReportTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
  private static let end = start + 14 * 86_400

  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    container = try RuckMapStore.inMemory()
    library = RuckLibrary(modelContainer: container)
  }

  @Test func `a series has its ends, its mean and its range`() throws {
    let series = try #require(HealthReport.Series([82, 80, 84, 78]))
    #expect(series.count == 4 && series.first == 82 && series.last == 78)
    #expect(series.mean == 81 && series.lowest == 78 && series.highest == 84)
    #expect(HealthReport.Series([]) == nil)
  }

  @Test func `an empty period has no values and no exercise`() async throws {
    let report = try await library.healthReport(from: Self.start, to: Self.end)
    #expect(report == HealthReport(start: Self.start, end: Self.end))
    #expect(report.minutesPerWeek == 0)
  }

  @Test func `values of the period are summarized, and others are left out`() async throws {
    for (day, weight, rate) in [(-1.0, 90.0, 70), (0, 82, 60), (6, 81, 50), (14, 70, 40)] {
      var item = MeasurementItem(date: Self.start + day * 86_400)
      item.weight = weight
      item.restingHeartRate = rate
      if day == 6 { item.sleepHours = 7.5 }
      try await library.insert(item)
    }
    let context = ModelContext(container)
    let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
    user.healthProfile.healthConditions = [.asthma]
    for (day, miles, pounds, rate) in [
      (1.0, 3.0, 20.0, 120), (2, 6, 40, 150), (3, 40, 0, 100), (20, 5, 30, 140),
    ] {
      let session = RuckingSession(
        startDate: Self.start + day * 86_400, packWeight: pounds, user: user)
      context.insert(session)
      // The third can't be walked in an hour.
      try session.completeSession(
        endDate: session.startDate + (miles < 40 ? miles * 1200 : 3600), finalDistance: miles)
      session.averageHeartRate = rate
      session.maxHeartRate = rate + 20
    }
    try context.save()

    let report = try await RuckLibrary(modelContainer: container)
      .healthReport(from: Self.start, to: Self.end)
    #expect(report.conditions == [.asthma])
    let weight = try #require(report.weight)
    #expect(weight.count == 2 && abs(weight.first - 82) < 1e-9 && abs(weight.last - 81) < 1e-9)
    #expect(report.restingHeartRate == HealthReport.Series([60, 50]))
    #expect(report.sleep == HealthReport.Series([7.5]) && report.bodyFat == nil)
    #expect(report.rucks == 2)
    #expect(abs(report.distance - 9 * 1609.344) < 1e-6)
    #expect(report.movingTime == 9 * 1200 && report.minutesPerWeek == 90)
    #expect(abs((report.meanPackWeight ?? 0) - 30 * 0.45359237) < 1e-9)
    #expect(abs((report.heaviestPack ?? 0) - 40 * 0.45359237) < 1e-9)
    #expect(report.averageHeartRate == 140 && report.highestHeartRate == 170)
  }
}
