// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A ruck as `--json` prints it, with the values that tests use.
package struct RuckJSON: Decodable, Hashable, Sendable {
  package let id: String
  package let file: String?
  package let name: String?
  package let started_at: String?
  package let points: Int
  package let distance_m: Double
  package let duration_s: Double
  package let moving_s: Double
  package let elevation_gain_m: Double
  package let elevation_gain_recorded_m: Double
  package let pack_weight_kg: Double
  package let notes: String
  package let calories_kcal: Double?
  package let calories_equation: String?
  package let body_weight_assumed: Bool?
  package let too_fast_to_walk: Bool
}
