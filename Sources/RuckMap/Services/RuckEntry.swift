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
      session.apply(entry)
      session.bodyWeight = user.healthProfile.weight
      session.deriveEnergy([])
      session.storedPace = session.averagePace
      session.isCompleted = true
      session.recordFigures()
      try modelContext.recordCompletion(of: session)
      return RuckSummary(session)
    }
  }

  /// Returns the values of a ruck without a recording, to correct them.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Returns: The values; nil for a ruck that was imported or recorded, whose figures follow from its track.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, or a `SwiftDataError`.
  public func entry(of id: UUID) throws -> RuckEntry? {
    let session = try session(id)
    return session.isEntered ? RuckEntry(session) : nil
  }

  /// Corrects a ruck without a recording; its energy is calculated again, for the same body weight.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - entry: The values.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, ``RuckObjectError/invalid(_:field:)`` for a ruck with a
  ///   recording or an impossible value, another error for an impossible value, or a `SwiftDataError`; nothing
  ///   is changed then.
  public func correct(_ id: UUID, to entry: RuckEntry) throws -> RuckSummary {
    try entry.validate(at: Date())
    return try modelContext.returning {
      let session = try session(id)
      guard session.isEntered else {
        throw RuckObjectError.invalid(
          "The ruck has a recording, from which its distance and its times follow.", field: nil)
      }
      session.apply(entry)
      session.deriveEnergy([])
      session.markEdited()
      return RuckSummary(session)
    }
  }
}

extension RuckEntry {
  /// Creates the values of a stored ruck.
  init(_ session: RuckingSession) {
    self.init(
      startedAt: session.startDate, duration: session.duration, distance: session.totalDistance)
    name = session.name ?? ""
    elevationGain = session.totalElevationGain
    packWeight = session.packMass
    rpe = session.rpe
    averageHeartRate = session.averageHeartRate
    notes = session.notes ?? ""
  }
}

extension RuckingSession {
  /// Whether the user has entered the figures, since there is no recording.
  var isEntered: Bool {
    isCompleted && pointCount == 0 && sourceFile == nil && segments.isEmpty
  }

  /// Stores the values of an entry.
  func apply(_ entry: RuckEntry) {
    startDate = entry.startedAt
    endDate = entry.startedAt.addingTimeInterval(entry.duration)
    duration = entry.duration
    movingTime = entry.duration
    totalDistance = entry.distance
    packWeight = Mass.pounds(kilograms: entry.packWeight)
    elevationGain = Length.feet(metres: entry.elevationGain)
    elevationGainRecorded = elevationGain
    averageHeartRate = entry.averageHeartRate
    name = entry.name.isEmpty ? nil : entry.name.limited(to: 200)
    notes = entry.notes.isEmpty ? nil : entry.notes.limited(to: 10_000)
    rpe = entry.rpe
  }
}
