// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension TemperatureSeries {
  /// Creates the stored series of a ruck.
  init(_ session: RuckingSession) {
    self.init(
      session.metrics.filter { $0.metricType == .temperature }
        .map { Change(date: $0.timestamp, value: $0.value) })
  }

  /// The changes as measurements, with identifiers that are equal on every device.
  ///
  /// - Parameter session: The ruck's identifier.
  /// - Returns: A measurement for each change.
  func metrics(of session: UUID) -> [ActivityMetric] {
    changes.enumerated().map { index, change in
      let metric = ActivityMetric(
        timestamp: change.date, type: .temperature, value: change.value, unit: "°C")
      metric.id = UUID(derivedFrom: "track temperature \(index)", session)
      return metric
    }
  }
}

extension ModelContext {
  /// The recorded temperatures of a ruck.
  ///
  /// - Parameter session: The ruck's identifier.
  /// - Returns: The series; empty without temperatures.
  /// - Throws: A `SwiftDataError`.
  func temperatures(of session: UUID) throws -> TemperatureSeries {
    let type = MetricType.temperature
    let metrics = try fetch(
      FetchDescriptor<ActivityMetric>(
        predicate: #Predicate { $0.session?.id == session && $0.metricType == type },
        sortBy: [SortDescriptor(\.timestamp)]))
    return TemperatureSeries(
      metrics.map { TemperatureSeries.Change(date: $0.timestamp, value: $0.value) })
  }
}
