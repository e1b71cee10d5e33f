// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
import Weather

/// The present weather of a service in the form of Open-Meteo (`/v1/forecast`).
///
/// Positions are rounded to about a kilometre before they are sent. The transport is a parameter, since
/// this module opens no connections.
public struct OpenMeteoWeather: WeatherSource {
  /// The address of the public service.
  public static let publicService = OpenMeteo.publicService

  /// An address or an answer that can't be used.
  public struct Failure: Error, LocalizedError, Hashable, Sendable {
    /// The reason.
    public let reason: String

    /// The failure and the remedy.
    public var errorDescription: String? {
      "The weather can't be fetched: \(reason). Check the address of the service."
    }
  }

  private let service: String
  private let fetch: @Sendable (URL) async throws -> Data

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - service: The service's address, such as ``publicService``.
  ///   - fetch: Sends a GET request, and returns the body of a successful answer.
  public init(
    service: String = publicService, fetch: @escaping @Sendable (URL) async throws -> Data
  ) {
    self.service = service
    self.fetch = fetch
  }

  /// Requests the present weather.
  ///
  /// - Parameter coordinate: The position.
  /// - Returns: The weather.
  /// - Throws: ``Failure``, or an error of the transport.
  public func weather(at coordinate: CLLocationCoordinate2D) async throws -> WeatherObservation {
    guard let address = OpenMeteo.service(service),
      let url = URL(
        string: OpenMeteo.request(
          address, latitude: coordinate.latitude, longitude: coordinate.longitude))
    else { throw Failure(reason: "\(service) is no HTTP address") }
    return try Self.observation(try await fetch(url))
  }

  /// Decodes an answer; impossible values are left out.
  static func observation(_ data: Data) throws(Failure) -> WeatherObservation {
    do {
      let current = try OpenMeteo.current(data)
      return WeatherObservation(
        timestamp: current.time, condition: current.code?.summary ?? "Unknown",
        temperature: current.temperature, humidity: current.humidity,
        windSpeed: current.windSpeed, windDirection: current.windDirection,
        pressure: current.pressure, visibility: current.visibility)
    } catch {
      throw Failure(reason: error.isStated ? error.reason : "the answer has \(error.reason)")
    }
  }
}
