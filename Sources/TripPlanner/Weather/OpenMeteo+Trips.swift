// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles
package import Weather

extension OpenMeteo {
  /// Returns the URL of a forecast.
  ///
  /// - Parameters:
  ///   - service: The address of the service.
  ///   - position: The position.
  ///   - days: The first and the last day.
  /// - Returns: The URL as text.
  package static func request(
    _ service: String, at position: Coordinates, days: ClosedRange<LocalDate>
  ) -> String {
    request(
      service, latitude: position.latitude, longitude: position.longitude,
      first: days.lowerBound.description, last: days.upperBound.description)
  }

  /// Returns a position in hundredths of a degree.
  package static func rounded(_ position: Coordinates) -> Coordinates {
    Coordinates(
      latitude: hundredths(position.latitude), longitude: hundredths(position.longitude))
      ?? position
  }

  /// Decodes the days of a response at a position.
  ///
  /// Impossible values are left out.
  ///
  /// - Throws: ``InvalidResponse``.
  package static func days(
    _ data: Data, at position: Coordinates, fetchedAt: Date
  ) throws(InvalidResponse) -> [DayWeather] {
    try days(data).compactMap { day in
      guard StoredTime.day(day.day) != nil else { return nil }
      return DayWeather(
        day: day.day, latitude: position.latitude, longitude: position.longitude,
        code: day.code?.number, high: day.high, low: day.low, precipitation: day.precipitation,
        fetchedAt: fetchedAt)
    }
  }
}
