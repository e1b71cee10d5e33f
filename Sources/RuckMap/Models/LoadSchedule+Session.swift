// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures

extension LoadSchedule {
  /// Creates the schedule of a ruck: its surface and pack, and those of its segments.
  ///
  /// - Parameters:
  ///   - session: The ruck.
  ///   - bodyMass: Kilograms; nil means the profile's.
  init(_ session: RuckingSession, bodyMass: Double?) {
    let base = Carrier(session: session, bodyMass: bodyMass)
    let loads = session.loadSegments
    let parts = session.segments
      .filter { $0.packWeight != nil || $0.surface != nil }
      .map { segment in
        var carrier = base
        // A part with a surface only, such as a lap, has the load of its start.
        let carried = loads.last {
          $0.startTime <= segment.startTime && segment.startTime < $0.endTime
        }
        if let load = segment.packWeight ?? carried?.packWeight {
          carrier.load = max(0, Mass.kilograms(pounds: load))
        }
        if let surface = segment.surface { carrier.terrainFactor = surface.terrainFactor }
        return Part(start: segment.startTime, end: segment.endTime, carrier: carrier)
      }
    self.init(base: base, parts: parts)
  }
}
