// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A session as `--json` prints it.
package struct SessionJSON: Decodable, Sendable, Equatable {
  package let id: String
  package let athlete: String?
  package let started_at: String
  package let date_assumed: Bool
  package let machine: String
  package let type: String
  package let workout: String?
  package let distance_m: Double
  package let duration_s: Double
  package let pace_s_per_500m: Double?
  package let pace_text: String?
  package let stroke_rate_spm: Double?
  package let power_w: Double?
  package let calories_kcal: Double?
  package let calories_per_h: Double?
  package let heart_rate_bpm: Int?
  package let source: String
  package let is_complete: Bool
}

/// The report of an import of sessions as `--json` prints it.
package struct RowImportJSON: Decodable, Sendable {
  package let imported: [SessionJSON]
  package let merged: [SessionJSON]
  package let unchanged: [SessionJSON]
  package let failed: [ImportJSON.Failed]
}
