// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import PageKit
import PageTestSupport
import Testing

/// Profiles of elevation, heart rate and pace over distance, as SVG.
struct ProfilePictureTests {
  @Test(arguments: ProfilePicture.Kind.allCases)
  func `the profile of a track with a gap matches its snapshot`(kind: ProfilePicture.Kind) throws {
    let track = SampleTrack.points(60)
    for unitSystem in UnitSystem.allCases {
      let picture = try #require(ProfilePicture(kind, track: track, unitSystem: unitSystem))
      try Snapshot.expect(picture.svg, is: "profile-\(kind.rawValue)-\(unitSystem).svg")
    }
  }

  @Test
  func `a track without values of a kind has no profile of that kind`() {
    let bare = SampleTrack.points(20).map {
      TrackPoint(latitude: $0.latitude, longitude: $0.longitude)
    }
    for kind in ProfilePicture.Kind.allCases {
      #expect(ProfilePicture(kind, track: bare, unitSystem: .metric) == nil)
      #expect(ProfilePicture(kind, track: [], unitSystem: .metric) == nil)
    }
  }

  @Test
  func `distances that overlap on a phone are hidden there`() throws {
    let track = (0..<60).map { number in
      var point = TrackPoint(latitude: 46 + Double(number) * 0.0007, longitude: 7)
      point.altitude = 500 + Double(number % 7)
      return point
    }
    let picture = try #require(ProfilePicture(.elevation, track: track, unitSystem: .imperial))
    let labels = picture.svg.matches(
      of: /class="profile-label( label-wide)?" x="[0-9.]+%"[^>]*>([^<]+)</)
    #expect(
      labels.map { String($0.2) } == ["0.0 mi", "0.5 mi", "1.0 mi", "1.5 mi", "2.0 mi", "2.5 mi"])
    #expect(labels.filter { $0.1 == nil }.map { String($0.2) } == ["0.0 mi", "1.0 mi", "2.0 mi"])
  }

  @Test
  func `values that are not finite are omitted`() throws {
    var track = SampleTrack.points(60)
    track[5].altitude = .nan
    track[6].altitude = .infinity
    track[7].latitude = .nan
    let picture = try #require(ProfilePicture(.elevation, track: track, unitSystem: .metric))
    #expect(!picture.svg.lowercased().contains("nan"))
    #expect(!picture.svg.lowercased().contains("inf"))
  }

  @Test
  func `constant values are drawn as a line`() throws {
    let track = SampleTrack.points(60).map { point in
      var point = point
      point.altitude = 100
      point.heartRate = 120
      return point
    }
    for kind in [ProfilePicture.Kind.elevation, .heartRate] {
      let svg = try #require(ProfilePicture(kind, track: track, unitSystem: .metric)).svg
      #expect(!svg.lowercased().contains("nan"))
      #expect(svg.contains("profile-line"))
    }
  }

  @Test(arguments: 0..<40)
  func `thinning preserves the end points and the extremes`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = Int.random(in: 1...20_000, using: &random)
    let run = (0..<count).map { index in
      PlanePoint(
        x: Double(index) / Double(count) * Double(ProfilePicture.columns),
        y: Double.random(in: 0...100, using: &random))
    }
    let thin = ProfilePicture.thinned(run)
    #expect(thin.count <= 4 * (ProfilePicture.columns + 1))
    #expect(thin.first == run.first)
    #expect(thin.last == run.last)
    #expect(thin.map(\.y).max() == run.map(\.y).max())
    #expect(thin.map(\.y).min() == run.map(\.y).min())
    #expect(thin.map(\.x) == thin.map(\.x).sorted())
  }

  @Test
  func `a steady walk has a constant pace, and a rest has none`() throws {
    // 1.25 m/s for 1,000 s, then 600 s at one place.
    let step = 12.5 / LocationCalculator.meanRadius * 180 / .pi
    var track = (0...100).map { index in
      TrackPoint(
        latitude: Double(index) * step, longitude: 0,
        timestamp: SampleTrack.start.addingTimeInterval(Double(index) * 10))
    }
    for index in 1...60 {
      track.append(
        TrackPoint(
          latitude: 100 * step, longitude: 0,
          timestamp: SampleTrack.start.addingTimeInterval(1000 + Double(index) * 10)))
    }
    let series = ProfileSeries.pace(track)
    let paces = series.runs.joined().filter { $0.x < 1249 }.map(\.y)
    #expect(!paces.isEmpty)
    #expect(paces.allSatisfy { abs($0 - 800) < 0.01 })
    #expect(abs(series.distance - 1250) < 0.01)
    #expect(series.runs.joined().map(\.y).allSatisfy { $0 < 3600 })
  }
}
