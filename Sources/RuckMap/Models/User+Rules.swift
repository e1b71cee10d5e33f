// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension User {
  /// Changes the user's persona, and resets the preferences to match it.
  ///
  /// - Parameters:
  ///   - newPersona: The persona; the current one changes nothing.
  ///   - now: The time of the change.
  /// - Throws: ``UserError/invalidPersonaTransition`` from a specific persona back to
  ///   ``UserPersona/general``; nothing is changed then.
  public func updatePersona(_ newPersona: UserPersona, at now: Date = Date()) throws {
    guard newPersona != persona else { return }
    guard newPersona != .general else { throw UserError.invalidPersonaTransition }
    persona = newPersona
    preferences = UserPreferences.defaultFor(persona: newPersona)
    lastSyncDate = now
    modifiedAt = now
  }

  /// Returns whether an address equals the user's, ignoring case and surrounding white space.
  public func isSameEmail(_ other: String) -> Bool {
    Self.comparable(email) == Self.comparable(other)
  }

  private static func comparable(_ email: String) -> String {
    email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }

  /// Returns the age in years, from the profile or from the date of birth.
  ///
  /// - Parameter date: The date for which the age is calculated.
  /// - Returns: Whole years; nil if neither is known, or if the date of birth is later.
  public func age(on date: Date) -> Int? {
    if let age = healthProfile.age { return age }
    guard let birthDate, birthDate <= date else { return nil }
    return Calendar(identifier: .gregorian).dateComponents([.year], from: birthDate, to: date).year
  }
}

// MARK: Statistics of completed rucks

extension User {
  private var completedSessions: [RuckingSession] { sessions.filter(\.isCompleted) }

  /// The completed rucks that are not too fast to walk, for means and the level.
  private var walks: [RuckingSession] { completedSessions.filter { !$0.isTooFastToWalk } }

  /// The total distance of completed rucks in miles.
  public var totalRuckingDistance: Double {
    completedSessions.reduce(0) { $0 + $1.distance }
  }

  /// The mean pack weight of completed rucks in pounds; 0 if there are none.
  ///
  /// Rucks that are too fast to walk stay out.
  public var averagePackWeight: Double {
    let walks = walks
    guard !walks.isEmpty else { return 0 }
    return walks.reduce(0) { $0 + $1.packWeight } / Double(walks.count)
  }

  /// The user's experience, by number and distance of completed rucks.
  ///
  /// Rucks that are too fast to walk stay out.
  public var experienceLevel: ExperienceLevel {
    let walks = walks
    return ExperienceLevel(
      sessions: walks.count, miles: walks.reduce(0) { $0 + $1.distance })
  }
}

// MARK: Time zone and privacy

extension User {
  /// The time zone for days and streaks: the user's, or the system's if it is unknown.
  public var timeZone: TimeZone {
    timeZoneIdentifier.flatMap(TimeZone.init(identifier:)) ?? .current
  }

  /// The audience that the user permits: a child's data is always private.
  public var effectivePrivacyLevel: PrivacyLevel {
    isChild ? .private : preferences.privacyLevel
  }
}

// MARK: Aliases

extension User {
  /// An alias of ``createdRoutes``.
  public var routes: [Route] {
    get { createdRoutes }
    set { createdRoutes = newValue }
  }

  /// An alias of ``displayName``.
  public var name: String {
    get { displayName }
    set { displayName = newValue }
  }

  /// The body weight in pounds, from the health profile.
  public var weight: Double? {
    get { healthProfile.weight }
    set { healthProfile.weight = newValue }
  }

  /// The height in inches, from the health profile.
  public var height: Double? {
    get { healthProfile.height }
    set { healthProfile.height = newValue }
  }
}

/// The reason why a change to a user is rejected.
public enum UserError: Error, LocalizedError, Equatable, Sendable {
  /// A specific persona can't be changed back to the general one.
  case invalidPersonaTransition

  /// The reason and the remedy.
  public var errorDescription: String? {
    switch self {
    case .invalidPersonaTransition:
      "A specific persona can't become general again. Choose another specific persona."
    }
  }
}

extension User {
  /// The names of derived properties, which users don't edit.
  public static let derivedProperties: Set<String> = ["createdAt", "modifiedAt", "lastSyncDate"]
}
