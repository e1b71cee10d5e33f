// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
import SwiftData

/// A service that knows the present weather at a position.
public protocol WeatherSource: Sendable {
  /// Returns the present weather at a position.
  ///
  /// - Throws: An error of the request, or of its answer.
  func weather(at coordinate: CLLocationCoordinate2D) async throws -> WeatherObservation
}

/// The weather at a time, as a sendable value.
public struct WeatherObservation: Sendable, Hashable, Codable {
  /// The time of the observation.
  public var timestamp: Date
  /// The condition in words, such as "Light rain".
  public var condition: String
  /// Degrees Celsius.
  public var temperature: Double
  /// Relative humidity in percent.
  public var humidity: Double
  /// Metres per second.
  public var windSpeed: Double?
  /// The direction of the wind's origin, in degrees from north.
  public var windDirection: Double?
  /// Hectopascals at sea level.
  public var pressure: Double?
  /// Metres.
  public var visibility: Double?

  /// Creates an observation.
  public init(
    timestamp: Date, condition: String, temperature: Double, humidity: Double,
    windSpeed: Double? = nil, windDirection: Double? = nil, pressure: Double? = nil,
    visibility: Double? = nil
  ) {
    self.timestamp = timestamp
    self.condition = condition
    self.temperature = temperature
    self.humidity = humidity
    self.windSpeed = windSpeed
    self.windDirection = windDirection
    self.pressure = pressure
    self.visibility = visibility
  }
}

extension RuckLibrary {
  /// Returns whether the weather of a ruck is stored.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Returns: True if it is.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  func hasWeather(_ id: UUID) throws -> Bool { try session(id).weather != nil }

  /// Stores the weather of a ruck, running or completed, in place of an earlier one.
  ///
  /// - Parameters:
  ///   - weather: The observation.
  ///   - id: The ruck's identifier.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  public func setWeather(_ weather: WeatherObservation, of id: UUID) throws {
    try modelContext.transaction {
      let session = try session(id)
      if let old = session.weather { modelContext.delete(old) }
      let data = WeatherData(
        timestamp: weather.timestamp, condition: weather.condition,
        temperature: weather.temperature, humidity: weather.humidity)
      data.windSpeed = weather.windSpeed
      data.windDirection = weather.windDirection
      data.pressure = weather.pressure
      data.visibility = weather.visibility
      modelContext.insert(data)
      session.weather = data
      session.temperature = weather.temperature
      session.humidity = weather.humidity
    }
  }
}

/// Fetches the weather at the start of a ruck beside the recording, and stores it when it arrives.
///
/// After a failure, calls have no effect for a minute, and for twice the time after each further one, up
/// to an hour. A cancelled call is no failure.
public actor WeatherRecorder {
  /// The seconds to wait for the first location.
  private static let patience = 600
  /// The seconds without a request after the first failure.
  private static let firstDelay: TimeInterval = 60
  /// The most seconds without a request after a failure.
  private static let longestDelay: TimeInterval = 3600

  private let library: RuckLibrary
  private let source: any WeatherSource
  private let now: @Sendable () -> Date
  private var stored: Set<UUID> = []
  /// The seconds without a request, and the failure after which they began.
  private var delays: [UUID: (seconds: TimeInterval, failure: Date)] = [:]

  /// Creates a recorder of a service.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - source: The service.
  ///   - now: The clock.
  public init(
    library: RuckLibrary, source: any WeatherSource,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.library = library
    self.source = source
    self.now = now
  }

  /// Fetches and stores the weather of a ruck, unless it is stored, as before a restart.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - coordinate: The position of the start.
  /// - Throws: An error of the service, or a `SwiftDataError`; a later call tries again.
  public func record(for id: UUID, at coordinate: CLLocationCoordinate2D) async throws {
    // A clock that was set back does not extend the delay.
    if let delay = delays[id],
      (0..<delay.seconds).contains(now().timeIntervalSince(delay.failure))
    {
      return
    }
    // Set before the suspension, so that concurrent calls don't send a second request.
    guard stored.insert(id).inserted else { return }
    do {
      if try await library.hasWeather(id) { return }
      try await library.setWeather(try await source.weather(at: coordinate), of: id)
      delays[id] = nil
    } catch {
      stored.remove(id)
      if !Task.isCancelled, !(error is CancellationError) {
        let seconds = delays[id].map { min(2 * $0.seconds, Self.longestDelay) } ?? Self.firstDelay
        delays[id] = (seconds, now())
      }
      throw error
    }
  }

  /// Starts to wait for a service's first location, and fetches the weather there.
  ///
  /// A failure leaves the ruck without weather.
  @MainActor
  func record(for id: UUID, at service: LocationTrackingService) {
    Task { [weak service] in
      for _ in 0..<Self.patience {
        guard let service, service.isTracking else { return }
        if let coordinate = service.currentLocation?.coordinate {
          try? await record(for: id, at: coordinate)
          return
        }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
