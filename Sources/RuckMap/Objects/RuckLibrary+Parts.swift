// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Geodesy
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns the segments of a ruck in their order: laps, stretches of one load, and marks.
  ///
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  package func segments(of ruck: UUID) throws -> [SegmentItem] {
    try session(ruck).shownSegments.map { SegmentItem($0) }
  }

  /// Changes the surface of a segment, and calculates the energy again.
  ///
  /// - Parameters:
  ///   - surface: The surface; nil for the ruck's.
  ///   - number: The number of the segment in ``segments(of:)``, from 1.
  ///   - ruck: The ruck's identifier.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckObjectError/invalid(_:field:)`` for an unknown
  ///   segment, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func setSurface(
    _ surface: WalkingSurface?, ofSegment number: Int, of ruck: UUID
  ) throws -> RuckSummary {
    let segments = try session(ruck).shownSegments
    guard segments.indices.contains(number - 1) else {
      throw RuckObjectError.invalid(
        "There is no segment \(number): the ruck has \(segments.count). See cairn ruck show.",
        field: "segment")
    }
    return try setSurfaces([segments[number - 1].id: surface], of: ruck)
  }

  /// Changes the surfaces of segments in one transaction, and calculates the energy again.
  ///
  /// - Parameters:
  ///   - surfaces: The surfaces by the identifiers of the segments; nil for the ruck's surface.
  ///   - ruck: The ruck's identifier.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckObjectError/invalid(_:field:)`` for an unknown
  ///   segment, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func setSurfaces(
    _ surfaces: [UUID: WalkingSurface?], of ruck: UUID
  ) throws -> RuckSummary {
    try modelContext.returning {
      let session = try session(ruck)
      let segments = session.shownSegments
      guard Set(surfaces.keys).isSubset(of: segments.map(\.id)) else {
        throw RuckObjectError.invalid(
          "A segment no longer exists. Load the page again.", field: "segment")
      }
      for segment in segments {
        if let surface = surfaces[segment.id] { segment.surface = surface }
      }
      session.deriveEnergy(try track(of: ruck))
      session.markEdited()
      return RuckSummary(session)
    }
  }

  /// Returns the tracks of the newest rucks as one track, each ruck in segments of its own.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rucks.
  ///   - points: The maximum number of points of a ruck.
  /// - Returns: The positions, and the number of rucks.
  /// - Throws: A `SwiftDataError`.
  package func tracks(
    limit: Int, points: Int
  ) throws -> (track: [TrackPoint], count: Int) {
    var descriptor = RuckingSession.completedSessions
    descriptor.predicate = #Predicate { $0.isCompleted && $0.pointCount > 1 }
    descriptor.fetchLimit = limit
    var result: [TrackPoint] = []
    var segment = 0
    let sessions = try modelContext.fetch(descriptor)
    for session in sessions {
      let track = try track(of: session.id)
      let step = max(1, track.count / max(points, 1))
      var last: Int?
      for (index, point) in track.enumerated()
      where index % step == 0 || index == track.count - 1 || point.segment != last {
        if point.segment != last { segment += 1 }
        last = point.segment
        var point = point
        point.segment = segment
        result.append(point)
      }
    }
    return (result, sessions.count)
  }
}

extension RuckLibrary {
  /// Returns the values of a ruck that its summary lacks.
  ///
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  package func extras(of ruck: UUID) throws -> RuckExtras {
    let session = try session(ruck)
    return RuckExtras(
      rpe: session.rpe, surface: session.surface, isPublic: session.isPublic,
      route: session.route.map { RuckExtras.Reference($0.id, $0.name) },
      weather: session.weather.map { RuckExtras.Weather($0) },
      temperature: RuckExtras.Temperature(
        try modelContext.temperatures(of: ruck), end: session.endDate),
      gear: session.equipment.map { RuckExtras.Reference($0.id, $0.name) }
        .sorted { $0.name < $1.name })
  }
}

