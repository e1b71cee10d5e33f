// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures

extension Carrier {
  /// Creates the carrier of a ruck from the user's current profile.
  ///
  /// - Parameters:
  ///   - session: The ruck.
  ///   - bodyMass: Kilograms, which override the profile's body mass.
  init(session: RuckingSession, bodyMass: Double? = nil) {
    self.init(
      user: session.user, load: Mass.kilograms(pounds: session.packWeight), at: session.startDate,
      bodyMass: bodyMass)
    if let surface = session.surface { terrainFactor = surface.terrainFactor }
  }

  /// Creates a carrier from a user's current profile.
  ///
  /// - Parameters:
  ///   - user: The user; nil if unknown.
  ///   - load: Kilograms carried.
  ///   - date: The date for which the age is calculated.
  ///   - bodyMass: Kilograms, which override the profile's body mass.
  init(user: User?, load: Double, at date: Date, bodyMass: Double? = nil) {
    let profile = user?.healthProfile
    self.init(
      bodyMass: bodyMass ?? profile?.weight.map(Mass.kilograms(pounds:)), load: load,
      height: profile?.height.map(Length.metres(inches:)), age: user?.age(on: date),
      sex: profile?.sex)
  }
}
