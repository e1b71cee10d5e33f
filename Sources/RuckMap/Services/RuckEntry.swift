// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

/// A ruck that the user enters without a recording, such as one on a treadmill.
///
/// ```swift
/// var entry = RuckEntry(startedAt: .now - 7_200, duration: 5_400, distance: 8_000)
/// entry.packWeight = 16
/// let ruck = try await library.add(entry)
/// ```
public struct RuckEntry: Sendable, Hashable {
  /// The permitted distances in metres.
  public static let distances = 1.0...500_000.0
  /// The permitted durations in seconds.
  public static let durations = 60.0...604_800.0

  /// The name; empty for none.
  public var name = ""
  /// The start.
  public var startedAt: Date
  /// Seconds from start to end.
  public var duration: TimeInterval
  /// Metres.
  public var distance: Double
  /// Metres of climb.
  public var elevationGain = 0.0
  /// Kilograms carried.
  public var packWeight = 0.0
  /// Perceived exertion, 1...10; nil if unknown.
  public var rpe: Int?
  /// The mean heart rate in beats per minute; nil if unknown.
  public var averageHeartRate: Int?
  /// The notes; empty for none.
  public var notes = ""

  /// Creates an entry.
  public init(startedAt: Date, duration: TimeInterval, distance: Double) {
    self.startedAt = startedAt
    self.duration = duration
    self.distance = distance
  }

  /// Rejects an impossible value.
  ///
  /// - Throws: ``RuckLibraryError``, or a ``RuckObjectError`` with the name of the field.
  func validate(at now: Date) throws {
    try RuckLibraryError.check(packWeight: packWeight)
    if let rpe, !(1...10).contains(rpe) { throw RuckLibraryError.invalidExertion(rpe) }
    if let rate = averageHeartRate, !(25...250).contains(rate) {
      throw RuckLibraryError.invalidHeartRate(rate)
    }
    guard Self.distances.contains(distance) else {
      throw RuckObjectError.invalid("Give a distance of 1 m to 500 km.", field: "distance")
    }
    guard Self.durations.contains(duration) else {
      throw RuckObjectError.invalid("Give a time of one minute to seven days.", field: "time")
    }
    guard (0...20_000).contains(elevationGain) else {
      throw RuckObjectError.invalid("Give a climb of 0 to 20,000 m.", field: "climb")
    }
    guard startedAt.addingTimeInterval(duration) <= now.addingTimeInterval(86_400) else {
      throw RuckObjectError.invalid("The ruck ends in the future.", field: "day")
    }
  }
}

extension RuckLibrary {
  /// Stores a ruck without a recording; its energy is that of a steady walk.
  ///
  /// - Parameter entry: The values.
  /// - Returns: The stored ruck.
  /// - Throws: ``RuckLibraryError`` or another error for an impossible value, or a `SwiftDataError`;
  ///   nothing is stored then.
  public func add(_ entry: RuckEntry) throws -> RuckSummary {
    try entry.validate(at: Date())
    return try modelContext.returning {
      let user = try ownerForUpdate()
      let session = RuckingSession(
        startDate: entry.startedAt, packWeight: Mass.pounds(kilograms: entry.packWeight),
        user: user)
      modelContext.insert(session)
      session.endDate = entry.startedAt.addingTimeInterval(entry.duration)
      session.duration = entry.duration
      session.movingTime = entry.duration
      session.totalDistance = entry.distance
      session.elevationGain = Length.feet(metres: entry.elevationGain)
      session.elevationGainRecorded = session.elevationGain
      session.averageHeartRate = entry.averageHeartRate
      session.name = entry.name.isEmpty ? nil : entry.name.limited(to: 200)
      session.notes = entry.notes.isEmpty ? nil : entry.notes.limited(to: 10_000)
      session.rpe = entry.rpe
      session.bodyWeight = user.healthProfile.weight
      session.deriveEnergy([])
      session.storedPace = session.averagePace
      session.isCompleted = true
      session.recordFigures()
      try modelContext.recordCompletion(of: session)
      return RuckSummary(session)
    }
  }
}
