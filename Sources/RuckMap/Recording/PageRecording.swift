// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy

/// A part of a recording that a page of a phone uploads.
///
/// Each upload is complete by itself: it has the start, all loads and all pauses so far, and some positions
/// with numbers. The server stores each numbered value once, so that an upload may be repeated, and
/// uploads may arrive in any order. The recording is identified by a secret of the page, from which the
/// ruck's identifier follows: an upload can't reach other rucks.
public struct PageRecording: Sendable, Decodable {
  /// The maximum number of positions in an upload.
  public static let largestUpload = 5_000

  /// A stretch with one load and one surface.
  public struct Load: Sendable, Decodable {
    /// Milliseconds since 1970.
    public var time: Double
    /// Kilograms carried.
    public var packWeight: Double
    /// The surface; nil for a paved road.
    public var surface: WalkingSurface?
  }

  /// A pause.
  public struct Pause: Sendable, Decodable {
    /// Milliseconds since 1970.
    public var start: Double
    /// Milliseconds since 1970; nil during the pause.
    public var end: Double?
  }

  /// A position of the browser's Geolocation API.
  public struct Position: Sendable, Decodable {
    /// The number in the recording, from 0.
    public var number: Int
    /// The number of the track segment, from 0.
    public var segment: Int
    /// Milliseconds since 1970.
    public var time: Double
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Metres of uncertainty.
    public var accuracy: Double
    /// Metres above the ellipsoid.
    public var altitude: Double?
    /// Metres per second.
    public var speed: Double?
    /// Degrees from north.
    public var heading: Double?
  }

  /// The end of the ruck.
  public struct End: Sendable, Decodable {
    /// Milliseconds since 1970.
    public var time: Double
    /// Perceived exertion, 1...10.
    public var rpe: Int?
    /// The user's notes.
    public var notes: String?
  }

  /// The secret of the recording.
  public var secret: UUID
  /// Whether the server has never confirmed an upload of the recording.
  public var isFirst: Bool
  /// The ruck's name.
  public var name: String?
  /// The time at which the user expects to be back, in milliseconds since 1970; nil if unknown.
  public var expectedEnd: Double?
  /// All stretches so far; the first one begins with the ruck.
  public var loads: [Load]
  /// All pauses so far.
  public var pauses: [Pause]
  /// Some positions, in their order.
  public var positions: [Position]
  /// The end; nil while the ruck runs.
  public var end: End?

  private enum CodingKeys: String, CodingKey {
    case secret = "recording"
    case isFirst = "first"
    case name, expectedEnd, loads, pauses
    case positions = "points"
    case end
  }

  /// The identifier of the ruck.
  public var ruckID: UUID { UUID(derivedFrom: "page-recording", secret) }
}

extension PageRecording {
  /// Checks all values before anything is stored.
  ///
  /// - Parameter now: The time of this machine's clock.
  /// - Throws: ``RecordingError/invalidUpload(_:)`` or a ``RuckLibraryError``.
  func check(at now: Date) throws {
    // 2000-01-01: a phone has no recording from before.
    let times = 946_684_800_000...(now.timeIntervalSince1970 + 86_400) * 1_000
    func require(_ condition: Bool, _ reason: String) throws {
      guard condition else { throw RecordingError.invalidUpload(reason) }
    }
    try require((1...1_000).contains(loads.count), "it has no start, or too many loads.")
    try require(pauses.count <= 1_000, "it has more than 1,000 pauses.")
    try require(
      positions.count <= Self.largestUpload, "it has more than \(Self.largestUpload) positions.")
    try require(name?.exceeds(200) != true, "its name has more than 200 characters.")
    try require(end?.notes?.exceeds(10_000) != true, "its notes have more than 10,000 characters.")
    if let rpe = end?.rpe, !(1...10).contains(rpe) { throw RecordingError.invalidExertion(rpe) }
    for load in loads { try RuckLibraryError.check(packWeight: load.packWeight) }
    let instants =
      loads.map(\.time) + pauses.flatMap { [$0.start, $0.end ?? $0.start] }
      + positions.map(\.time) + [end?.time].compactMap(\.self)
    if let expectedEnd {
      try require(
        expectedEnd > loads[0].time
          && expectedEnd <= loads[0].time + RecordingRules.longestReturn * 1_000,
        "its expected return is not within 30 days after its start.")
    }
    try require(
      instants.allSatisfy { times.contains($0) },
      "it has a time before 2000, or more than a day in the future: check the phone's clock.")
    try require(
      pauses.allSatisfy { ($0.end ?? $0.start) >= $0.start }, "a pause ends before its start.")
    try require(
      zip(loads, loads.dropFirst()).allSatisfy { $0.time <= $1.time },
      "its loads are not in the order of time.")
    for position in positions {
      try require(
        (0..<1_000_000).contains(position.number) && (0..<100_000).contains(position.segment),
        "the number of a position is out of range.")
      try require(
        RecordingRules.rejection(of: position.point) == nil,
        "position \(position.number) has impossible coordinates or no accuracy.")
    }
    try require(
      zip(positions, positions.dropFirst()).allSatisfy { $0.number < $1.number },
      "its positions are not in the order of their numbers.")
  }
}

extension PageRecording.Position {
  /// The position as a point; impossible optional values are left out.
  var point: TrackPoint {
    func known(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
      value.flatMap { range.contains($0) ? $0 : nil }
    }
    return TrackPoint(
      latitude: latitude, longitude: longitude, altitude: known(altitude, -12_000...100_000),
      timestamp: Date(timeIntervalSince1970: time / 1_000), speed: known(speed, 0...1_000),
      heading: known(heading, 0...360), segment: segment, accuracy: accuracy)
  }
}

/// The server's answer to an upload.
public struct PageRecordingReceipt: Sendable, Hashable, Encodable {
  /// The identifier of the ruck.
  public var ruck: UUID
  /// The number of positions that the upload has added.
  public var added: Int
  /// The number of stored positions.
  public var stored: Int
  /// Whether the ruck is completed.
  public var isCompleted: Bool

  private enum CodingKeys: String, CodingKey {
    case ruck, added, stored
    case isCompleted = "completed"
  }
}
