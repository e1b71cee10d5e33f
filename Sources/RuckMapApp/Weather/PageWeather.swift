// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
package import Foundation
import PrivateFiles
package import RuckMap
import Synchronization
import Weather

/// The weather of rucks that pages record, and the setting of its service.
///
/// A request runs beside the upload, which never waits for it. The service knows the present weather only, so that
/// a ruck whose start was offline for too long has none.
package final class PageWeather: Sendable {
  /// The name of the file with the address of the service.
  package static let fileName = "ruckmap-weather-service.json"

  /// The seconds after a ruck's start during which the present weather is that of the start.
  ///
  /// The clock of a phone may be a few minutes ahead.
  private static let reach = -300.0...1_800.0
  /// The maximum number of requests for a ruck.
  private static let attemptLimit = 3

  private struct Content: Codable {
    var service: String?
  }

  private struct State {
    /// The service, if there is no file.
    var service: String?
    /// The numbers of requests by ruck.
    var attempts: [UUID: Int] = [:]
    var running: Set<UUID> = []
  }

  private let file: PrivateFile?
  private let state = Mutex(State())

  /// Creates the setting of a data folder; without one, it is only in memory.
  package init(folder: URL?) {
    file = folder.map { PrivateFile($0.appending(path: Self.fileName)) }
  }

  /// Returns the address of the service; nil if the weather is off.
  ///
  /// - Throws: `PrivateFile.Failure`, or a `DecodingError` for a damaged file.
  package func service() throws -> String? {
    guard let file else { return state.withLock { $0.service } }
    guard let data = try file.read() else { return nil }
    return try JSONDecoder().decode(Content.self, from: data).service.flatMap(OpenMeteo.service)
  }

  /// Sets the service; nil turns the weather off.
  ///
  /// - Throws: `PrivateFile.Failure` if the file can't be written.
  package func setService(_ service: String?) throws {
    guard let file else { return state.withLock { $0.service = service } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try file.createFolder()
    try file.write(try encoder.encode(Content(service: service)))
  }

  /// Fetches and stores the weather at the start of a ruck, if it is on and the ruck has none.
  ///
  /// - Parameters:
  ///   - upload: The accepted upload.
  ///   - library: The library of the ruck.
  ///   - now: The current time.
  package func record(_ upload: PageRecording, in library: RuckLibrary, at now: Date = .now) {
    guard let start = upload.loads.first?.time, let position = upload.positions.first,
      Self.reach.contains(now.timeIntervalSince1970 - start / 1_000),
      let address = try? self.service(), begin(upload.ruckID)
    else { return }
    let (id, latitude, longitude) = (upload.ruckID, position.latitude, position.longitude)
    Task {
      do {
        if try await library.extras(of: id).weather == nil {
          let source = OpenMeteoWeather(service: address) { try await WeatherRequest.body(of: $0) }
          let weather = try await source.weather(
            at: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
          try await library.setWeather(weather, of: id)
        }
        self.end(id, isDone: true)
      } catch {
        // The next upload tries again.
        self.end(id, isDone: false)
      }
    }
  }

  private func begin(_ id: UUID) -> Bool {
    state.withLock { state in
      guard state.attempts[id, default: 0] < Self.attemptLimit, state.running.insert(id).inserted
      else { return false }
      state.attempts[id, default: 0] += 1
      return true
    }
  }

  private func end(_ id: UUID, isDone: Bool) {
    state.withLock { state in
      state.running.remove(id)
      if isDone { state.attempts[id] = Self.attemptLimit }
    }
  }
}
