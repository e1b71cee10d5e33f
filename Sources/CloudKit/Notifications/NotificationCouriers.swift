// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The streams of notifications of a program: one for each container, however many listen.
final class NotificationCouriers: Sendable {
  private let couriers = Mutex<[String?: NotificationCourier]>([:])
  private let silence: Duration

  /// `silence` is how long a stream may say nothing before it is dropped: two heartbeats of the server, and some.
  init(silence: Duration = .seconds(50)) { self.silence = silence }

  func courier(for container: String?) -> NotificationCourier {
    couriers.withLock { couriers in
      if let courier = couriers[container] { return courier }
      let courier = NotificationCourier(silence: silence)
      couriers[container] = courier
      return courier
    }
  }
}
