// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import TravelFiles
import TripPlanner

extension TripView {
  /// The places with a position that the plan uses, in the order of the plan, then the saved ones.
  func mappedPlaces(
    segments: [SegmentSnapshot]? = nil, items: [DayPlanItemSnapshot]? = nil, savedToo: Bool = true
  ) -> [PlaceSnapshot] {
    detail.mappedPlaces(segments: segments, items: items, savedToo: savedToo)
  }

  /// The legs of journeys between two known positions.
  func legs(_ segments: [SegmentSnapshot]? = nil) -> [TripMapPicture.Leg] { detail.legs(segments) }

  /// The markers of places, numbered from 1.
  func markers(_ places: [PlaceSnapshot]) -> [TripMapPicture.Marker] {
    TripDetail.markers(places)
  }

  /// The map of the whole trip; nil without a position.
  func map(tracks: [[Coordinates]] = []) -> TripMapPicture? { detail.map(tracks: tracks) }

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
