// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Which reminders a user wants.
public struct NotificationSettings: Codable, Sendable, Hashable {
  /// Reminders of challenges that end soon.
  public var challengeReminders = false

  /// The settings to start from: no reminder.
  public init() {}
}
