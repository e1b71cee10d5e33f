// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension User {
  /// Makes the user another kind of rucker, with the preferences that fit.
  ///
  /// - Parameters:
  ///   - newPersona: The persona; the present one changes nothing.
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

  /// True if an address is this user's, but for space around it and for upper and lower case.
  public func isSameEmail(_ other: String) -> Bool {
    Self.comparable(email) == Self.comparable(other)
  }

  private static func comparable(_ email: String) -> String {
    email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }

  /// The age in years: as told, or from the day of birth.
  ///
  /// - Parameter date: The day to reckon for.
  /// - Returns: Whole years; nil if neither is known or the day of birth is still to come.
  public func age(on date: Date) -> Int? {
    if let age = healthProfile.age { return age }
    guard let birthDate, birthDate <= date else { return nil }
    return Calendar(identifier: .gregorian).dateComponents([.year], from: birthDate, to: date).year
  }
}

// MARK: Figures over the completed rucks

extension User {
  private var completedSessions: [RuckingSession] { sessions.filter(\.isCompleted) }

  /// Miles over all completed rucks.
  public var totalRuckingDistance: Double {
    completedSessions.reduce(0) { $0 + $1.distance }
  }

  /// The mean pack in pounds over all completed rucks; 0 without one.
  public var averagePackWeight: Double {
    let sessions = completedSessions
    guard !sessions.isEmpty else { return 0 }
    return sessions.reduce(0) { $0 + $1.packWeight } / Double(sessions.count)
  }

  /// How experienced the user is, by count and distance of completed rucks.
  public var experienceLevel: ExperienceLevel {
    ExperienceLevel(sessions: completedSessions.count, miles: totalRuckingDistance)
  }
}

// MARK: Other names

extension User {
  /// Another name for ``displayName``.
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
