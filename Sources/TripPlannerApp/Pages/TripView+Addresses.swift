// Cairn
// SPDX-License-Identifier: Apache-2.0

import TravelFiles
import TripPlanner

extension TripView {
  /// The address of a place on one line.
  static func address(_ place: PlaceSnapshot) -> String {
    PostalAddress(
      street: place.street, postalCode: place.postalCode, locality: place.locality,
      region: place.region, country: place.country
    ).line
  }
}
