// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A part of a ruck: a lap of a device, or a stretch with one load and one surface.
///
/// The distance is in miles, heights are in feet, the pack is in pounds.
@Model
public final class SessionSegment {
  #Index<SessionSegment>([\.session, \.index])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The position among the ruck's segments of the same kind, from 0.
  public var index: Int = 0
  /// The reason for the segment.
  public var kind: SegmentKind = SegmentKind.lap
  /// The start.
  public var startTime: Date
  /// The end; equal to the start while the segment runs.
  public var endTime: Date
  /// Miles.
  public var distance: Double = 0
  /// Feet of climb.
  public var elevationGain: Double = 0
  /// Feet of descent, not negative.
  public var elevationLoss: Double = 0
  /// Seconds in motion.
  public var movingTime: TimeInterval = 0
  /// Gross kilocalories; 0 if unknown.
  public var calories: Double = 0
  /// The terrain.
  public var terrainType: TerrainType = TerrainType.mixed
  /// The surface for the energy equations; nil for the ruck's surface.
  public var surface: WalkingSurface?
  /// Pounds carried; nil for the ruck's pack weight.
  public var packWeight: Double?
  /// Minutes per mile; 0 if unknown.
  public var averagePace: Double = 0
  /// Mean beats per minute, rounded.
  public var averageHeartRate: Int?
  /// Highest beats per minute.
  public var maxHeartRate: Int?

  /// The ruck that the segment belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates a running segment.
  ///
  /// - Parameters:
  ///   - startTime: The start.
  ///   - terrainType: The terrain.
  public init(startTime: Date, terrainType: TerrainType) {
    self.id = UUID()
    self.startTime = startTime
    self.endTime = startTime
    self.terrainType = terrainType
  }

  /// Seconds from start to end.
  public var duration: TimeInterval { endTime.timeIntervalSince(startTime) }
}

/// The reason for a ``SessionSegment``.
public enum SegmentKind: String, Codable, Sendable, CaseIterable {
  /// A lap of the recording device.
  case lap
  /// A stretch with one pack weight and one surface.
  case load
  /// A pause.
  case pause
  /// A stretch that the user has marked.
  case mark
}
