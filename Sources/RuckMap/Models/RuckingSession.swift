// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// One ruck: recorded, running or imported.
///
/// Distances are in miles, heights in feet, weights in pounds, times in seconds; extensions give the
/// same figures as `Measurement` and in SI units.
@Model
public final class RuckingSession {
  /// The same on every device.
  @Attribute(.unique) public var id: UUID
  /// The start; of an import without times, the time of the import.
  public var startDate: Date
  /// The end; nil while the ruck runs, and where no time was recorded.
  public var endDate: Date?
  /// True once the ruck is over: no measured figure changes any more.
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

  /// Gross kilocalories; 0 where they can't be computed.
  public var calories: Double = 0
  /// The lower end of the estimate's band, in kilocalories.
  public var caloriesLow: Double = 0
  /// The upper end of the estimate's band, in kilocalories.
  public var caloriesHigh: Double = 0
  /// The raw value of the ``EnergyEquation`` behind ``calories``; nil without an estimate.
  public var calorieEquation: String?
  /// The body weight in pounds that went into ``calories``; nil if nobody gave one, and
  /// ``HealthProfile/assumedWeight`` stood in.
  public var bodyWeight: Double?
  /// What ``calories`` were reckoned from; empty if that isn't known.
  var energyBasis: String = ""
  /// Minutes per mile as an importer gave it, or as last derived; read ``averagePace``.
  public var storedPace: Double = 0
  /// Mean beats per minute, rounded.
  public var averageHeartRate: Int?
  /// Highest beats per minute.
  public var maxHeartRate: Int?

  /// Degrees Celsius.
  public var temperature: Double?
  /// Relative humidity in percent.
  public var humidity: Double?

  /// The name that the user or the recording device gave.
  public var name: String?
  /// The user's notes.
  public var notes: String?
  /// Perceived exertion, 1...10.
  public var rpe: Int?

  /// The name of the file that the ruck was imported from.
  public var sourceFile: String?
  /// What tells the recording from others: the same for the same track under any file name.
  public var sourceFingerprint: String?
  /// False where the file held no times: there is then no duration, pace or energy.
  public var isTimed: Bool = true
  /// The number of recorded points.
  public var pointCount: Int = 0
  /// The lines of ``warnings``.
  public var warningText: String = ""

  /// How far the ruck has come on its way to the other devices.
  public var syncStatus: SyncStatus = SyncStatus.pending
  /// When the ruck was last changed.
  public var lastModified: Date

  /// Whose ruck it is.
  @Relationship(deleteRule: .nullify)
  public var user: User?

  /// The weather at the start; it goes with the ruck.
  @Relationship(deleteRule: .cascade, inverse: \WeatherData.session)
  public var weather: WeatherData?

  /// The recorded positions, in no order: sort by ``LocationPoint/index``.
  @Relationship(deleteRule: .cascade, inverse: \LocationPoint.session)
  public var locationPoints: [LocationPoint] = []

  /// Recorded series without positions, in no order: sort by ``ActivityMetric/timestamp``.
  @Relationship(deleteRule: .cascade, inverse: \ActivityMetric.session)
  public var metrics: [ActivityMetric] = []

  /// A ruck that starts.
  ///
  /// - Parameters:
  ///   - startDate: The start.
  ///   - packWeight: Pounds carried.
  ///   - user: Whose ruck it is.
  public init(startDate: Date, packWeight: Double, user: User?) {
    self.id = UUID()
    self.startDate = startDate
    self.isCompleted = false
    self.packWeight = packWeight
    self.lastModified = Date()
    self.user = user
  }
}

/// Another name for ``RuckingSession``.
public typealias RuckSession = RuckingSession
