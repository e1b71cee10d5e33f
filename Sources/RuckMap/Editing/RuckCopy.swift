// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import SwiftData

/// A copy of all values of a ruck, its track, series, segments, weather and uses of gear.
///
/// Units are those of ``RuckingSession``; times are seconds since 2001-01-01T00:00:00Z, so that a
/// restored ruck has equal values.
struct RuckCopy: Codable, Sendable, Hashable {
  struct Metric: Codable, Sendable, Hashable {
    var id: UUID
    var timestamp: Date
    var metricType: MetricType
    var value: Double
    var unit: String
    /// Nil also in a copy of an older version, which follows from type and value.
    var heartRate: Int?
    var cadence: Int?
    var power: Double?
  }

  struct Segment: Codable, Sendable, Hashable {
    var id: UUID
    var index: Int
    var kind: SegmentKind
    var startTime: Date
    var endTime: Date
    var distance: Double
    var elevationGain: Double
    var elevationLoss: Double
    var movingTime: TimeInterval
    var calories: Double
    var terrainType: TerrainType
    var surface: WalkingSurface?
    var packWeight: Double?
    var averagePace: Double
    var averageHeartRate: Int?
    var maxHeartRate: Int?
  }

  struct Weather: Codable, Sendable, Hashable {
    var id: UUID
    var timestamp: Date
    var condition: String
    var temperature: Double
    var humidity: Double
    var windSpeed: Double?
    var windDirection: Double?
    var pressure: Double?
    var visibility: Double?
  }

  var id: UUID
  var startDate: Date
  var endDate: Date?
  var isCompleted: Bool
  var distance: Double
  var duration: TimeInterval
  var movingTime: TimeInterval
  var packWeight: Double
  var elevationGain: Double
  var elevationLoss: Double
  var elevationGainRecorded: Double
  var calories: Double
  var caloriesLow: Double
  var caloriesHigh: Double
  var calorieEquation: String?
  var bodyWeight: Double?
  var energyBasis: String
  var storedPace: Double
  var averageHeartRate: Int?
  var maxHeartRate: Int?
  var temperature: Double?
  var humidity: Double?
  var name: String?
  var notes: String?
  var rpe: Int?
  var sourceFile: String?
  var sourceFingerprint: String?
  var isTimed: Bool
  var pointCount: Int
  var warningText: String
  var surface: WalkingSurface?
  var deviceElevationGain: Double?
  var pausedTime: TimeInterval
  var pausedAt: Date?
  var expectedEndDate: Date?
  var isPublic: Bool
  var lastModified: Date
  var figures: CompletionFigures?
  var route: UUID?
  var equipment: [UUID]
  var points: PointColumns
  var metrics: [Metric]
  var segments: [Segment]
  var weather: Weather?
  // Nil in a copy of an older version.
  var user: UUID?
  var event: UUID?
  var syncStatus: SyncStatus?
  /// The uses of gear, which follow from the ruck unless a whole store is restored.
  var uses: [ArchivedUse]?
}

extension RuckCopy {
  /// Copies a ruck with its points in order.
  init(_ session: RuckingSession, points: [LocationPoint]) {
    self.init(
      id: session.id, startDate: session.startDate, endDate: session.endDate,
      isCompleted: session.isCompleted, distance: session.distance, duration: session.duration,
      movingTime: session.movingTime, packWeight: session.packWeight,
      elevationGain: session.elevationGain, elevationLoss: session.elevationLoss,
      elevationGainRecorded: session.elevationGainRecorded, calories: session.calories,
      caloriesLow: session.caloriesLow, caloriesHigh: session.caloriesHigh,
      calorieEquation: session.calorieEquation, bodyWeight: session.bodyWeight,
      energyBasis: session.energyBasis, storedPace: session.storedPace,
      averageHeartRate: session.averageHeartRate, maxHeartRate: session.maxHeartRate,
      temperature: session.temperature, humidity: session.humidity, name: session.name,
      notes: session.notes, rpe: session.rpe, sourceFile: session.sourceFile,
      sourceFingerprint: session.sourceFingerprint, isTimed: session.isTimed,
      pointCount: session.pointCount, warningText: session.warningText, surface: session.surface,
      deviceElevationGain: session.deviceElevationGain, pausedTime: session.pausedTime,
      pausedAt: session.pausedAt, expectedEndDate: session.expectedEndDate,
      isPublic: session.isPublic, lastModified: session.lastModified, figures: session.figures,
      route: session.route?.id,
      equipment: session.equipment.map(\.id).sorted { $0.uuidString < $1.uuidString },
      points: PointColumns(points),
      metrics: session.metrics.map { Metric($0) }
        .sorted { ($0.timestamp, $0.id.uuidString) < ($1.timestamp, $1.id.uuidString) },
      segments: session.segments.map { Segment($0) }
        .sorted { ($0.startTime, $0.id.uuidString) < ($1.startTime, $1.id.uuidString) },
      weather: session.weather.map { Weather($0) }, user: session.user?.id,
      event: session.event?.id, syncStatus: session.syncStatus,
      uses: session.equipmentUses.map { ArchivedUse($0, equipment: $0.equipment?.id) }
        .sorted { $0.id.uuidString < $1.id.uuidString })
  }

