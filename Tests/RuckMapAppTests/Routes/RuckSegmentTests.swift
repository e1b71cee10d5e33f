// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The segments on the page of a ruck.
@Suite(.timeLimit(.minutes(5))) struct RuckSegmentTests {
  /// A recording with two laps of five minutes, without the climb of laps: 50 m up, then level.
  private static let laps: String = {
    let start = SampleTrack.start
    let laps = (0..<2).map { lap in
      let points = (0...10).map { number in
        let index = lap * 10 + number
        return """
          <Trackpoint><Time>\((start + Double(index * 30)).formatted(.iso8601))</Time>\
          <Position><LatitudeDegrees>\(46 + Double(index) * 0.0003)</LatitudeDegrees>\
          <LongitudeDegrees>14.5</LongitudeDegrees></Position>\
          <AltitudeMeters>\(lap == 0 ? 500 + number * 5 : 550)</AltitudeMeters></Trackpoint>
          """
      }
      return """
        <Lap StartTime="\((start + Double(lap * 300)).formatted(.iso8601))">\
        <TotalTimeSeconds>300</TotalTimeSeconds><DistanceMeters>333</DistanceMeters>\
        <Calories>30</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>\
        <Track>\(points.joined())</Track></Lap>
        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">\
      <Activities><Activity Sport="Other"><Id>\(start.formatted(.iso8601))</Id>\(laps.joined())\
      </Activity></Activities></TrainingCenterDatabase>
      """
  }()

  @Test func `laps without a measured climb have that of the track`() async throws {
    try await TestServer.run { server in
      let answer = try await server.upload(
        [(name: "laps.tcx", text: Self.laps)], fields: [("pack", "10 kg")])
      let ruck = try #require(try await server.library.rucks().first, "\(answer.body)")
      let detail = try #require(try await server.library.ruck(ruck.id))
      let stored = try await server.library.segments(of: ruck.id)
      try #require(stored.count == 2)
      #expect(stored.allSatisfy { $0.elevationGain == 0 && !$0.isElevationMeasured })
      let segments = SegmentItem.withClimb(stored, along: detail.track)
      #expect(segments.map { $0.elevationGain.rounded() } == [50, 0])
      #expect(SegmentItem.withClimb(stored, along: []) == stored)
      let page = try await server.send("GET", "/rucks/\(ruck.id.uuidString.lowercased())").body
      let card = try #require(page.split(separator: #"<h2 id="segments">"#).last)
      let table = try #require(card.split(separator: "</table>").first)
      #expect(table.contains("<td>164 ft</td>") && table.contains("<td>0 ft</td>"))
      // No lap has a pack or a heart rate of its own.
      let columns = table.matches(of: /<th scope="col">([^<]+)</).map { String($0.1) }
      #expect(columns == ["Segment", "Distance", "Time", "Pace", "Climb"])
    }
  }

  @Test func `a measured climb stays as it is`() async throws {
    try await TestServer.run { server in
      _ = try await server.upload([(name: "laps.tcx", text: Self.laps)])
      let ruck = try #require(try await server.library.rucks().first)
      let detail = try #require(try await server.library.ruck(ruck.id))
      var segments = try await server.library.segments(of: ruck.id)
      for index in segments.indices {
        (segments[index].elevationGain, segments[index].isElevationMeasured) = (7, true)
      }
      #expect(SegmentItem.withClimb(segments, along: detail.track) == segments)
    }
  }
}
