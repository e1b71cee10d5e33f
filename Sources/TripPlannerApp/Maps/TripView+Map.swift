// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import TravelFiles
import TripPlanner

extension TripView {
  /// The maximum number of numbered places of a map.
  private static let markerLimit = 60

  /// The places with a position that the plan uses, in the order of the plan, then the saved ones.
  func mappedPlaces(
    segments: [SegmentSnapshot]? = nil, items: [DayPlanItemSnapshot]? = nil, savedToo: Bool = true
  ) -> [PlaceSnapshot] {
    var seen: Set<UUID> = []
    var result: [PlaceSnapshot] = []
    func add(_ id: UUID?) {
      guard let place = place(id), place.coordinates != nil, seen.insert(place.id).inserted else {
        return
      }
      result.append(place)
    }
    for segment in segments ?? detail.segments {
      add(segment.originID)
      add(segment.destinationID)
    }
    for item in items ?? detail.items { add(item.placeID) }
    if savedToo { for place in detail.places { add(place.id) } }
    return result
  }

  /// The legs of journeys between two known positions.
  func legs(_ segments: [SegmentSnapshot]? = nil) -> [TripMapPicture.Leg] {
    (segments ?? detail.segments).compactMap { segment in
      guard segment.bookingStatus != .cancelled,
        let from = place(segment.originID)?.coordinates,
        let to = place(segment.destinationID)?.coordinates, from != to
      else { return nil }
      return TripMapPicture.Leg(from: from, to: to, isFlight: segment.mode == .flight)
    }
  }

  /// The markers of places, numbered from 1.
  func markers(_ places: [PlaceSnapshot]) -> [TripMapPicture.Marker] {
    places.prefix(Self.markerLimit).enumerated().compactMap { index, place in
      place.coordinates.map {
        TripMapPicture.Marker(
          position: $0, number: index + 1, label: place.locality ?? place.code ?? place.name)
      }
    }
  }

  /// The map of the whole trip; nil without a position.
  func map(tracks: [[Coordinates]] = []) -> TripMapPicture? {
    TripMapPicture(legs: legs(), tracks: tracks, markers: markers(mappedPlaces()))
  }

  /// The trip as a track for a map with tiles: each leg and each route is a segment of it.
  func track(_ tracks: [[Coordinates]]) -> [TrackPoint] {
    let lines = legs().map { GreatCircle.points(from: $0.from, to: $0.to) } + tracks
    let points = lines.enumerated().flatMap { number, line in
      line.map {
        TrackPoint(latitude: $0.latitude, longitude: $0.longitude, segment: number)
      }
    }
    if !points.isEmpty { return points }
    return mappedPlaces().compactMap(\.coordinates).enumerated().map {
      TrackPoint(latitude: $1.latitude, longitude: $1.longitude, segment: $0)
    }
  }
}
