// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How far a ruck has come on its way to the other devices.
public enum SyncStatus: String, Codable, Sendable, CaseIterable {
  case pending
  case syncing
  case synced
  case failed
}
