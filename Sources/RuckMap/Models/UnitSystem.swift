// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The units of displays and of numbers that are given without a unit.
public enum UnitSystem: String, Codable, Sendable, CaseIterable {
  case imperial
  case metric
}