  /// Replaces the track by its visible part, and all values that depend on the track.
  ///
  /// Totals of the whole ruck, segments and series would reveal the hidden part.
  mutating func cut(_ visible: PointColumns) {
    uses = nil
    points = visible
    pointCount = visible.count
    let track = visible.points().map(\.trackPoint)
    let carrier = Carrier(
      bodyMass: bodyWeight.map(Mass.kilograms(pounds:)),
      load: Mass.kilograms(pounds: packWeight))
    let analysis = TrackAnalyzer.analyze(track, equation: .pandolfSantee, carrier: carrier)
    if let start = analysis.start { startDate = start }
    endDate = isTimed ? analysis.end : nil
    duration = isTimed ? analysis.duration : 0
    movingTime = analysis.movingTime
    distance = Length.miles(metres: analysis.distance)
    elevationGain = Length.feet(metres: analysis.elevationGain)
    elevationLoss = Length.feet(metres: analysis.elevationLoss)
    elevationGainRecorded = Length.feet(metres: analysis.elevationGainRecorded)
    calories = analysis.calories?.kilocalories ?? 0
    caloriesLow = analysis.calories?.low ?? 0
    caloriesHigh = analysis.calories?.high ?? 0
    energyBasis = ""
    storedPace = distance > 0 ? duration / 60 / distance : 0
    sourceFingerprint = nil
    deviceElevationGain = nil
    figures = nil
    metrics = visibleTemperatures(track)
    weather?.timestamp = startDate
    segments = []
  }

  /// The temperatures at the points of a visible track.
  private func visibleTemperatures(_ track: [TrackPoint]) -> [Metric] {
    let series = TemperatureSeries(
      metrics.filter { $0.metricType == .temperature }
        .map { TemperatureSeries.Change(date: $0.timestamp, value: $0.value) })
    var visible = TemperatureSeries()
    for time in track.compactMap(\.timestamp) {
      if let value = series.value(at: time) { visible.add(value, at: time) }
    }
    return visible.metrics(of: id).map { Metric($0) }
  }

  /// Sets the values of a ruck, except its track, series, segments, weather and relationships.
  func apply(to session: RuckingSession) {
    session.startDate = startDate
    session.endDate = endDate
    session.isCompleted = isCompleted
    session.distance = distance
    session.duration = duration
    session.movingTime = movingTime
    session.packWeight = packWeight
    session.elevationGain = elevationGain
    session.elevationLoss = elevationLoss
    session.elevationGainRecorded = elevationGainRecorded
    session.calories = calories
    session.caloriesLow = caloriesLow
    session.caloriesHigh = caloriesHigh
    session.calorieEquation = calorieEquation
    session.bodyWeight = bodyWeight
    session.energyBasis = energyBasis
    session.storedPace = storedPace
    session.averageHeartRate = averageHeartRate
    session.maxHeartRate = maxHeartRate
    session.temperature = temperature
    session.humidity = humidity
    session.name = name
    session.notes = notes
    session.rpe = rpe
    session.sourceFile = sourceFile
    session.sourceFingerprint = sourceFingerprint
    session.isTimed = isTimed
    session.pointCount = pointCount
    session.warningText = warningText
    session.surface = surface
    session.deviceElevationGain = deviceElevationGain
    session.pausedTime = pausedTime
    session.pausedAt = pausedAt
    session.expectedEndDate = expectedEndDate
    // The audience of the user may have become smaller since.
    session.isPublic =
      isPublic && (session.user?.effectivePrivacyLevel ?? .public) == .public
    session.lastModified = lastModified
    session.figures = figures
    if let syncStatus { session.syncStatus = syncStatus }
  }

