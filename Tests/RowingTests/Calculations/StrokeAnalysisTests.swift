// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// The technique of a session's strokes, from curves with known figures.
@Suite struct StrokeAnalysisTests {
  private let container: ModelContainer
  private let library: RowingLibrary

  init() throws {
    container = try RowingStore.inMemory()
    library = RowingLibrary(modelContainer: container)
  }

  /// A stroke's rate, watts, drive length and force curve in newtons.
  private typealias Stroke = (rate: Int, power: Double, length: Double, curve: [Double])

  private func session(_ strokes: [Stroke]) throws -> UUID {
    let context = ModelContext(container)
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    let session = RowingSession(athlete: athlete)
    context.insert(session)
    for (index, stroke) in strokes.enumerated() {
      let metric = PerformanceMetric(
        id: UUID(), session: session, index: index,
        timestamp: Date(timeIntervalSince1970: Double(index) * 2))
      (metric.elapsedTime, metric.distance) = (Double(index) * 2, Double(index) * 10)
      (metric.strokeRate, metric.power) = (stroke.rate, stroke.power)
      metric.strokeLength = stroke.length
      (metric.driveTime, metric.recoveryTime) = (0.5, 1.5)
      if !stroke.curve.isEmpty { metric.forceCurve = ForceCurve(newtons: stroke.curve) }
      context.insert(metric)
    }
    try context.save()
    return session.id
  }

  @Test func `each band of stroke rates has its mean curve, deviation and peak`() async throws {
    let id = try session([
      (20, 100, 1.3, [0, 100, 200, 100, 0]), (23, 100, 1.3, [0, 300, 400, 300, 0]),
      // Of another band, with its peak at a quarter of the drive, and of another length.
      (24, 100, 1.3, [0, 500, 0, 0, 0]), (26, 100, 1.3, []),
    ])
    let bands = try await library.strokeAnalysis(of: id).bands
    #expect(bands.map(\.fromRate) == [20, 24] && bands.map(\.toRate) == [24, 28])
    #expect(bands.map(\.strokes) == [2, 1])
    #expect(bands.map(\.peakPosition) == [0.5, 0.25])
    #expect(bands.map(\.peakForce) == [300, 500])
    let first = try #require(bands.first)
    #expect(first.mean.count == StrokeAnalysis.samples)
    #expect(first.mean.first == 0 && first.mean.last == 0)
    // A quarter of the drive is between two of the 50 parts: the curves are straight there.
    let part = 12
    let position = Double(part) / Double(StrokeAnalysis.samples - 1) * 4
    #expect(abs(first.mean[part] - position * 200) < 1e-9)
    #expect(abs(first.deviation[part] - position * 100) < 1e-9)
  }

  @Test func `consistency is the standard deviation as a fraction of the mean`() async throws {
    let id = try session([
      (20, 90, 1.2, []), (20, 110, 1.4, []), (20, 90, 1.2, []), (20, 110, 1.4, []),
      // An unknown power is no power of zero.
      (20, 0, 0, []),
    ])
    let analysis = try await library.strokeAnalysis(of: id)
    let power = try #require(analysis.power)
    #expect(power.mean == 100 && power.deviation == 10 && abs(power.variation - 0.1) < 1e-12)
    let length = try #require(analysis.driveLength)
    #expect(abs(length.mean - 1.3) < 1e-12 && abs(length.variation - 0.1 / 1.3) < 1e-9)
    #expect(analysis.strokeRate?.variation == 0)
    #expect(analysis.driveShare == 0.25 && analysis.strokes == 5 && analysis.bands.isEmpty)
  }
}
