// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The zones of Foundation by identifier; creating one reads a file.
enum TimeZoneCache {
  private static let zones = Mutex<[String: TimeZone?]>([:])
  /// The number of identifiers that are cached; files may contain any number of wrong ones.
  private static let limit = 1024

  /// Returns the zone with an identifier of the time zone database; nil if there is none.
  static func zone(_ identifier: String) -> TimeZone? {
    zones.withLock { zones in
      if let zone = zones[identifier] { return zone }
      let isPlain = identifier.utf8.allSatisfy {
        $0 == 0x2F || $0 == 0x2B || $0 == 0x2D || $0 == 0x5F || ($0 >= 0x30 && $0 <= 0x39)
          || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
      }
      let zone = isPlain && identifier.utf8.count < 64 ? TimeZone(identifier: identifier) : nil
      if zones.count < limit { zones[identifier] = .some(zone) }
      return zone
    }
  }
}
