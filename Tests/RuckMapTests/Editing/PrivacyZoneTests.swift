// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy
import RuckMap
import Testing

@Suite(.timeLimit(.minutes(15))) struct PrivacyZoneTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  private func walk() async throws -> RuckSummary {
    let track = Tracks.north(points: 301)
    let file = try folder.file("walk.gpx", GPXText.file(track, name: "Walk"))
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    return try #require(report.imported.first?.ruck)
  }

  private func distance(_ point: (Double, Double), _ zone: PrivacyZoneSummary) -> Double {
    LocationCalculator.haversineDistance(from: point, to: (zone.latitude, zone.longitude))
  }

  @Test func `no export contains a position near a private place`() async throws {
    let ruck = try await walk()
    let middle = 45 + 1500 * Tracks.degreesPerMetre
    let zone = try await library.addPrivacyZone(
      name: "home", latitude: middle, longitude: 7, radius: 400)
    let track = try await library.publicTrack(of: ruck.id)
    #expect((200...240).contains(track.count))
    // The circle contains at least half of its radius around the place.
    #expect(track.allSatisfy { distance(($0.latitude, $0.longitude), zone) > 200 })
    // No line crosses the cut.
    #expect(Set(track.map(\.segment)) == [0, 1])
    for format in RuckFileFormat.allCases {
      let data = try await library.export(ruck.id, as: format)
      #expect(!data.isEmpty)
    }
    let gpx = try GPXDocument(data: try await library.export(ruck.id, as: .gpx))
    #expect(gpx.trackPointCount == track.count)
    let points = gpx.tracks.flatMap(\.segments).flatMap(\.points)
    #expect(points.allSatisfy { distance(($0.latitude, $0.longitude), zone) > 200 })
    let fit = try ActivityRecording(data: try await library.export(ruck.id, as: .fit))
    #expect(fit.segments.joined().count == track.count)
    // The totals don't reveal the length of the hidden part.
    #expect((fit.summary.totals.distance ?? 0) < ruck.distance - 650)
    let whole = try GPXDocument(
      data: try await library.export(ruck.id, as: .gpx, includesPrivatePlaces: true))
    #expect(whole.trackPointCount == 301)
  }

  @Test func `the cut is equal for each export, and its center is not the place`() async throws {
    let ruck = try await walk()
    let middle = 45 + 1500 * Tracks.degreesPerMetre
    var middles: Set<Double> = []
    for _ in 0..<6 {
      let zone = try await library.addPrivacyZone(
        name: "home", latitude: middle, longitude: 7, radius: 400)
      let first = try await library.publicTrack(of: ruck.id)
      #expect(try await library.publicTrack(of: ruck.id) == first)
      let gap = try #require(first.lastIndex { $0.segment == 0 })
      middles.insert((first[gap].latitude + first[gap + 1].latitude) / 2)
      try await library.removePrivacyZone(zone.id)
    }
    #expect(middles.count > 1)
    #expect(try await library.publicTrack(of: ruck.id).count == 301)
  }

  @Test func `a zone that is off cuts nothing, and one over all refuses the export`() async throws {
    let ruck = try await walk()
    let zone = try await library.addPrivacyZone(
      name: "home", latitude: 45.013, longitude: 7, radius: 5000)
    await #expect(throws: RuckLibraryError.hiddenByPrivacyZones(ruck.id.uuidString)) {
      try await library.export(ruck.id, as: .gpx)
    }
    try await library.setPrivacyZone(zone.id, isActive: false)
    #expect(try await library.publicTrack(of: ruck.id).count == 301)
    #expect(try await library.privacyZones().map(\.isActive) == [false])
  }

  @Test func `impossible places are refused`() async throws {
    for (latitude, longitude, radius) in [
      (91.0, 0.0, 100.0), (.nan, 0, 100), (0, 181, 100), (0, 0, -1), (0, 0, .infinity),
    ] {
      await #expect(throws: RuckLibraryError.invalidPosition) {
        try await library.addPrivacyZone(
          name: "x", latitude: latitude, longitude: longitude, radius: radius)
      }
    }
    await #expect(throws: RuckLibraryError.self) { try await library.removePrivacyZone(UUID()) }
  }
}
