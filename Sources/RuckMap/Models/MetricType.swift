// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What an ``ActivityMetric`` measures.
public enum MetricType: String, Codable, Sendable, CaseIterable {
  case heartRate = "heart_rate"
  case cadence
  case power
  case pace
  case elevation
  case temperature
}
