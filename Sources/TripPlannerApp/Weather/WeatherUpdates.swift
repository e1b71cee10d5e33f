// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
package import Foundation
import NIOCore
import Synchronization
package import TravelFiles
package import TripPlanner

/// Updates of the cached forecasts, which run beside the pages.
///
/// A page shows the cached forecasts at once, and starts an update if one of them is too old. After a failed
/// update, the service is asked again after ``retryDelay`` at the earliest.
package final class WeatherUpdates: Sendable {
  private struct State {
    var isRunning = false
    var nextAttempt = Date.distantPast
  }

  /// The seconds between a failed update and the next one.
  private static let retryDelay: TimeInterval = 600
  private static let timeout = TimeAmount.seconds(10)
  private static let responseLimit = 1 << 20

  package let cache: WeatherCache
  private let state = Mutex(State())

  /// Creates the updates of a data folder; without one, the forecasts are only in memory.
  package init(folder: URL?) { cache = WeatherCache(folder: folder) }

  /// Returns the cached forecasts, and starts an update in the background if one of them is missing or too old.
  ///
  /// - Parameters:
  ///   - positions: The positions of the days.
  ///   - today: The present day; forecasts reach ``OpenMeteo/dayCount`` days from it.
  /// - Returns: The forecasts by day; empty if the weather is off.
  package func forecasts(
    _ positions: [LocalDate: Coordinates], today: LocalDate?
  ) -> [LocalDate: DayWeather] {
    guard cache.service != nil else { return [:] }
    let rows = cache.rows(positions)
    let missing = Self.outdated(positions, rows, today: today)
    if !missing.isEmpty, begin() {
      Task {
        let isUpdated = (try? await self.fetch(missing)) != nil
        self.end(after: isUpdated ? 0 : Self.retryDelay)
      }
    }
    return rows
  }

  /// Fetches the forecasts that are missing or too old.
  ///
  /// - Returns: The forecasts by day.
  /// - Throws: An error of the request, or ``OpenMeteo/InvalidResponse``.
  package func update(
    _ positions: [LocalDate: Coordinates], today: LocalDate?
  ) async throws -> [LocalDate: DayWeather] {
    try await fetch(Self.outdated(positions, cache.rows(positions), today: today))
    return cache.rows(positions)
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard !state.isRunning, state.nextAttempt <= .now else { return false }
      state.isRunning = true
      return true
    }
  }

  private func end(after delay: TimeInterval) {
    state.withLock { $0 = State(nextAttempt: Date.now.addingTimeInterval(delay)) }
  }

  private static func outdated(
    _ positions: [LocalDate: Coordinates], _ rows: [LocalDate: DayWeather], today: LocalDate?
  ) -> [LocalDate: Coordinates] {
    guard let today, let last = today.adding(days: OpenMeteo.dayCount - 1) else { return [:] }
    let limit = Date.now.addingTimeInterval(-WeatherCache.lifetime)
    return positions.filter { day, _ in
      day >= today && day <= last && (rows[day].map { $0.fetchedAt < limit } ?? true)
    }
  }

  /// Sends one request for each position.
  private func fetch(_ positions: [LocalDate: Coordinates]) async throws {
    guard let service = cache.service else { return }
    let groups = Dictionary(grouping: positions) { OpenMeteo.rounded($0.value) }
    for (position, days) in groups.sorted(by: { $0.value[0].key < $1.value[0].key }) {
      let dates = days.map(\.key).sorted()
      guard let first = dates.first, let last = dates.last else { continue }
      let url = OpenMeteo.request(service, at: position, days: first...last)
      let response = try await HTTPClient.shared.execute(
        HTTPClientRequest(url: url), timeout: Self.timeout)
      let body = try await response.body.collect(upTo: Self.responseLimit)
      let now = Date.now
      let rows = try OpenMeteo.days(Data(body.readableBytesView), at: position, fetchedAt: now)
      // A day without an answer has an empty row, so that it is not requested by each page.
      let answered = Set(rows.map(\.day))
      let empty = dates.map(\.description).filter { !answered.contains($0) }.map {
        DayWeather(
          day: $0, latitude: position.latitude, longitude: position.longitude, fetchedAt: now)
      }
      try cache.add(rows + empty)
    }
  }
}
