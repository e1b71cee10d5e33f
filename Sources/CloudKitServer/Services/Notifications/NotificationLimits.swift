// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How long, and how many, notifications wait for a device: ours, Apple's are not documented.
package enum NotificationLimits {
  /// Milliseconds after which a device is forgotten that has not asked: 14 days, to the day.
  package static let unusedAtMost: Int64 = 14 * 86_400_000 + useGrain
  /// Milliseconds after which a device has to be made or registered anew.
  package static let lifetime: Int64 = 90 * 86_400_000
  /// Milliseconds within which it is noted only once that a device has asked.
  static let useGrain: Int64 = 86_400_000
  /// Notifications that wait for one user: a device that is further behind is forgotten, by which it learns
  /// that it has to fetch everything anew.
  package static let waiting = 10_000
  /// Devices of one user in an environment of a container: of more, those are forgotten that have not asked
  /// for longest.
  package static let devices = 2_000
  /// Subscriptions of one user in one database.
  package static let subscriptions = 500
  /// Bytes of one subscription.
  package static let subscriptionBytes = 32 << 10
  /// Conditions in the query of a subscription, and fields in each list of its notifications.
  package static let subscriptionItems = 20
  /// Steps, of about a tenth of a microsecond, that one user's subscriptions may make of one transaction, in
  /// which everybody else waits: what is not found out by then is told, whether it is asked for or not.
  static let steps = 500_000

  /// Forgets the devices of a user that too much waits for.
  static func enforce(_ subscriber: Int64, _ writer: any StorageWriter) throws {
    guard let position = try writer.notification(of: subscriber, before: waiting) else { return }
    try writer.deleteDevices(of: subscriber, behind: position)
  }
}
