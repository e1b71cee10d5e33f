// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An incremental division of a track into legs, which stores at most three legs.
///
/// Altitudes are too noisy for a grade between neighbouring points. Because uphill costs more than
/// downhill saves, noise would increase the energy. A leg is at least `minimumLength` long. Its
/// grade is the least-squares slope of the altitudes of the leg and its two neighbours: about 150 m
/// of track, or three points if they are further apart.
struct TrackLegBuilder: Sendable {
  /// The minimum length of a leg in metres.
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

    /// The grade in percent; 0 if the base is shorter than half a leg, where noise would dominate.
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
  /// The completed leg whose successor is unfinished.
  private var pending: Draft?
  private var before: Draft?

  /// Adds the altitude of the segment's first point.
  mutating func start(altitude: Double?) {
    if let altitude { add(altitude) }
  }

  /// Adds the step to the next point and returns the leg that it completes, if any.
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
    if let altitude { add(altitude) }
    guard current.length >= Self.minimumLength else { return nil }
    return advance()
  }

  /// Ends the segment and returns the remaining legs.
  mutating func endSegment() -> [TrackLeg] {
    var legs: [TrackLeg] = []
    if current.hasTime, let leg = advance() { legs.append(leg) }
    if let pending { legs.append(finished(pending, before: before, after: nil)) }
    self = TrackLegBuilder()
    return legs
  }

  private mutating func add(_ altitude: Double) {
    current.altitudes.add(position, altitude)
    lastReading = (position, altitude)
  }

  private mutating func advance() -> TrackLeg? {
    let completed = pending.map { finished($0, before: before, after: current) }
    before = pending
    pending = current
    current = Draft()
    // A leg's last reading is also the next leg's first reading.
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

/// A short part of a track, with the speed and the grade for the energy equations.
///
/// ```swift
/// let leg = TrackLeg(distance: 140, movingTime: 100, standingTime: 20, grade: 5)
/// print(leg.speed)  // 1.4
/// ```
public struct TrackLeg: Sendable, Hashable {
  /// Metres covered in motion, along the ground.
  public var distance: Double
  /// Seconds in motion.
  public var movingTime: Double
  /// Seconds standing.
  public var standingTime: Double
  /// The grade in percent, negative downhill; 0 if the track has no altitudes.
  public var grade: Double

  /// Creates a leg.
  public init(distance: Double, movingTime: Double, standingTime: Double, grade: Double) {
    self.distance = distance
    self.movingTime = movingTime
    self.standingTime = standingTime
    self.grade = grade
  }

  /// Metres per second while in motion; 0 for a leg without motion.
  public var speed: Double { movingTime > 0 ? distance / movingTime : 0 }
}
