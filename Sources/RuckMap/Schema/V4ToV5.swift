// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// The stages from version 4 to version 5, in which three values change their form.
///
/// Weather becomes a model of its own, tags become models, and the counters of gear become a use
/// without a ruck. The stored pace gets its name of version 5.
enum V4ToV5 {
  /// The values of one store whose form changes, by the identifiers of their owners.
  private struct Carried: Sendable {
    var weather: [UUID: (SchemaV4.WeatherData, Date)] = [:]
    var paces: [UUID: Double] = [:]
    var tags: [UUID: [String]] = [:]
  }

  /// The two steps; each access has its own carried values, since a migration gets the stages once.
  static var stages: [MigrationStage] {
    let carried = CarriedValues()
    return [
      .custom(
        fromVersion: SchemaV4.self, toVersion: TransitionSchema.self,
        willMigrate: { context in
          let values = try read(context)
          carried.values.withLock { $0 = values }
        }, didMigrate: nil),
      .custom(
        fromVersion: TransitionSchema.self, toVersion: SchemaV5.self, willMigrate: nil,
        didMigrate: { context in
          let values = carried.values.withLock { values in
            defer { values = Carried() }
            return values
          }
          try write(values, context)
          try validate(context)
        }),
    ]
  }

  private final class CarriedValues: Sendable {
    let values = Mutex(Carried())
  }

  private static func read(_ context: ModelContext) throws -> Carried {
    var values = Carried()
    try context.enumerate(FetchDescriptor<SchemaV4.RuckingSession>()) { session in
      if let weather = session.weather { values.weather[session.id] = (weather, session.startDate) }
      if session.averagePace > 0 { values.paces[session.id] = session.averagePace }
    }
    try context.enumerate(FetchDescriptor<SchemaV4.Route>()) { route in
      if !route.tags.isEmpty { values.tags[route.id] = route.tags }
    }
    return values
  }

  private static func write(_ values: Carried, _ context: ModelContext) throws {
    try context.updateAll(User.self) { $0.modifiedAt = $0.createdAt }
    try context.updateAll(RuckingSession.self) { session in
      session.storedPace = values.paces[session.id] ?? 0
      if let (weather, date) = values.weather[session.id] {
        session.weather = WeatherData(weather, timestamp: date)
      }
      let points = session.locationPoints.sorted {
        ($0.timestamp ?? .distantPast, $0.id.uuidString)
          < ($1.timestamp ?? .distantPast, $1.id.uuidString)
      }
      for (index, point) in points.enumerated() { point.index = index }
      session.pointCount = points.count
    }
    try context.updateAll(Route.self) { route in
      if let tags = values.tags[route.id] { route.tags = tags }
    }
    try context.updateAll(Equipment.self) { item in
      item.lastModified = item.lastUsed ?? item.purchaseDate ?? .distantPast
      guard let balance = EquipmentUse.balance(of: item) else { return }
      item.uses.append(balance)
      item.refreshTotals()
    }
  }

  /// Checks the result of a stage to version 5.
  ///
  /// - Throws: ``MigrationError/validationFailed(_:)``.
  static func validate(_ context: ModelContext) throws {
    let negative = try context.fetchCount(
      FetchDescriptor<RuckingSession>(
        predicate: #Predicate { $0.distance < 0 || $0.duration < 0 || $0.packWeight < 0 }))
    try MigrationError.check(negative == 0, "\(negative) rucks have negative figures")
    for item in try context.fetch(FetchDescriptor<Equipment>()) {
      try MigrationError.check(
        !item.refreshTotals(), "the totals of \(item.name) are not the sum of its uses")
    }
  }
}

extension WeatherData {
  /// Creates the model of a value of version 4.
  fileprivate convenience init(_ value: SchemaV4.WeatherData, timestamp: Date) {
    self.init(
      timestamp: timestamp, condition: value.condition, temperature: value.temperature,
      humidity: value.humidity)
    windSpeed = value.windSpeed
    windDirection = value.windDirection
    pressure = value.pressure
  }
}

extension EquipmentUse {
  /// The use that stands for the counters of version 4; nil if they are 0.
  fileprivate static func balance(of item: Equipment) -> EquipmentUse? {
    guard item.totalDistance != 0 || item.totalHours != 0 || item.totalSessions != 0 else {
      return nil
    }
    return EquipmentUse(
      date: item.lastUsed ?? item.purchaseDate ?? .distantPast, distance: item.totalDistance,
      duration: item.totalHours, sessionCount: item.totalSessions,
      id: EquipmentUse.balanceIdentifier(equipment: item.id))
  }
}
