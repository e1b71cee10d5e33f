// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a file that can be read becomes no ruck.
enum ImportRefusal: Error, LocalizedError, Equatable {
  /// The file holds no recorded positions.
  case noPoints
  /// The recording is in the store, as the ruck with that identifier.
  case known(UUID)
  /// The task was cancelled before the file was stored.
  case cancelled

  var errorDescription: String? {
    switch self {
    case .noPoints:
      "The file has no recorded track: routes and waypoints alone are no ruck. Export the "
        + "recorded activity instead."
    case .known(let id): "The recording is stored already, as the ruck \(id)."
    case .cancelled: "The import was cancelled before this file was stored. Import it again."
    }
  }
}
