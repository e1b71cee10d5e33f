// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// An athlete, as a sendable value.
package struct AthleteSnapshot: Sendable, Hashable, Codable, Identifiable {
  /// The identifier.
  package var id: UUID
  /// The displayed name.
  package var name: String
  /// The email address; an empty string if unknown.
  package var email: String
  /// The role.
  package var role: UserRole
  /// The team's identifier.
  package var teamID: UUID?
  /// The team's name.
  package var teamName: String?
  /// The preferred boat.
  package var preferredBoat: BoatType?
  /// Kilograms.
  package var weight: Double?
  /// Centimetres.
  package var height: Double?
  /// The year of birth.
  package var birthYear: Int?
  /// The sex.
  package var sex: AthleteSex?
  /// Beats per minute.
  package var maxHeartRate: Int?
  /// Beats per minute.
  package var restingHeartRate: Int?
  /// The identifier of the time zone of logbook dates.
  package var timeZone: String?
  /// False for a deactivated athlete.
  package var isActive: Bool
  /// True if the athlete has a picture.
  package var hasPicture: Bool
  /// The number of sessions.
  package var sessions: Int

  /// Creates a snapshot.
  package init(
    id: UUID, name: String, email: String = "", role: UserRole = .athlete, teamID: UUID? = nil,
    teamName: String? = nil, preferredBoat: BoatType? = nil, weight: Double? = nil,
    height: Double? = nil, birthYear: Int? = nil, sex: AthleteSex? = nil,
    maxHeartRate: Int? = nil, restingHeartRate: Int? = nil, timeZone: String? = nil,
    isActive: Bool = true, hasPicture: Bool = false, sessions: Int = 0
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.role = role
    self.teamID = teamID
    self.teamName = teamName
    self.preferredBoat = preferredBoat
    self.weight = weight
    self.height = height
    self.birthYear = birthYear
    self.sex = sex
    self.maxHeartRate = maxHeartRate
    self.restingHeartRate = restingHeartRate
    self.timeZone = timeZone
    self.isActive = isActive
    self.hasPicture = hasPicture
    self.sessions = sessions
  }
}

/// Changes to an athlete; nil leaves a value unchanged.
package struct AthleteEdit: Sendable, Hashable {
  /// A new value, or the removal of the value.
  package enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
    case set(Value)
    case remove

    /// The new value; nil for a removal.
    package var value: Value? {
      switch self {
      case .set(let value): value
      case .remove: nil
      }
    }
  }

  /// The displayed name; not empty.
  package var name: String?
  /// The email address; an empty string removes it.
  package var email: String?
  /// The role.
  package var role: UserRole?
  /// The preferred boat.
  package var preferredBoat: Change<BoatType>?
  /// Kilograms, 20...300.
  package var weight: Change<Double>?
  /// Centimetres, 50...300.
  package var height: Change<Double>?
  /// The year of birth, 1900 or later.
  package var birthYear: Change<Int>?
  /// The sex.
  package var sex: Change<AthleteSex>?
  /// Beats per minute, 60...250.
  package var maxHeartRate: Change<Int>?
  /// Beats per minute, 20...150.
  package var restingHeartRate: Change<Int>?
  /// The identifier of a time zone.
  package var timeZone: Change<String>?
  /// False for a deactivated athlete.
  package var isActive: Bool?
  /// The picture.
  package var picture: Change<Data>?

  /// Creates an edit.
  package init(
    name: String? = nil, email: String? = nil, role: UserRole? = nil,
    preferredBoat: Change<BoatType>? = nil, weight: Change<Double>? = nil,
    height: Change<Double>? = nil, birthYear: Change<Int>? = nil, sex: Change<AthleteSex>? = nil,
    maxHeartRate: Change<Int>? = nil, restingHeartRate: Change<Int>? = nil,
    timeZone: Change<String>? = nil, isActive: Bool? = nil, picture: Change<Data>? = nil
  ) {
    self.name = name
    self.email = email
    self.role = role
    self.preferredBoat = preferredBoat
    self.weight = weight
    self.height = height
    self.birthYear = birthYear
    self.sex = sex
    self.maxHeartRate = maxHeartRate
    self.restingHeartRate = restingHeartRate
    self.timeZone = timeZone
    self.isActive = isActive
    self.picture = picture
  }
}

/// A team, as a sendable value.
package struct TeamSnapshot: Sendable, Hashable, Codable, Identifiable {
  /// The identifier.
  package var id: UUID
  /// The displayed name.
  package var name: String
  /// The members by name.
  package var members: [AthleteSnapshot]

  /// Creates a snapshot.
  package init(id: UUID, name: String, members: [AthleteSnapshot]) {
    self.id = id
    self.name = name
    self.members = members
  }
}

/// An athlete's row on the coach's board.
package struct BoardRow: Sendable, Hashable, Codable, Identifiable {
  /// The athlete.
  package var athlete: AthleteSnapshot
  /// Metres of work in the last 7 days.
  package var distance7: Double
  /// Metres of work in the last 28 days.
  package var distance28: Double
  /// Sessions in the last 7 days.
  package var sessions7: Int
  /// The load of the last 7 days, exponentially weighted; nil without heart rates.
  package var load7: Double?
  /// The load of the last 42 days, exponentially weighted; nil without heart rates.
  package var load42: Double?
  /// The best time over 2000 m in seconds, on a RowErg, as a whole session.
  package var best2k: Double?
  /// The change of the mean power, last 28 days against the 28 days before, as a fraction.
  package var trend: Double?
  /// The start of the newest session.
  package var lastSession: Date?
  /// The running session.
  package var activeSession: UUID?
  /// The athlete's identifier.
  package var id: UUID { athlete.id }

  /// Creates a row.
  package init(
    athlete: AthleteSnapshot, distance7: Double, distance28: Double, sessions7: Int,
    load7: Double?, load42: Double?, best2k: Double?, trend: Double?, lastSession: Date?,
    activeSession: UUID?
  ) {
    self.athlete = athlete
    self.distance7 = distance7
    self.distance28 = distance28
    self.sessions7 = sessions7
    self.load7 = load7
    self.load42 = load42
    self.best2k = best2k
    self.trend = trend
    self.lastSession = lastSession
    self.activeSession = activeSession
  }
}
