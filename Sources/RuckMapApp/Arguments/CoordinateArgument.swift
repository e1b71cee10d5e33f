// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A place argument, such as `46.498,7.567`.
struct CoordinateArgument: Sendable {
  let latitude: Double
  let longitude: Double

  init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Parses a position such as `46.498,7.567`; nil for any other text.
  init?(position text: String) {
    let parts = text.split { $0 == "," || $0 == " " }.map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Parses `text`.
  ///
  /// - Throws: `ValidationError`, which names the accepted form.
  init(_ text: String) throws {
    guard let place = Self(position: text) else {
      throw ValidationError(
        "Write a place as latitude and longitude in degrees, such as 46.498,7.567.")
    }
    self = place
  }
}