  /// Inserts the parts of a ruck that it owns: track, series, segments and weather.
  func insertParts(of session: RuckingSession, in context: ModelContext) {
    for point in points.points() {
      context.insert(point)
      point.session = session
    }
    for metric in metrics {
      let model = metric.model()
      context.insert(model)
      model.session = session
    }
    for segment in segments {
      let model = segment.model()
      context.insert(model)
      model.session = session
    }
    if let weather {
      let model = weather.model()
      context.insert(model)
      model.session = session
    }
  }
}

extension RuckCopy {
  /// Relates a ruck to its route, event and gear, if they are stored.
  func relate(_ session: RuckingSession, in context: ModelContext) throws {
    if let route, session.route?.id != route {
      session.route = try context.model(Route.self, id: route)
    }
    if let event, session.event?.id != event {
      session.event = try context.model(Event.self, id: event)
    }
    for id in equipment where !session.equipment.contains(where: { $0.id == id }) {
      if let item = try context.model(Equipment.self, id: id) { session.equipment.append(item) }
    }
  }
}

extension RuckCopy.Metric {
  init(_ metric: ActivityMetric) {
    self.init(
      id: metric.id, timestamp: metric.timestamp, metricType: metric.metricType,
      value: metric.value, unit: metric.unit, heartRate: metric.heartRate,
      cadence: metric.cadence, power: metric.power)
  }

  func model() -> ActivityMetric {
    let model = ActivityMetric(timestamp: timestamp, type: metricType, value: value, unit: unit)
    model.id = id
    if let heartRate { model.heartRate = heartRate }
    if let cadence { model.cadence = cadence }
    if let power { model.power = power }
    return model
  }
}

extension RuckCopy.Segment {
  init(_ segment: SessionSegment) {
    self.init(
      id: segment.id, index: segment.index, kind: segment.kind, startTime: segment.startTime,
      endTime: segment.endTime, distance: segment.distance, elevationGain: segment.elevationGain,
      elevationLoss: segment.elevationLoss, movingTime: segment.movingTime,
      calories: segment.calories, terrainType: segment.terrainType, surface: segment.surface,
      packWeight: segment.packWeight, averagePace: segment.averagePace,
      averageHeartRate: segment.averageHeartRate, maxHeartRate: segment.maxHeartRate)
  }

  func model() -> SessionSegment {
    let model = SessionSegment(startTime: startTime, terrainType: terrainType)
    model.id = id
    model.index = index
    model.kind = kind
    model.endTime = endTime
    model.distance = distance
    model.elevationGain = elevationGain
    model.elevationLoss = elevationLoss
    model.movingTime = movingTime
    model.calories = calories
    model.surface = surface
    model.packWeight = packWeight
    model.averagePace = averagePace
    model.averageHeartRate = averageHeartRate
    model.maxHeartRate = maxHeartRate
    return model
  }
}

extension RuckCopy.Weather {
  init(_ weather: WeatherData) {
    self.init(
      id: weather.id, timestamp: weather.timestamp, condition: weather.condition,
      temperature: weather.temperature, humidity: weather.humidity,
      windSpeed: weather.windSpeed, windDirection: weather.windDirection,
      pressure: weather.pressure, visibility: weather.visibility)
  }

  func model() -> WeatherData {
    let model = WeatherData(
      timestamp: timestamp, condition: condition, temperature: temperature, humidity: humidity)
    model.id = id
    model.windSpeed = windSpeed
    model.windDirection = windDirection
    model.pressure = pressure
    model.visibility = visibility
    return model
  }
}
