// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Carrier {
  /// Who carries what on a ruck, by the user's present profile.
  ///
  /// - Parameters:
  ///   - session: The ruck.
  ///   - bodyMass: Kilograms in place of the profile's.
  init(session: RuckingSession, bodyMass: Double? = nil) {
    self.init(
      user: session.user, load: Mass.kilograms(pounds: session.packWeight), at: session.startDate,
      bodyMass: bodyMass)
  }

  /// Who carries what, by a user's present profile.
  ///
  /// - Parameters:
  ///   - user: The user; nil knows nothing.
  ///   - load: Kilograms carried.
  ///   - date: The day to reckon the age for.
  ///   - bodyMass: Kilograms in place of the profile's.
  init(user: User?, load: Double, at date: Date, bodyMass: Double? = nil) {
    let profile = user?.healthProfile
    self.init(
      bodyMass: bodyMass ?? profile?.weight.map(Mass.kilograms(pounds:)), load: load,
      height: profile?.height.map(Length.metres(inches:)), age: user?.age(on: date),
      sex: profile?.sex)
  }
}
