// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How fit a person says to be.
public enum FitnessLevel: String, Codable, Sendable, CaseIterable {
  case low
  case moderate
  case high
  case expert
}
