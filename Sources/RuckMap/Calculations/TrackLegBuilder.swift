// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Cuts a track into legs, one step at a time, with memory for three legs.
///
/// Altitudes are too noisy for a grade between neighbouring points, and since uphill costs more than
/// downhill saves, noise would add energy that nobody spent. A leg is at least `minimumLength` long,
/// and its grade is the least-squares slope of the altitudes of the leg itself, the one before and
/// the one after: some 150 m of track, or three points where they are further apart.
struct TrackLegBuilder: Sendable {
  /// The least length of a leg in metres.
  static let minimumLength = 50.0

  /// The sums of a least-squares line through (position, altitude).
  private struct Sums {
    var count = 0.0
    var x = 0.0
    var y = 0.0
    var xx = 0.0
    var xy = 0.0
    var first = Double.infinity
    var last = -Double.infinity

    mutating func add(_ position: Double, _ altitude: Double) {
      count += 1
      x += position
      y += altitude
      xx += position * position
      xy += position * altitude
      first = min(first, position)
      last = max(last, position)
    }

    mutating func add(_ other: Sums) {
      count += other.count
      x += other.x
      y += other.y
      xx += other.xx
      xy += other.xy
      first = min(first, other.first)
      last = max(last, other.last)
    }

    /// Percent; 0 on a base of under half a leg, where noise would become cliffs.
    var grade: Double {
      guard last - first >= TrackLegBuilder.minimumLength / 2 else { return 0 }
      let spread = count * xx - x * x
      return spread > 0 ? (count * xy - x * y) / spread * 100 : 0
    }
  }

  private struct Draft {
    var length = 0.0
    var movingDistance = 0.0
    var movingTime = 0.0
    var standingTime = 0.0
    var altitudes = Sums()

    var hasTime: Bool { movingTime > 0 || standingTime > 0 }
  }

  /// Metres since the segment's start.
  private var position = 0.0
  private var lastReading: (position: Double, altitude: Double)?
  private var current = Draft()
  /// The leg that waits for its successor, and the one before it.
  private var waiting: Draft?
  private var before: Draft?

  /// Notes the altitude of the segment's first point.
  mutating func start(altitude: Double?) {
    if let altitude { note(altitude) }
  }

  /// Takes the step to the next point and hands out the leg that it makes final, if any.
  mutating func add(
    distance: Double, seconds: Double, isMoving: Bool, altitude: Double?
  ) -> TrackLeg? {
    position += distance
    current.length += distance
    if isMoving {
      current.movingDistance += distance
      current.movingTime += seconds
    } else {
      current.standingTime += seconds
    }
    if let altitude { note(altitude) }
    guard current.length >= Self.minimumLength else { return nil }
    return advance()
  }

  /// Ends the segment and hands out the legs that are left.
  mutating func endSegment() -> [TrackLeg] {
    var legs: [TrackLeg] = []
    if current.hasTime, let leg = advance() { legs.append(leg) }
    if let waiting { legs.append(finished(waiting, before: before, after: nil)) }
    self = TrackLegBuilder()
    return legs
  }

  private mutating func note(_ altitude: Double) {
    current.altitudes.add(position, altitude)
    lastReading = (position, altitude)
  }

  private mutating func advance() -> TrackLeg? {
    let completed = waiting.map { finished($0, before: before, after: current) }
    before = waiting
    waiting = current
    current = Draft()
    // A leg's last reading is also the next one's first.
    if let lastReading { current.altitudes.add(lastReading.position, lastReading.altitude) }
    return completed
  }

  private func finished(_ draft: Draft, before: Draft?, after: Draft?) -> TrackLeg {
    var altitudes = draft.altitudes
    if let before { altitudes.add(before.altitudes) }
    if let after { altitudes.add(after.altitudes) }
    return TrackLeg(
      distance: draft.movingDistance, movingTime: draft.movingTime,
      standingTime: draft.standingTime, grade: altitudes.grade)
  }
}
