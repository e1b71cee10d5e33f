// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// The intervals of a session on the time from its start, rests included, and the places of strokes
/// among them.
///
/// A stored stroke counts seconds of work alone, which stand still in a rest.
struct SessionTimeline {
  /// The times of an interval of work with the rest after it.
  private struct Span {
    /// The position in the list of intervals.
    var position: Int
    /// The position of the rest in the list, if it is an interval of its own.
    var restPosition: Int?
    /// Seconds of rest before the interval.
    var restsBefore: Double
    /// The end of the work, in seconds from the session's start.
    var workEnd: Double
    /// The end of the rest, in seconds from the session's start.
    var restEnd: Double
  }

  private var spans: [Span] = []

  /// Creates a timeline.
  ///
  /// - Parameter intervals: The intervals in order, with starts that include rests.
  init(_ intervals: [ActivityFiles.RowingInterval]) {
    var work = 0.0
    for (position, interval) in intervals.enumerated() {
      let start = interval.start ?? 0
      let end = start + (interval.duration ?? 0)
      if interval.isRest {
        guard let last = spans.indices.last else { continue }
        if spans[last].restPosition == nil { spans[last].restPosition = position }
        spans[last].restEnd = end
      } else {
        spans.append(
          Span(
            position: position, restsBefore: start - work, workEnd: end,
            restEnd: end + (interval.restDuration ?? 0)))
        work += interval.duration ?? 0
      }
    }
  }

  /// Returns the position of a stroke's interval, or of its rest, in the list of intervals.
  func position(of stroke: StrokeSnapshot) -> Int {
    guard spans.indices.contains(stroke.interval) else { return stroke.interval }
    let span = spans[stroke.interval]
    return stroke.isRest ? span.restPosition ?? span.position : span.position
  }

  /// Returns the strokes of work and of rests in the order of time, with the seconds from the
  /// session's start.
  ///
  /// A stroke of a rest follows the last stroke of work by the difference of their times of day,
  /// within the rest, and is at its distance.
  func placed(
    _ work: [StrokeSnapshot], rests: [StrokeSnapshot]
  ) -> [(stroke: StrokeSnapshot, elapsed: Double)] {
    var result: [(stroke: StrokeSnapshot, elapsed: Double)] = []
    result.reserveCapacity(work.count + rests.count)
    var next = rests.startIndex
    var last: (stroke: StrokeSnapshot, elapsed: Double)?
    func addRests(before interval: Int) {
      while next < rests.endIndex, rests[next].interval < interval {
        var stroke = rests[next]
        let elapsed = time(ofRest: stroke, after: last)
        stroke.distance = last?.stroke.distance ?? 0
        result.append((stroke, max(elapsed, result.last?.elapsed ?? 0)))
        next += 1
      }
    }
    for stroke in work {
      addRests(before: stroke.interval)
      let rest = spans.indices.contains(stroke.interval) ? spans[stroke.interval].restsBefore : 0
      last = (stroke, stroke.elapsed + rest)
      result.append((stroke, stroke.elapsed + rest))
    }
    addRests(before: .max)
    return result
  }

  private func time(
    ofRest stroke: StrokeSnapshot, after last: (stroke: StrokeSnapshot, elapsed: Double)?
  ) -> Double {
    guard let last else { return stroke.elapsed }
    let time = last.elapsed + stroke.timestamp.timeIntervalSince(last.stroke.timestamp)
    guard spans.indices.contains(stroke.interval) else { return time }
    let span = spans[stroke.interval]
    return min(max(time, span.workEnd), max(span.workEnd, span.restEnd))
  }
}
