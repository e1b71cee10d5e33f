// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import PrivateFiles
import Synchronization
package import TravelFiles
package import TripPlanner

/// The weather service of this machine, and the forecasts that it answered, in a private file beside the store.
///
/// The weather is off until a service is set. Forecasts don't sync.
package final class WeatherCache: Sendable {
  /// The content of the file.
  private struct Content: Codable {
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

  /// The address of the service; nil if the weather is off.
  package var service: String? { content.service }

  /// Sets the service, or turns the weather off.
  ///
  /// Forecasts of another service are removed.
  package func setService(_ service: String?) throws {
    var content = content
    guard content.service != service else { return }
    content = Content(service: service)
    try store(content)
  }

  /// Returns the forecasts of days at positions, by day.
  package func rows(_ positions: [LocalDate: Coordinates]) -> [LocalDate: DayWeather] {
    guard !positions.isEmpty else { return [:] }
    var result: [LocalDate: DayWeather] = [:]
    let rows = Dictionary(grouping: content.rows, by: \.day)
    for (day, position) in positions {
      let position = OpenMeteo.rounded(position)
      result[day] = rows[day.description]?.first {
        $0.latitude == position.latitude && $0.longitude == position.longitude
      }
    }
    return result
  }

  /// Adds forecasts, which replace older ones of the same days and positions.
  package func add(_ new: [DayWeather]) throws {
    var content = content
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

  /// The content; the file is read each time, since the command may have changed it.
  private var content: Content {
    guard let file else { return memory.withLock { $0 } }
    guard let data = try? file.read() else { return Content() }
    return (try? JSONDecoder().decode(Content.self, from: data)) ?? Content()
  }

  private func store(_ content: Content) throws {
    guard let file else { return memory.withLock { $0 = content } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try file.createFolder()
    try file.write(try encoder.encode(content))
  }
}
