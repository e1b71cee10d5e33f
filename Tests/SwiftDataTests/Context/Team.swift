// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

// Models with every kind of relationship. `PlainWorld` refers to each model by its number.

@Model
final class Team {
  var number: Int
  @Attribute(.unique) var code: Int
  var name = ""
  @Relationship(deleteRule: .cascade, inverse: \Player.team) var players: [Player] = []
  @Relationship(inverse: \Badge.teams) var badges: [Badge] = []
  @Relationship(inverse: \Mascot.team) var mascot: Mascot?
  var parent: Team?
  @Relationship(deleteRule: .cascade, inverse: \Team.parent) var parts: [Team] = []

  init(number: Int, code: Int) {
    self.number = number
    self.code = code
  }
}

@Model
final class Player {
  var number: Int
  var team: Team?

  init(number: Int, team: Team? = nil) {
    self.number = number
    self.team = team
  }
}

@Model
final class Badge {
  var number: Int
  var teams: [Team] = []

  init(number: Int) { self.number = number }
}

@Model
final class Mascot {
  var number: Int
  var team: Team?

  init(number: Int) { self.number = number }
}
