// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A condition that bears on how much to carry.
public enum HealthCondition: String, Codable, Sendable, CaseIterable {
  case asthma
  case backPain = "back_pain"
  case diabetes
  case heartCondition = "heart_condition"
  case hypertension
  case jointPain = "joint_pain"
  case pregnancy
  case other
}
