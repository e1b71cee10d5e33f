// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A person who rows, coaches, or administers a squad.
///
/// ```swift
/// let athlete = Athlete(name: "Anna", email: "anna@example.com")
/// athlete.weight = 68
/// context.insert(athlete)
/// try context.save()
/// ```
///
/// Email, weight, height, birth year and picture have the option `.allowsCloudEncryption`: a
/// device without the passphrase of its sign-in doesn't send them.
@Model
public final class Athlete {
  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The displayed name.
  public var name: String = ""
  /// The email address as entered; compare with ``isSameEmail(_:)``.
  @Attribute(.allowsCloudEncryption) public var email: String = ""
  /// A picture, in a common image format.
  @Attribute(.externalStorage, .allowsCloudEncryption) public var profileImageData: Data?
  /// The boat that the athlete prefers.
  public var preferredBoat: BoatType?
  /// Body mass in kilograms.
  @Attribute(.allowsCloudEncryption) public var weight: Double?
  /// Body height in centimetres.
  @Attribute(.allowsCloudEncryption) public var height: Double?
  /// The role, which selects the pages and commands; it is no security boundary on a device.
  public var userRole: UserRole = UserRole.athlete
  /// The time of creation.
  public var createdAt: Date
  /// The time of the last change, derived.
  public var modifiedAt: Date
  /// False for a deactivated athlete.
  public var isActive: Bool = true

  /// The year of birth.
  @Attribute(.allowsCloudEncryption) public var birthYear: Int?
  /// The sex for the coefficients of the training load.
  public var sex: AthleteSex?
  /// The highest heart rate in beats per minute.
  public var maxHeartRate: Int?
  /// The heart rate at rest in beats per minute.
  public var restingHeartRate: Int?
  /// The identifier of the time zone in which logbook dates are read, such as `Europe/Ljubljana`;
  /// nil for the system's.
  public var timeZoneIdentifier: String?
  /// The athlete's own zones; nil for the default table.
  public var powerZones: [PowerZone]?
  /// The power in watts on which zones are based; nil for the critical power.
  public var zoneBasePower: Double?

  /// The athlete's team.
  @Relationship(deleteRule: .nullify)
  public var team: Team?

  /// The athlete's sessions; they are deleted with the athlete.
  @Relationship(deleteRule: .cascade, inverse: \RowingSession.athlete)
  public var sessions: [RowingSession] = []

  /// Creates an active athlete.
  ///
  /// - Parameters:
  ///   - name: The displayed name.
  ///   - email: The email address; an empty string if unknown.
  ///   - userRole: The role.
  public init(name: String, email: String, userRole: UserRole = .athlete) {
    let now = Date()
    self.id = UUID()
    self.name = name
    self.email = email
    self.userRole = userRole
    self.createdAt = now
    self.modifiedAt = now
    self.isActive = true
  }
}

extension Athlete {
  /// The team's identifier, set by ``team`` only.
  public var teamID: UUID? { team?.id }

  /// Returns whether an email address equals the athlete's, ignoring case and white space around.
  public func isSameEmail(_ other: String) -> Bool {
    Self.comparable(email) == Self.comparable(other)
  }

  private static func comparable(_ email: String) -> String {
    email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }

  /// The time zone in which logbook dates are read.
  public var timeZone: TimeZone {
    timeZoneIdentifier.flatMap { TimeZone(identifier: $0) } ?? .current
  }

  /// The names of derived properties, which users don't edit.
  public static let derivedProperties: Set<String> = ["createdAt", "modifiedAt"]
}

/// A person's role in a squad.
public enum UserRole: String, Codable, Sendable, CaseIterable {
  case athlete = "athlete"
  case coach = "coach"
  case admin = "admin"
}

/// A class of boats, by the number of seats.
public enum BoatType: String, Codable, Sendable, CaseIterable {
  case single = "Single"
  case double = "Double"
  case four = "Four"
  case eight = "Eight"
}

/// An athlete's sex, for the coefficients of the training load.
public enum AthleteSex: String, Codable, Sendable, CaseIterable {
  case female
  case male
}
