// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The expected contents of a context and its store, in plain Swift arrays.
struct PlainWorld: Equatable {
  struct Team: Equatable {
    var code: Int
    var name = ""
    var players: [Int] = []
    var badges: [Int] = []
    var mascot: Int?
    var parent: Int?
    var parts: [Int] = []
  }

  struct Badge: Equatable {
    var teams: [Int] = []
  }

  var teams: [Int: Team] = [:]
  /// The team of each player.
  var players: [Int: Int?] = [:]
  var badges: [Int: Badge] = [:]
  /// The team of each mascot.
  var mascots: [Int: Int?] = [:]

  /// Deleted but not saved.
  var deleted: Set<Int> = []
  /// Inserted but not saved, in the order of insertion.
  var inserted: [Int] = []

  /// Describes the differences from another world, for a message.
  func differences(from other: PlainWorld) -> String {
    func compare<Value: Equatable>(_ name: String, _ mine: [Int: Value], _ theirs: [Int: Value])
      -> [String]
    {
      Set(mine.keys).union(theirs.keys).sorted().filter { mine[$0] != theirs[$0] }.map {
        "\(name) \($0) is \(mine[$0].map { "\($0)" } ?? "absent"), "
          + "should be \(theirs[$0].map { "\($0)" } ?? "absent")"
      }
    }
    let all =
      compare("team", teams, other.teams) + compare("player", players, other.players)
      + compare("badge", badges, other.badges) + compare("mascot", mascots, other.mascots)
    return all.joined(separator: "; ")
  }

  /// The numbers of all models.
  var numbers: [Int] {
    Array(teams.keys) + Array(players.keys) + Array(badges.keys) + Array(mascots.keys)
  }

  func live(_ numbers: some Sequence<Int>) -> [Int] {
    numbers.filter { !deleted.contains($0) }.sorted()
  }

  // MARK: Relationships

  mutating func setTeam(ofPlayer player: Int, to team: Int?, at place: Int? = nil) {
    if let old = players[player] ?? nil, old != team {
      teams[old]?.players.removeAll { $0 == player }
    }
    let isNew = (players[player] ?? nil) != team
    players[player] = .some(team)
    guard let team, isNew else { return }
    let end = teams[team]?.players.count ?? 0
    teams[team]?.players.insert(player, at: place ?? end)
  }

  mutating func setPlayers(of team: Int, to players: [Int]) {
    let old = teams[team]?.players ?? []
    for player in old where !players.contains(player) { setTeam(ofPlayer: player, to: nil) }
    for player in players where !old.contains(player) { setTeam(ofPlayer: player, to: team) }
    teams[team]?.players = players
  }

  mutating func setParent(of part: Int, to parent: Int?, at place: Int? = nil) {
    let old = teams[part]?.parent
    if old == parent { return }
    if let old { teams[old]?.parts.removeAll { $0 == part } }
    teams[part]?.parent = parent
    guard let parent else { return }
    let end = teams[parent]?.parts.count ?? 0
    teams[parent]?.parts.insert(part, at: place ?? end)
  }

  mutating func setBadges(of team: Int, to badges: [Int]) {
    let old = teams[team]?.badges ?? []
    for badge in old where !badges.contains(badge) {
      self.badges[badge]?.teams.removeAll { $0 == team }
    }
    for badge in badges where !old.contains(badge) { self.badges[badge]?.teams.append(team) }
    teams[team]?.badges = badges
  }

  mutating func setTeams(of badge: Int, to list: [Int]) {
    let old = badges[badge]?.teams ?? []
    for team in old where !list.contains(team) {
      teams[team]?.badges.removeAll { $0 == badge }
    }
    for team in list where !old.contains(team) { teams[team]?.badges.append(badge) }
    badges[badge]?.teams = list
  }

  mutating func setMascot(of team: Int, to mascot: Int?) {
    if let old = teams[team]?.mascot, old != mascot { mascots[old] = .some(nil) }
    if let mascot, let old = mascots[mascot] ?? nil, old != team { teams[old]?.mascot = nil }
    teams[team]?.mascot = mascot
    if let mascot { mascots[mascot] = .some(team) }
  }

