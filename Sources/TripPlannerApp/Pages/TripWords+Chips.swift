// Cairn
// SPDX-License-Identifier: Apache-2.0

import TripPlanner

extension TripWords {
  /// The mark of a state; nil for a confirmed booking.
  static func chip(_ status: BookingStatus) -> TripStop.Chip? {
    switch status {
    case .confirmed: nil
    case .planned: TripStop.Chip(chipText: "not booked", chipStyle: "plain")
    case .pending: TripStop.Chip(chipText: "pending", chipStyle: "warn")
    case .cancelled: TripStop.Chip(chipText: "cancelled", chipStyle: "bad")
    }
  }
}
