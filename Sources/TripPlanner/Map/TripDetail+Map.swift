// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TravelFiles

extension TripDetail {
  /// The maximum number of numbered places of a map.
  private static let markerLimit = 60

  /// Returns the places with a position that the plan uses, in the order of the plan, then the saved ones.
  ///
  /// - Parameters:
  ///   - segments: The journeys of the plan; nil for all.
  ///   - items: The items of the plan; nil for all.
  ///   - savedToo: Whether the places that the plan does not use are included.
  /// - Returns: The places.
  package func mappedPlaces(
    segments: [SegmentSnapshot]? = nil, items: [DayPlanItemSnapshot]? = nil, savedToo: Bool = true
  ) -> [PlaceSnapshot] {
    let known = Dictionary(places.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<UUID> = []
    var result: [PlaceSnapshot] = []
    func add(_ id: UUID?) {
      guard let place = id.flatMap({ known[$0] }), place.coordinates != nil,
        seen.insert(place.id).inserted
      else { return }
      result.append(place)
    }
    for segment in segments ?? self.segments {
      add(segment.originID)
      add(segment.destinationID)
    }
    for item in items ?? self.items { add(item.placeID) }
    if savedToo { for place in places { add(place.id) } }
    return result
  }

  /// Returns the legs of journeys between two known positions; nil stands for all journeys.
  package func legs(_ segments: [SegmentSnapshot]? = nil) -> [TripMapPicture.Leg] {
    let known = Dictionary(places.map { ($0.id, $0) }) { first, _ in first }
    return (segments ?? self.segments).compactMap { segment in
      guard segment.bookingStatus != .cancelled,
        let from = segment.originID.flatMap({ known[$0]?.coordinates }),
        let to = segment.destinationID.flatMap({ known[$0]?.coordinates }), from != to
      else { return nil }
      return TripMapPicture.Leg(from: from, to: to, isFlight: segment.mode == .flight)
    }
  }

  /// Returns the markers of places, numbered from 1.
  package static func markers(_ places: [PlaceSnapshot]) -> [TripMapPicture.Marker] {
    places.prefix(markerLimit).enumerated().compactMap { index, place in
      place.coordinates.map {
        TripMapPicture.Marker(
          position: $0, number: index + 1, label: place.locality ?? place.code ?? place.name)
      }
    }
  }

  /// Returns the map of the whole trip; nil without a position.
  package func map(tracks: [[Coordinates]] = []) -> TripMapPicture? {
    TripMapPicture(legs: legs(), tracks: tracks, markers: Self.markers(mappedPlaces()))
  }
}
