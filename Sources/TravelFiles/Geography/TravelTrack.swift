// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A recorded or planned way.
public struct TravelTrack: Sendable, Hashable {
  /// A point of a track.
  public struct Point: Sendable, Hashable {
    /// The position.
    public var coordinates: Coordinates
    /// The elevation in meters.
    public var elevation: Double?
    /// The instant.
    public var time: Date?

    /// Creates a point.
    public init(_ coordinates: Coordinates, elevation: Double? = nil, time: Date? = nil) {
      self.coordinates = coordinates
      self.elevation = elevation
      self.time = time
    }
  }

  /// The name.
  public var name: String?
  /// True for a plan, false for a recording.
  public var isPlanned: Bool
  /// The parts between which the way is not known.
  public var segments: [[Point]]

  /// Creates a track.
  public init(name: String? = nil, isPlanned: Bool = false, segments: [[Point]]) {
    self.name = name
    self.isPlanned = isPlanned
    self.segments = segments
  }
}

/// The places and tracks of a file.
struct GeographicContent {
  var places: [Place] = []
  var tracks: [TravelTrack] = []
  var issues = TravelFileIssueLog()
}
