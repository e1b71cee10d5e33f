// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy

/// A doubtful value of a ruck.
public struct QualityFinding: Sendable, Hashable, Codable {
  /// The kind of doubt; the raw value is part of the command's output.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Steps are faster than ``QualityFinding/fastestStep``: wrong positions, or a vehicle.
    case impossibleSpeed = "impossible-speed"
    /// The mean speed is above ``WalkingSpeed/limit``.
    case tooFastToWalk = "too-fast-to-walk"
    /// Times are before an earlier point's time.
    case clockBackwards = "clock-backwards"
    /// The time jumps by more than six hours inside a segment, or is in the future or before 2000.
    case clockJump = "clock-jump"
    /// Positions are outside the earth's coordinates, or at 0, 0.
    case impossiblePosition = "impossible-position"
    /// Heart rates are below 25 or above 250 beats per minute.
    case impossibleHeartRate = "impossible-heart-rate"
    /// The store has fewer or more points than the ruck states, as before the end of a sync.
    case incompleteTrack = "incomplete-track"
    /// Another ruck has the same times and distance.
    case duplicate
    /// Another ruck has a part of the same time.
    case overlap
  }

  /// The step's speed in metres per second above which a position is wrong: 36 km/h.
  public static let fastestStep = DistanceProgress.fastestStep

  /// The kind of doubt.
  public var kind: Kind
  /// The ruck.
  public var ruck: UUID
  /// The other ruck of a duplicate or an overlap.
  public var other: UUID?
  /// The number of points or steps; 1 for the ruck as a whole.
  public var count: Int
  /// The reason, as a sentence.
  public var text: String

  /// Creates a finding.
  public init(_ kind: Kind, ruck: UUID, other: UUID? = nil, count: Int = 1, text: String) {
    self.kind = kind
    self.ruck = ruck
    self.other = other
    self.count = count
    self.text = text
  }
}

/// The doubtful values of all rucks.
public struct QualityReport: Sendable, Hashable, Codable {
  /// The number of rucks that were checked.
  public var checked: Int
  /// The findings, those of the newest ruck first.
  public var findings: [QualityFinding]

  /// Creates a report.
  public init(checked: Int, findings: [QualityFinding]) {
    self.checked = checked
    self.findings = findings
  }
}

/// The checks of recordings.
enum DataQuality {
  /// The longest step inside a segment in seconds.
  private static let longestStep = 6.0 * 3600
  /// 1 January 2000, before which no recording is plausible.
  private static let earliest = Date(timeIntervalSince1970: 946_684_800)

  /// Returns the findings of one track.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - ruck: The ruck of the track.
  ///   - now: The current time.
  /// - Returns: One finding of each kind.
  static func findings(
    in track: [TrackPoint], of ruck: RuckSummary, now: Date
  ) -> [QualityFinding] {
    var counts: [QualityFinding.Kind: Int] = [:]
    func count(_ kind: QualityFinding.Kind) { counts[kind, default: 0] += 1 }
    var previous: TrackPoint?
    var latest: Date?
    for point in track {
      if !isOnEarth(point) { count(.impossiblePosition) }
      if let heartRate = point.heartRate, !(25...250).contains(heartRate) {
        count(.impossibleHeartRate)
      }
      if let time = point.timestamp {
        if let latest, time < latest { count(.clockBackwards) }
        latest = max(latest ?? time, time)
        if time < earliest || time > now.addingTimeInterval(86_400) { count(.clockJump) }
      }
      if let previous, previous.segment == point.segment {
        step(previous, point, count)
      }
      previous = point
    }
    var findings = QualityFinding.Kind.allCases.compactMap { kind in
      counts[kind].map { number in
        QualityFinding(kind, ruck: ruck.id, count: number, text: text(kind, number))
      }
    }
    if ruck.isTooFastToWalk {
      findings.append(
        QualityFinding(
          .tooFastToWalk, ruck: ruck.id,
          text: "The mean speed in motion is above 4.35 m/s; the ruck counts in no record."))
    }
    if track.count != ruck.points {
      findings.append(
        QualityFinding(
          .incompleteTrack, ruck: ruck.id, count: abs(ruck.points - track.count),
          text: "The store has \(track.count) of \(ruck.points) points; sync, or import the file "
            + "again."))
    }
    return findings
  }

  private static func step(
    _ start: TrackPoint, _ end: TrackPoint, _ count: (QualityFinding.Kind) -> Void
  ) {
    guard let from = start.timestamp, let to = end.timestamp else { return }
    let seconds = to.timeIntervalSince(from)
    // A time that runs backwards is counted on its own, and has no speed.
    guard seconds >= 0 else { return }
    if seconds > longestStep { count(.clockJump) }
    let metres = LocationCalculator.haversineDistance(
      from: (start.latitude, start.longitude), to: (end.latitude, end.longitude))
    if metres > QualityFinding.fastestStep * max(seconds, 1) { count(.impossibleSpeed) }
  }

  private static func isOnEarth(_ point: TrackPoint) -> Bool {
    abs(point.latitude) <= 90 && abs(point.longitude) <= 180
      && (point.latitude != 0 || point.longitude != 0)
  }

  private static func text(_ kind: QualityFinding.Kind, _ count: Int) -> String {
    func points(_ one: String, _ many: String) -> String {
      count == 1 ? "1 \(one)" : "\(count) \(many)"
    }
    return switch kind {
    case .impossibleSpeed:
      points("step is", "steps are") + " faster than 36 km/h; trim the ruck, or delete it."
    case .clockBackwards:
      points("point has", "points have") + " a time before an earlier point's time."
    case .clockJump:
      points("time is", "times are")
        + " more than six hours after the previous one, in the future, or before 2000."
    case .impossiblePosition:
      points("position is", "positions are") + " at 0, 0 or not on the earth."
    case .impossibleHeartRate:
      points("heart rate is", "heart rates are") + " below 25 or above 250 bpm."
    case .tooFastToWalk, .incompleteTrack, .duplicate, .overlap: ""
    }
  }

  /// Returns the rucks that share their time with an earlier one.
  ///
  /// - Parameter rucks: Rucks with times, in any order.
  /// - Returns: A finding for each pair, about the later ruck.
  static func duplicates(_ rucks: [RuckSummary]) -> [QualityFinding] {
    let sorted = rucks.filter { $0.isTimed && $0.duration > 0 }
      .sorted { $0.isEarlier(than: $1) }
    var findings: [QualityFinding] = []
    var open: [RuckSummary] = []
    for ruck in sorted {
      open.removeAll { $0.startedAt.addingTimeInterval($0.duration) <= ruck.startedAt }
      for earlier in open.prefix(10) {
        let isSame = RecordedActivity(earlier).isSame(as: RecordedActivity(ruck))
        findings.append(
          QualityFinding(
            isSame ? .duplicate : .overlap, ruck: ruck.id, other: earlier.id,
            text: isSame
              ? "Another ruck has the same times and distance; delete one of them."
              : "Another ruck has a part of the same time."))
      }
      open.append(ruck)
    }
    return findings
  }
}
