// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

/// Start and duration of recordings in which a device wrote wrong dates.
@Suite struct RecordingTimesTests {
  private func analyze(_ track: [TrackPoint]) -> TrackAnalysis {
    TrackAnalyzer.analyze(
      track, equation: .pandolfSantee, carrier: Carrier(bodyMass: 80, load: 16))
  }

  /// A walk of 1000 s in which some points have another date.
  private func walk(_ dates: [Int: Date]) -> [TrackPoint] {
    var track = Tracks.north(points: 101)
    for (index, date) in dates { track[index].timestamp = date }
    return track
  }

  @Test func `dates before the first fix don't count for start and duration`() {
    let epoch = Date(timeIntervalSince1970: 0)
    let analysis = analyze(walk([0: epoch, 1: epoch + 1, 2: epoch + 630_720_000]))
    #expect(analysis.wrongTimes == 3)
    #expect(analysis.start == Tracks.start + 30)
    #expect(analysis.duration == 970)
    #expect(analysis.isTimed && analysis.backwardPoints == 0)
    #expect((900...1000).contains(analysis.movingTime))
  }

  @Test func `a future date in the middle makes no later point a backward one`() {
    let analysis = analyze(walk([50: Tracks.start + 2e9]))
    #expect(analysis.wrongTimes == 1 && analysis.backwardPoints == 0)
    #expect(analysis.start == Tracks.start && analysis.duration == 1000)
  }

  @Test func `a file of two recordings keeps all times`() {
    let later = Tracks.north(points: 101, segment: 1, at: Tracks.start + 90 * 86_400)
    let analysis = analyze(Tracks.north(points: 101) + later)
    #expect(analysis.wrongTimes == 0)
    #expect(analysis.duration == 90 * 86_400 + 1000)
  }

  @Test func `rests of days are no wrong dates`() {
    func track(_ days: [Int]) -> [TrackPoint] {
      days.flatMap { day in
        Tracks.north(
          points: 10, segment: day, at: Tracks.start + Double(day) * 20 * 86_400)
      }
    }
    // The periods of a shuffled file grow together.
    let shuffled = Array(stride(from: 0, to: 20, by: 2)) + Array(stride(from: 1, to: 20, by: 2))
    for days in [Array(0..<20), shuffled, Array((0..<20).reversed())] {
      let analysis = analyze(track(days))
      #expect(analysis.wrongTimes == 0)
      #expect(analysis.duration == 19 * 20 * 86_400 + 90)
    }
  }

  @Test func `a file with times of any year has their whole range`() {
    let track = Tracks.north(points: 500).enumerated().map { index, point in
      var point = point
      point.timestamp = Tracks.start + Double((index * 7919) % 500) * 4e7
      return point
    }
    let analysis = analyze(track)
    #expect((400 * 4e7...499 * 4e7).contains(analysis.duration))
  }

  @Test func `an import reports wrong dates, and has the date of the recording`() async throws {
    let folder = try TemporaryFolder()
    let library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    let track = walk([0: Date(timeIntervalSince1970: 0)])
    let report = await library.importFiles(
      [try folder.file("epoch.gpx", GPXText.file(track))],
      options: ImportOptions(packWeight: 16, bodyWeight: 80))
    let result = try #require(report.imported.first, "\(report.failed)")
    #expect(result.ruck.startedAt == Tracks.start + 10)
    #expect(result.ruck.duration == 990)
    #expect(result.warnings.contains { $0.hasPrefix("1 point has a date far from") })
    let totals = try await library.totals()
    #expect(totals.duration == 990)
    // The stored track is the recorded one.
    #expect(try await library.ruck(result.ruck.id)?.track.first?.timestamp == track[0].timestamp)
  }
}
