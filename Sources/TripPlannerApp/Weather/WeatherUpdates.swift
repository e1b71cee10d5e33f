// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
package import TravelFiles
package import TripPlanner
import Weather

/// Updates of the cached forecasts, which run beside the pages.
///
/// A page shows the cached forecasts at once, and starts an update if one of them is too old. After a failed
/// update, the service is asked again after ``retryDelay`` at the earliest.
package final class WeatherUpdates: Sendable {
  private struct State {
    var isRunning = false
    var nextAttempt = Date.distantPast
    var failure: String?
  }

  /// The seconds between a failed update and the next one.
  private static let retryDelay: TimeInterval = 600
  private static let timeout = TimeAmount.seconds(10)

  package let setting: WeatherSetting
  private let cache: WeatherCache
  private let state = Mutex(State())

  /// Creates the updates of a data folder; without one, setting and forecasts are only in memory.
  package init(folder: URL?) {
    setting = WeatherSetting(folder: folder)
    cache = WeatherCache(folder: folder)
  }

  /// The reason why the last update failed; nil if it succeeded, or after a change of the service.
  package var failure: String? { state.withLock { $0.failure } }

  /// Sets the service, or turns the weather off, which removes the cached forecasts.
  ///
  /// - Throws: `PrivateFile.Failure` if a file can't be written.
  package func setService(_ service: String?) throws {
    try setting.set(service)
    if service == nil { try cache.removeAll() }
    state.withLock { state in
      state.nextAttempt = .distantPast
      state.failure = nil
    }
  }

  /// Returns the cached forecasts, and starts an update in the background if one of them is missing or too old.
  ///
  /// - Parameters:
  ///   - positions: The positions of the days, which are determined only if the weather is on.
  ///   - today: The present day; forecasts reach ``OpenMeteo/dayCount`` days from it.
  /// - Returns: The forecasts by day; empty if the weather is off, or its setting can't be read.
  package func forecasts(
    _ positions: @autoclosure () -> [LocalDate: Coordinates], today: LocalDate?
  ) -> [LocalDate: DayWeather] {
    guard let service = try? setting.service() else { return [:] }
    let positions = positions()
    let rows = cache.rows(positions, of: service)
    let missing = Self.outdated(positions, rows, today: today)
    if !missing.isEmpty, begin() {
      Task {
        do {
          try await self.fetch(missing, from: service)
          self.end(nil)
        } catch {
          self.end(Self.describe(error))
        }
      }
    }
    return rows
  }

  /// Fetches the forecasts that are missing or too old.
  ///
  /// - Returns: The forecasts by day.
  /// - Throws: An error of the request, ``OpenMeteo/Refusal``, or ``OpenMeteo/InvalidResponse``.
  package func update(
    _ positions: [LocalDate: Coordinates], from service: String, today: LocalDate?
  ) async throws -> [LocalDate: DayWeather] {
    let rows = cache.rows(positions, of: service)
    try await fetch(Self.outdated(positions, rows, today: today), from: service)
    return cache.rows(positions, of: service)
  }

  /// The message for an error of a request.
  package static func describe(_ error: any Error) -> String {
    switch error {
    case let error as OpenMeteo.Refusal: error.message
    case let error as OpenMeteo.InvalidResponse: error.message
    default:
      "the weather service can't be reached: \(error). Check its address and the network"
    }
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard !state.isRunning, state.nextAttempt <= .now else { return false }
      state.isRunning = true
      return true
    }
  }

  private func end(_ failure: String?) {
    let delay = failure == nil ? 0 : Self.retryDelay
    state.withLock {
      $0 = State(nextAttempt: Date.now.addingTimeInterval(delay), failure: failure)
    }
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
  private func fetch(
    _ positions: [LocalDate: Coordinates], from service: String
  ) async throws {
    let groups = Dictionary(grouping: positions) { OpenMeteo.rounded($0.value) }
    for (position, days) in groups.sorted(by: { $0.value[0].key < $1.value[0].key }) {
      let dates = days.map(\.key).sorted()
      guard let first = dates.first, let last = dates.last else { continue }
      let url = OpenMeteo.request(service, at: position, days: first...last)
      let response = try await HTTPClient.shared.execute(
        HTTPClientRequest(url: url), timeout: Self.timeout)
      let body = Data(
        try await response.body.collect(upTo: OpenMeteo.responseLimit).readableBytesView)
      guard (200..<300).contains(response.status.code) else {
        throw OpenMeteo.Refusal(
          status: Int(response.status.code), phrase: response.status.reasonPhrase, body: body)
      }
      let now = Date.now
      let rows = try OpenMeteo.days(body, at: position, fetchedAt: now)
      // A day without an answer has an empty row, so that it is not requested by each page.
      let answered = Set(rows.map(\.day))
      let empty = dates.map(\.description).filter { !answered.contains($0) }.map {
        DayWeather(
          day: $0, latitude: position.latitude, longitude: position.longitude, fetchedAt: now)
      }
      try cache.add(rows + empty, of: service)
    }
  }
}
