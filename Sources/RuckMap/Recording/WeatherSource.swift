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
public actor WeatherRecorder {
  /// The seconds to wait for the first location.
  private static let patience = 600

  private let library: RuckLibrary
  private let source: any WeatherSource
  private var stored: Set<UUID> = []

  /// Creates a recorder of a service.
  public init(library: RuckLibrary, source: any WeatherSource) {
    self.library = library
    self.source = source
  }

  /// Fetches and stores the weather of a ruck, once.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - coordinate: The position of the start.
  /// - Throws: An error of the service, or a `SwiftDataError`; the next call tries again.
  public func record(for id: UUID, at coordinate: CLLocationCoordinate2D) async throws {
    // Set before the suspension, so that concurrent calls don't send a second request.
    guard stored.insert(id).inserted else { return }
    do {
      try await library.setWeather(try await source.weather(at: coordinate), of: id)
    } catch {
      stored.remove(id)
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
