// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The limits of notifications, devices and subscriptions; Apple's are not documented.
package enum NotificationLimits {
  /// The idle time in milliseconds after which a device is removed: 14 days, plus the granularity.
  package static let unusedAtMost: Int64 = 14 * 86_400_000 + useGrain
  /// The time in milliseconds after which a device must be created or registered again.
  package static let lifetime: Int64 = 90 * 86_400_000
  /// The granularity in milliseconds at which a device's last use is recorded.
  static let useGrain: Int64 = 86_400_000
  /// The maximum number of pending notifications of one user.
  ///
  /// A device that is further behind is removed. Its next request fails, and it must fetch all changes.
  package static let waiting = 10_000
  /// The maximum number of devices of one user in an environment; the longest idle ones are removed.
  package static let devices = 2_000
  /// The maximum number of subscriptions of one user in one database.
  package static let subscriptions = 500
  /// The maximum size of a subscription in bytes.
  package static let subscriptionBytes = 32 << 10
  /// The maximum number of filters of a subscription's query, and of fields in each of its lists.
  package static let subscriptionItems = 20
  /// The query cost that one user's subscriptions may add to one transaction, in steps of about 0.1 µs.
  ///
  /// All other writers wait during it. Once the budget is used up, further changes are reported without
  /// evaluating the queries.
  static let steps = 500_000

  /// Removes a user's devices that are too far behind.
  static func enforce(_ subscriber: Int64, _ writer: any StorageWriter) throws {
    guard let position = try writer.notification(of: subscriber, before: waiting) else { return }
    try writer.deleteDevices(of: subscriber, behind: position)
  }
}
