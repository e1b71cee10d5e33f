// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

extension LocalDate {
  /// The day in the zone of this machine.
  static var today: LocalDate? {
    let now = Date.now
    let offset = TimeZone.current.secondsFromGMT(for: now)
    return LocalDateTime(secondsSince1970: Int(now.timeIntervalSince1970) + offset)?.date
  }
}