extension RuckingSession {
  /// The segments without pauses, in the order of their numbers.
  fileprivate var shownSegments: [SessionSegment] {
    segments.filter { $0.kind != .pause }.sorted { left, right in
      (left.kind.rawValue, left.index, left.startTime)
        < (right.kind.rawValue, right.index, right.startTime)
    }
  }
}

/// The values of a ruck that its summary lacks.
package struct RuckExtras: Sendable, Hashable {
  /// A related object.
  package struct Reference: Sendable, Hashable, Identifiable {
    package var id: UUID
    package var name: String

    init(_ id: UUID, _ name: String) { (self.id, self.name) = (id, name) }
  }

  /// The weather at the start.
  package struct Weather: Sendable, Hashable {
    /// Degrees Celsius.
    package var temperature: Double
    /// Percent.
    package var humidity: Double
    /// Metres per second; nil if unknown.
    package var windSpeed: Double?
    /// The direction of the wind's origin, in degrees from north; nil if unknown.
    package var windDirection: Double?
    /// Hectopascals; nil if unknown.
    package var pressure: Double?
    /// Metres; nil if unknown.
    package var visibility: Double?
    /// The condition; empty if unknown.
    package var condition: String
    /// The time of the observation.
    package var timestamp: Date

    init(_ weather: WeatherData) {
      (temperature, humidity) = (weather.temperature, weather.humidity)
      (windSpeed, windDirection) = (weather.windSpeed, weather.windDirection)
      (pressure, visibility) = (weather.pressure, weather.visibility)
      (condition, timestamp) = (weather.condition, weather.timestamp)
    }
  }

  /// The temperatures that a device recorded, in degrees Celsius.
  package struct Temperature: Sendable, Hashable {
    package var average: Double
    package var minimum: Double
    package var maximum: Double

    /// Creates the figures of a series; nil without temperatures.
    init?(_ series: TemperatureSeries, end: Date?) {
      guard let minimum = series.minimum, let maximum = series.maximum,
        let average = series.average(until: end ?? .distantPast)
      else { return nil }
      (self.average, self.minimum, self.maximum) = (average, minimum, maximum)
    }
  }

  /// Perceived exertion, 1...10; nil if unknown.
  package var rpe: Int?
  /// The surface; nil for a paved road.
  package var surface: WalkingSurface?
  package var isPublic: Bool
  package var route: Reference?
  /// The weather at the start; nil if unknown.
  package var weather: Weather?
  /// The recorded temperatures; nil without any.
  package var temperature: Temperature?
  package var gear: [Reference]
}

/// A part of a ruck, in SI units.
package struct SegmentItem: Sendable, Hashable, Identifiable {
  package var id: UUID
  package var kind: SegmentKind
  package var startTime: Date
  /// Metres.
  package var distance: Double
  /// Seconds from start to end.
  package var duration: TimeInterval
  /// Metres.
  package var elevationGain: Double
  /// Whether the climb or the descent was measured by the device, or while the ruck was recorded.
  package var isElevationMeasured: Bool
  /// Kilocalories; nil if unknown.
  package var calories: Double?
  /// Kilograms; nil for the ruck's pack.
  package var packWeight: Double?
  package var surface: WalkingSurface?
  package var averageHeartRate: Int?

  init(_ segment: SessionSegment) {
    id = segment.id
    kind = segment.kind
    startTime = segment.startTime
    distance = Length.metres(miles: segment.distance)
    duration = segment.duration
    elevationGain = Length.metres(feet: segment.elevationGain)
    isElevationMeasured = segment.elevationGain > 0 || segment.elevationLoss > 0
    calories = segment.calories > 0 ? segment.calories : nil
    packWeight = segment.packWeight.map(Mass.kilograms(pounds:))
    surface = segment.surface
    averageHeartRate = segment.averageHeartRate
  }
}
