// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Who a user would let see a ruck.
///
/// It publishes nothing by itself: only what is marked as public leaves the own devices.
public enum PrivacyLevel: String, Codable, Sendable, CaseIterable {
  case `private`
  case friends
  case `public`
}
