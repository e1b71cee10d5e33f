// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import PrivateFiles
import Synchronization
package import TravelFiles
package import TripPlanner
import Weather

/// The forecasts that a service answered, in a private file beside the store.
///
/// Forecasts don't sync. A damaged file counts as empty: the forecasts are fetched again.
package final class WeatherCache: Sendable {
  /// The content of the file.
  private struct Content: Codable {
    /// The service that answered; rows of another service are not used.
    var service: String?
    var rows: [DayWeather] = []
  }

  /// The maximum number of rows; the oldest are removed first.
  private static let rowLimit = 2_000
  /// The seconds after which a forecast is fetched again.
  package static let lifetime: TimeInterval = 3 * 3600

  private let file: PrivateFile?
  private let memory = Mutex(Content())

  /// Creates the cache of a data folder; without one, the content is only in memory.
  package init(folder: URL?) {
    file = folder.map { PrivateFile($0.appending(path: "tripplanner-weather.json")) }
  }

  /// Returns the forecasts of a service for days at positions, by day.
  package func rows(
    _ positions: [LocalDate: Coordinates], of service: String
  ) -> [LocalDate: DayWeather] {
    guard !positions.isEmpty else { return [:] }
    var result: [LocalDate: DayWeather] = [:]
    let rows = Dictionary(grouping: content(of: service).rows, by: \.day)
    for (day, position) in positions {
      let position = OpenMeteo.rounded(position)
      result[day] = rows[day.description]?.first {
        $0.latitude == position.latitude && $0.longitude == position.longitude
      }
    }
    return result
  }

  /// Adds forecasts of a service, which replace older ones of the same days and positions.
  package func add(_ new: [DayWeather], of service: String) throws {
    var content = content(of: service)
    struct Key: Hashable {
      var day: String
      var latitude: Double
      var longitude: Double
    }
    func key(_ row: DayWeather) -> Key {
      Key(day: row.day, latitude: row.latitude, longitude: row.longitude)
    }
    let replaced = Set(new.map(key))
    content.rows = Array(
      (content.rows.filter { !replaced.contains(key($0)) } + new)
        .sorted { $0.fetchedAt < $1.fetchedAt }.suffix(Self.rowLimit))
    try store(content)
  }

  /// Removes all forecasts.
  package func removeAll() throws { try store(Content()) }

  /// The content of a service; the file is read each time, since the command may have changed it.
  private func content(of service: String) -> Content {
    let content: Content
    if let file {
      let data = try? file.read()
      content = data.flatMap { try? JSONDecoder().decode(Content.self, from: $0) } ?? Content()
    } else {
      content = memory.withLock { $0 }
    }
    return content.service == service ? content : Content(service: service)
  }

  private func store(_ content: Content) throws {
    guard let file else { return memory.withLock { $0 = content } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try file.createFolder()
    try file.write(try encoder.encode(content))
  }
}
