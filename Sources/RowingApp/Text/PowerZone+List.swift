// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing

extension PowerZone {
  /// The zones with lower bounds, each of which ends where the next one begins.
  static func list(_ bounds: [(name: String, from: Double)]) -> [PowerZone] {
    bounds.enumerated().map { index, bound in
      PowerZone(
        name: bound.name, from: bound.from,
        to: index + 1 < bounds.count ? bounds[index + 1].from : nil)
    }
  }
}
