// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// One stroke of a session.
///
/// In the seed's properties, 0 stands for an unknown value. Forces are in newtons.
@Model
public final class PerformanceMetric {
  #Index<PerformanceMetric>([\.session, \.timestamp], [\.session, \.index])

  /// The identifier, equal on every device; derived from session and index for imports.
  @Attribute(.unique) public var id: UUID
  /// The time at the end of the drive.
  public var timestamp: Date
  /// Metres of work from the session's start.
  public var distance: Double = 0
  /// Seconds per 500 m (per 1000 m on a BikeErg).
  public var pace: Double = 0
  /// Strokes per minute.
  public var strokeRate: Int = 0
  /// Watts.
  public var power: Double = 0
  /// The number of strokes of work until this one, in the session.
  public var strokeCount: Int = 0
  /// Beats per minute; nil if unknown.
  public var heartRate: Int?
  /// The phase in which the values were reported.
  public var strokePhase: StrokePhase = StrokePhase.catch
  /// Seconds of the drive.
  public var driveTime: Double = 0
  /// Seconds of the recovery.
  public var recoveryTime: Double = 0
  /// Metres of the handle during the drive.
  public var strokeLength: Double = 0
  /// The highest force of the drive in newtons.
  public var peakForce: Double = 0
  /// The mean force of the drive in newtons.
  public var averageForce: Double = 0
  /// Joules.
  public var workPerStroke: Double = 0

  /// The position in the session, from 0; strokes of rests have positions after all strokes of
  /// work, from ``firstRestIndex``.
  public var index: Int = 0
  /// The number of the interval of work, from 0; a rest has the number of the interval before it.
  public var intervalNumber: Int = 0
  /// Seconds of work from the session's start.
  public var elapsedTime: Double = 0
  /// Metres covered by the stroke.
  public var strokeDistance: Double?
  /// Kilocalories per hour.
  public var caloriesPerHour: Double?
  /// The drag factor.
  public var dragFactor: Double?
  /// The force curve in the form of ``ForceCurve/data``.
  public var forceCurveData: Data?
  /// True if the recording has a gap before the stroke.
  public var followsGap: Bool = false
  /// True for a stroke in the rest after an interval; figures leave it out.
  public var isRest: Bool = false

  /// Seconds of the interval, as the monitor counted them; 0 if imported.
  var intervalElapsed: Double = 0
  /// Metres of the interval, as the monitor counted them; 0 if imported.
  var intervalDistance: Double = 0
  /// The monitor's number of the stroke; 0 if imported.
  var monitorCount: Int = 0

  /// The identifier given to the initializer, for a stroke that has no session yet.
  var givenSessionID: UUID?

  /// The session that the stroke belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RowingSession?

  /// Creates a stroke from the identifier of its session.
  ///
  /// Set ``session`` to attach the stroke; from then on ``sessionID`` follows the relationship.
  public init(sessionID: UUID, timestamp: Date = Date()) {
    self.id = UUID()
    self.givenSessionID = sessionID
    self.timestamp = timestamp
  }

  /// Creates a stroke of a session.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - session: The session.
  ///   - index: The position in the session, from 0.
  ///   - timestamp: The time at the end of the drive.
  public init(id: UUID, session: RowingSession, index: Int, timestamp: Date) {
    self.id = id
    self.timestamp = timestamp
    self.index = index
    self.session = session
  }
}

extension PerformanceMetric {
  /// The session's identifier, set by ``session`` only.
  public var sessionID: UUID { session?.id ?? givenSessionID ?? .unknown }

  /// The index of a session's first stroke of a rest; no session has as many strokes of work.
  public static let firstRestIndex = 10_000_000

  /// The force curve; nil if it is unknown.
  public var forceCurve: ForceCurve? {
    get { forceCurveData.flatMap { ForceCurve(data: $0) } }
    set { forceCurveData = newValue?.data }
  }

  /// The names of derived properties, which users don't edit.
  public static let derivedProperties: Set<String> = ["givenSessionID"]
}

/// A phase of a stroke.
public enum StrokePhase: String, Codable, Sendable, CaseIterable {
  case `catch` = "catch"
  case drive = "drive"
  case finish = "finish"
  case recovery = "recovery"

  /// Creates the phase of a PM5's stroke state; nil for an unknown state.
  ///
  /// The monitor waits for the flywheel in the states 0 and 1, which is the catch. A stroke is driven
  /// in 2, dwells after the drive in 3, and is recovered in 4.
  package init?(pm5State state: UInt32) {
    switch state {
    case 0, 1: self = .catch
    case 2: self = .drive
    case 3: self = .finish
    case 4: self = .recovery
    default: return nil
    }
  }
}
