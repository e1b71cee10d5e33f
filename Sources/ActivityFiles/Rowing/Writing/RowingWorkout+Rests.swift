// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RowingWorkout {
  /// Returns the workout with each rest as an interval of its own.
  ///
  /// A rest that an interval states by its duration becomes the next interval. Its strokes are those
  /// of the interval that are marked as strokes of a rest. Indices are positions in the new list.
  func withSeparateRests() -> RowingWorkout {
    guard !intervals.isEmpty else { return self }
    var result = self
    result.intervals = []
    var places: [(work: Int, rest: Int?)] = []
    for (position, interval) in intervals.enumerated() {
      var work = interval
      work.index = result.intervals.count
      work.restDuration = nil
      work.restDistance = nil
      result.intervals.append(work)
      let isNextRest = position + 1 < intervals.count && intervals[position + 1].isRest
      guard let seconds = interval.restDuration, seconds > 0, !isNextRest, !interval.isRest else {
        let isFollowed = isNextRest && !interval.isRest
        places.append((work.index, isFollowed ? work.index + 1 : nil))
        continue
      }
      var rest = RowingInterval(index: result.intervals.count)
      rest.isRest = true
      rest.start = interval.start.map { $0 + (interval.duration ?? 0) }
      rest.duration = seconds
      rest.distance = interval.restDistance
      result.intervals.append(rest)
      places.append((work.index, rest.index))
    }
    let added = result.intervals.count - intervals.count
    for index in result.strokes.indices {
      let stroke = result.strokes[index]
      if places.indices.contains(stroke.interval) {
        let place = places[stroke.interval]
        result.strokes[index].interval = stroke.isRest ? place.rest ?? place.work : place.work
      } else {
        // A stroke of an interval that the list lacks stays behind all others.
        result.strokes[index].interval += added
      }
    }
    return result
  }
}
