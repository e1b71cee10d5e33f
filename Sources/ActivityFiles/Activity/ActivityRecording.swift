// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A recorded activity in memory, which can be written as FIT or TCX.
///
/// ```swift
/// let recording = try ActivityRecording(contentsOf: file)
/// try recording.fitData().write(to: copy)
/// ```
public struct ActivityRecording: Sendable, Hashable {
  /// The totals, sport and names.
  public var summary: ActivitySummary

  /// The laps in order; empty if the file has none.
  public var laps: [ActivityLap]

  /// The samples, by segment: a pause separates two segments.
  public var segments: [[ActivitySample]]

  /// Creates a recording.
  public init(
    summary: ActivitySummary = ActivitySummary(), laps: [ActivityLap] = [],
    segments: [[ActivitySample]] = []
  ) {
    self.summary = summary
    self.laps = laps
    self.segments = segments
  }

  /// Reads a file in any format that ``ActivityFileReader`` reads.
  ///
  /// - Throws: An error of the file.
  public init(contentsOf url: URL) throws(ActivityFileError) {
    try self.init(ActivityFileReader(contentsOf: url))
  }

  /// Reads a file in memory, in any format that ``ActivityFileReader`` reads.
  ///
  /// - Throws: An error of the file.
  public init(data: Data, name: String? = nil) throws(ActivityFileError) {
    try self.init(ActivityFileReader(data: data, name: name))
  }

  /// Reads the rest of a file.
  ///
  /// Of several activities, it has all samples and the last summary.
  init(_ reader: ActivityFileReader) throws(ActivityFileError) {
    self.init()
    while let event = try reader.next() {
      switch event {
      case .began: break
      case .segmentBegan: segments.append([])
      case .sample(let sample): segments[segments.count - 1].append(sample)
      case .lap(let lap): laps.append(lap)
      case .summary(let summary): self.summary = summary
      }
    }
  }

  /// Creates a recording of a workout: each stroke is a sample, also of a rest, each interval a
  /// lap, each rest a lap of its own.
  ///
  /// - Parameters:
  ///   - workout: The workout.
  ///   - start: The instant of the first stroke's start.
  public init(_ workout: RowingWorkout, start: Date) {
    let workout = workout.withSeparateRests()
    self.init(summary: ActivitySummary(workout, start: start))
    var elapsed = 0.0
    var work = 0.0
    var positions: [LapPosition] = []
    for interval in workout.intervals {
      var lap = ActivityLap(interval)
      elapsed = interval.start ?? elapsed
      lap.start = start.addingTimeInterval(elapsed)
      positions.append(LapPosition(start: elapsed, work: work))
      elapsed += interval.duration ?? 0
      if !interval.isRest { work += interval.duration ?? 0 }
      laps.append(lap)
    }
    var last = 0.0
    var first: [Int: Double] = [:]
    for stroke in workout.strokes where first[stroke.interval] == nil {
      first[stroke.interval] = stroke.elapsed
    }
    let samples = workout.strokes.map { stroke in
      last = stroke.elapsed ?? last
      var time = last
      if positions.indices.contains(stroke.interval) {
        time += positions[stroke.interval].restsBefore(first[stroke.interval] ?? last)
      }
      var sample = ActivitySample(stroke)
      sample.time = start.addingTimeInterval(time)
      if sample.speed == nil, let pace = stroke.pace, pace > 0 { sample.speed = 500 / pace }
      return sample
    }
    if !samples.isEmpty { segments = [samples] }
  }

  /// The place of an interval among the laps, which rests are a part of.
  private struct LapPosition {
    /// Seconds from the workout's start to the lap's, with the rests before it.
    var start: Double
    /// Seconds of work before the interval.
    var work: Double

    /// Returns the seconds of rest that the elapsed times of the interval's strokes leave out.
    ///
    /// Times count work alone if the interval's first stroke precedes the start of the lap.
    ///
    /// - Parameter first: The elapsed time of the first stroke.
    /// - Returns: Seconds; 0 for times that include rests.
    func restsBefore(_ first: Double) -> Double {
      first < start - 0.5 && first >= work - 0.5 ? start - work : 0
    }
  }

  /// The time of the first sample, or else of the summary or the first lap.
  var start: Date? {
    [summary.totals.start, segments.joined().lazy.compactMap(\.time).first, laps.first?.start]
      .compactMap(\.self).min()
  }

  /// The time of the last sample, or else of the end of the totals.
  var end: Date? {
    let last = segments.last?.last { $0.time != nil }?.time
    let stated = start.flatMap { start in
      summary.totals.elapsedTime.map { start.addingTimeInterval($0) }
    }
    return [last, stated, start].compactMap(\.self).max()
  }
}
