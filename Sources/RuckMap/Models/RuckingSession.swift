// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A recorded, running or imported ruck.
///
/// ```swift
/// let sessions = try context.fetch(RuckingSession.completedSessions)
/// let longest = sessions.max { $0.distance < $1.distance }
/// ```
///
/// Distances are in miles, heights in feet, weights in pounds, times in seconds. Extensions provide
/// the values as `Measurement` and in SI units.
@Model
public final class RuckingSession {
  #Index<RuckingSession>(
    [\.user, \.isCompleted, \.startDate], [\.isCompleted, \.startDate], [\.startDate],
    [\.route, \.isCompleted], [\.sourceFingerprint])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The start; for an import without times, the time of the import.
  public var startDate: Date
  /// The end; nil while the ruck runs, and if no time was recorded.
  public var endDate: Date?
  /// True after the ruck's end: the measured values are final.
  public var isCompleted: Bool

  /// Miles along the ground.
  public var distance: Double = 0
  /// Seconds from start to end, pauses included.
  public var duration: TimeInterval = 0
  /// Seconds in motion.
  public var movingTime: TimeInterval = 0
  /// Pounds carried.
  public var packWeight: Double = 0
  /// Feet of climb by hysteresis.
  public var elevationGain: Double = 0
  /// Feet of descent by hysteresis, not negative.
  public var elevationLoss: Double = 0
  /// Feet of climb as the sum of all recorded rises.
  public var elevationGainRecorded: Double = 0

  /// Gross kilocalories; 0 if unknown.
  public var calories: Double = 0
  /// The lower end of the estimate's error band, in kilocalories.
  public var caloriesLow: Double = 0
  /// The upper end of the estimate's error band, in kilocalories.
  public var caloriesHigh: Double = 0
  /// The raw value of the ``EnergyEquation`` used for ``calories``; nil without an estimate.
  public var calorieEquation: String?
  /// The body weight in pounds used for ``calories``; nil if it is unknown and
  /// ``HealthProfile/assumedWeight`` was used.
  public var bodyWeight: Double?
  /// The inputs from which ``calories`` were calculated; empty if unknown.
  var energyBasis: String = ""
  /// Minutes per mile, imported or last calculated; read ``averagePace`` instead.
  public var storedPace: Double = 0
  /// Mean beats per minute, rounded.
  public var averageHeartRate: Int?
  /// Highest beats per minute.
  public var maxHeartRate: Int?

  /// Degrees Celsius: the mean that the device recorded, or else the weather's at the start.
  public var temperature: Double?
  /// Relative humidity in percent.
  public var humidity: Double?

  /// The name given by the user or the recording device.
  public var name: String?
  /// The user's notes.
  public var notes: String?
  /// Perceived exertion, 1...10.
  public var rpe: Int?

  /// The name of the imported file.
  public var sourceFile: String?
  /// The fingerprint of the recording, independent of the file's name.
  public var sourceFingerprint: String?
  /// False if the file has no times; there is no duration, pace or energy then.
  public var isTimed: Bool = true
  /// The number of recorded points.
  public var pointCount: Int = 0
  /// The lines of ``importWarnings``, each with its code.
  public var warningText: String = ""

  // Since version 5 of the schema.
  /// The surface for the energy equations; nil for a paved road.
  public var surface: WalkingSurface?
  /// Feet of climb as the recording device calculated it; nil if the file has none.
  public var deviceElevationGain: Double?
  /// Seconds of pauses of a recording by this app.
  public var pausedTime: TimeInterval = 0
  /// The start of the current pause; nil while the ruck runs and after its end.
  public var pausedAt: Date?
  /// The time at which the user expects to be back; a later return is overdue.
  public var expectedEndDate: Date?
  /// The figures of the completion as one value; see ``CompletionFigures``.
  var figures: CompletionFigures?
  /// True if the user publishes the ruck; a user's privacy level publishes nothing.
  public var isPublic: Bool = false

  /// The state of the ruck's sync, as devices of version 1 of the schema wrote it; this version
  /// neither reads nor sets it after creation.
  public var syncStatus: SyncStatus = SyncStatus.pending
  /// The time of the last change.
  public var lastModified: Date

  /// The ruck's owner.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// The weather at the start; it is deleted with the ruck.
  @Relationship(deleteRule: .cascade, inverse: \WeatherData.session)
  public var weather: WeatherData?

  /// The recorded positions, unordered: sort by ``LocationPoint/index``.
  @Relationship(deleteRule: .cascade, inverse: \LocationPoint.session)
  public var locationPoints: [LocationPoint] = []

  /// Recorded series without positions, and the temperatures of a track, unordered: sort by
  /// ``ActivityMetric/timestamp``.
  @Relationship(deleteRule: .cascade, inverse: \ActivityMetric.session)
  public var metrics: [ActivityMetric] = []

  /// The saved route; the ruck remains if it is deleted.
  @Relationship(deleteRule: .nullify)
  public var route: Route?

  /// The event; the ruck remains if it is deleted.
  @Relationship(deleteRule: .nullify)
  public var event: Event?

  /// The gear on the ruck; ``equipmentUses`` has its use.
  @Relationship(deleteRule: .nullify)
  public var equipment: [Equipment] = []

  /// The recorded uses of gear; they are deleted with the ruck.
  @Relationship(deleteRule: .cascade, inverse: \EquipmentUse.session)
  public var equipmentUses: [EquipmentUse] = []

  /// The parts of the ruck, unordered: sort by ``SessionSegment/index``; they are deleted with it.
  @Relationship(deleteRule: .cascade, inverse: \SessionSegment.session)
  public var segments: [SessionSegment] = []

  /// Creates a running ruck.
  ///
  /// - Parameters:
  ///   - startDate: The start.
  ///   - packWeight: Pounds carried.
  ///   - user: The ruck's owner.
  public init(startDate: Date, packWeight: Double, user: User?) {
    self.id = UUID()
    self.startDate = startDate
    self.isCompleted = false
    self.packWeight = packWeight
    self.lastModified = Date()
    self.user = user
  }
}

/// An alias of ``RuckingSession``.
public typealias RuckSession = RuckingSession

/// The state of a ruck's sync.
public enum SyncStatus: String, Codable, Sendable, CaseIterable {
  case pending
  case syncing
  case synced
  case failed
}
