// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles
package import TripPlanner

/// An end of a journey or the location of an item, as a person names it.
package struct NamedPlace: Sendable {
  /// The place of the trip; nil for a name without one.
  package var id: UUID?
  /// The place to insert before its use; nil if the trip has it, or if nothing is known but its name.
  package var new: PlaceSnapshot?
  package var name: String
  package var zone: TravelZone?
}

/// Finds the place that a text names: one of the trip, or an airport.
package enum PlaceResolver {
  /// Resolves a name, an identifier's prefix or an airport's code; nil for an empty text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - places: The places of the trip.
  ///   - trip: The trip, for a new place.
  ///   - usesAirports: Whether codes of three letters are those of airports.
  /// - Returns: The place, or the name alone.
  package static func resolve(
    _ text: String?, among places: [PlaceSnapshot], in trip: UUID, usesAirports: Bool = true
  ) -> NamedPlace? {
    guard let text = TripInput.text(text) else { return nil }
    let lower = text.lowercased()
    let known =
      places.first { $0.name.lowercased() == lower || $0.code?.lowercased() == lower }
      ?? places.first { text.count >= 6 && TripPaths.text($0.id).hasPrefix(lower) }
    if let known {
      return NamedPlace(
        id: known.id, new: nil, name: known.code ?? known.name,
        zone: known.zone.flatMap(TravelZone.init(identifier:)))
    }
    // The form proposes airports as "AKL Auckland Airport".
    let code = String(text.prefix { $0.isLetter }).uppercased()
    guard usesAirports, code.count == 3, text.count == 3 || text.dropFirst(3).first == " ",
      let airport = AirportTable.airport(code)
    else { return NamedPlace(id: nil, new: nil, name: text, zone: nil) }
    if let known = places.first(where: { $0.code?.uppercased() == code }) {
      return NamedPlace(
        id: known.id, new: nil, name: code, zone: known.zone.flatMap(TravelZone.init(identifier:)))
    }
    var place = PlaceSnapshot()
    place.tripID = trip
    place.name = airport.name
    place.placeCategory = .airport
    place.code = airport.code
    place.coordinates = airport.coordinates
    place.zone = airport.zone
    place.locality = airport.city.isEmpty ? nil : airport.city
    place.country = airport.country
    return NamedPlace(id: place.id, new: place, name: code, zone: .named(airport.zone))
  }
}

extension TripLibrary {
  /// Inserts the places that are not in the store yet.
  package func insertNew(_ places: [NamedPlace?]) throws {
    var seen: Set<UUID> = []
    for place in places.compactMap({ $0?.new }) where seen.insert(place.id).inserted {
      try insert(place)
    }
  }
}