  // MARK: Context

  /// Marks a model as deleted: it leaves the arrays at once, and single references remain until the
  /// save. An unsaved model is removed at once, with its dependents.
  mutating func delete(_ number: Int) {
    guard
      teams[number] != nil || players[number] != nil || badges[number] != nil
        || mascots[number] != nil
    else { return }
    let owned = (teams[number]?.players ?? []) + (teams[number]?.parts ?? [])
    for team in teams.keys {
      teams[team]?.players.removeAll { $0 == number }
      teams[team]?.badges.removeAll { $0 == number }
      teams[team]?.parts.removeAll { $0 == number }
    }
    for badge in badges.keys { badges[badge]?.teams.removeAll { $0 == number } }
    if inserted.contains(number) {
      inserted.removeAll { $0 == number }
      remove([number])
      for number in owned { delete(number) }
    } else {
      deleted.insert(number)
    }
  }

  /// Applies the delete rules and the unique constraints.
  mutating func save() {
    var gone = deleted
    var size = 0
    while size != gone.count {
      size = gone.count
      for (player, team) in players where team.map(gone.contains) == true { gone.insert(player) }
      for (number, team) in teams where team.parent.map(gone.contains) == true {
        gone.insert(number)
      }
    }
    remove(gone)
    deleted = []
    let new = inserted
    inserted = []
    var known = Set(teams.keys).subtracting(new)
    for number in new {
      guard let code = teams[number]?.code else { continue }
      if let former = known.first(where: { teams[$0]?.code == code }) {
        replace(former, by: number)
        known.remove(former)
      }
      known.insert(number)
    }
  }

  private mutating func remove(_ gone: Set<Int>) {
    for number in gone {
      teams[number] = nil
      players[number] = nil
      badges[number] = nil
      mascots[number] = nil
    }
    for number in teams.keys {
      teams[number]?.players.removeAll(where: gone.contains)
      teams[number]?.badges.removeAll(where: gone.contains)
      teams[number]?.parts.removeAll(where: gone.contains)
      if teams[number]?.mascot.map(gone.contains) == true { teams[number]?.mascot = nil }
      if teams[number]?.parent.map(gone.contains) == true { teams[number]?.parent = nil }
    }
    for number in badges.keys { badges[number]?.teams.removeAll(where: gone.contains) }
    for (number, team) in players where team.map(gone.contains) == true {
      players[number] = .some(nil)
    }
    for (number, team) in mascots where team.map(gone.contains) == true {
      mascots[number] = .some(nil)
    }
  }

  /// Replaces a stored team by a new one of the same code, with the values of the new one and the
  /// members of both.
  private mutating func replace(_ former: Int, by number: Int) {
    guard let old = teams[former], var new = teams[number] else { return }
    func merged(_ first: [Int], _ second: [Int]) -> [Int] {
      first + second.filter { !first.contains($0) }
    }
    new.players = merged(old.players, new.players)
    new.badges = merged(old.badges, new.badges)
    new.parts = merged(old.parts, new.parts)
    if let mascot = old.mascot, mascot != new.mascot { mascots[mascot] = .some(nil) }
    teams[former] = nil
    teams[number] = new
    for (player, team) in players where team == former { players[player] = .some(number) }
    for (other, team) in teams where team.parent == former { teams[other]?.parent = number }
    for badge in badges.keys { badges[badge]?.teams.rename(former, to: number) }
    for other in teams.keys {
      if other == teams[number]?.parent {
        teams[other]?.parts.rename(former, to: number)
      } else {
        teams[other]?.parts.removeAll { $0 == former }
      }
    }
  }
}

extension [Int] {
  /// Replaces a number by another, at the first position of either.
  fileprivate mutating func rename(_ old: Int, to new: Int) {
    var isFound = false
    self = compactMap { element in
      guard element == old || element == new else { return element }
      defer { isFound = true }
      return isFound ? nil : new
    }
  }
}
