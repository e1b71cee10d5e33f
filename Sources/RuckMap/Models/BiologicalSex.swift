// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The sex whose averages an equation takes.
public enum BiologicalSex: String, Codable, Sendable, CaseIterable {
  case female
  case male
}
