// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Applies random operations to a context and to plain arrays.
final class RandomOperations {
  private let store: TestStore
  private var container: ModelContainer
  private var context: ModelContext
  private var random: SeededGenerator
  private var world = PlainWorld()
  private var saved = PlainWorld()
  /// The contents of the store according to its history.
  private var mirror = HistoryMirror()
  private var lastNumber = 0
  /// The operations so far, for the message of a failure.
  private var log: [String] = []
  /// Models that some seeds retain, so that runs with and without models in memory are tested.
  private var held: [any PersistentModel] = []
  private let holds: Bool

  init(seed: UInt64) throws {
    store = try TestStore()
    random = SeededGenerator(seed: seed)
    holds = seed % 2 == 0
    container = try Self.open(store)
    context = ModelContext(container)
  }

  private static func open(_ store: TestStore) throws -> ModelContainer {
    try ModelContainer(for: Team.self, configurations: ModelConfiguration(url: store.url))
  }

  func run(steps: Int, comparingEvery interval: Int) throws {
    for step in 1...steps {
      try act()
      if step % interval == 0 {
        let found = try Self.read(context, deleted: world.deleted)
        try compare(found, visible(world), "in the context")
      }
    }
  }

  // MARK: Comparison

  private func compare(_ found: PlainWorld, _ wanted: PlainWorld, _ place: String) throws {
    if found == wanted { return }
    Issue.record(
      "\(place): \(found.differences(from: wanted)); after \(recently)")
    throw Different()
  }

  private struct Different: Error {}

  /// Returns the expected results of fetches, without models that are marked as deleted.
  private func visible(_ world: PlainWorld) -> PlainWorld {
    var world = world
    for number in world.deleted {
      world.teams[number] = nil
      world.players[number] = nil
      world.badges[number] = nil
      world.mascots[number] = nil
    }
    world.deleted = []
    world.inserted = []
    return world
  }

  private static func read(_ context: ModelContext, deleted: Set<Int>) throws -> PlainWorld {
    var world = PlainWorld()
    for team in try context.fetch(FetchDescriptor<Team>()) {
      world.teams[team.number] = PlainWorld.Team(
        code: team.code, name: team.name, players: team.players.map(\.number),
        badges: team.badges.map(\.number), mascot: team.mascot?.number,
        parent: team.parent?.number, parts: team.parts.map(\.number))
    }
    for player in try context.fetch(FetchDescriptor<Player>()) {
      world.players[player.number] = .some(player.team?.number)
    }
    for badge in try context.fetch(FetchDescriptor<Badge>()) {
      world.badges[badge.number] = PlainWorld.Badge(teams: badge.teams.map(\.number))
    }
    for mascot in try context.fetch(FetchDescriptor<Mascot>()) {
      world.mascots[mascot.number] = .some(mascot.team?.number)
    }
    return world
  }

  // MARK: Random choices

  private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private func any(_ numbers: some Sequence<Int>) -> Int? {
    world.live(numbers).randomElement(using: &random)
  }

  private func place(in list: [Int]) -> Int { Int.random(in: 0...list.count, using: &random) }

  private func team(_ number: Int) throws -> Team {
    try found(#Predicate { $0.number == number }, number)
  }

  private func player(_ number: Int) throws -> Player {
    try found(#Predicate { $0.number == number }, number)
  }

  private func badge(_ number: Int) throws -> Badge {
    try found(#Predicate { $0.number == number }, number)
  }

  private func mascot(_ number: Int) throws -> Mascot {
    try found(#Predicate { $0.number == number }, number)
  }

  private func found<T: PersistentModel>(_ predicate: Predicate<T>, _ number: Int) throws -> T {
    let model = try context.fetch(FetchDescriptor(predicate: predicate)).first
    return try #require(model, "\(T.self) \(number) after \(recently)")
  }

  private var recently: String { log.suffix(60).joined(separator: "; ") }

  private func new() -> Int {
    lastNumber += 1
    world.inserted.append(lastNumber)
    return lastNumber
  }

  private func insert(_ model: some PersistentModel) {
    context.insert(model)
    if holds { held.append(model) }
  }

  // MARK: Operations

  private func act() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<6: insertTeam()
    case 6..<14: try insertPlayer()
    case 14..<18: insertBadge()
    case 18..<21: insertMascot()
    case 21..<29: try setTeamOfPlayer()
    case 29..<43: try changePlayers()
    case 43..<49: try changeBadges()
    case 49..<55: try changeTeams()
    case 55..<63: try pairMascot()
    case 63..<70: try changeParent()
    case 70..<74: try rename()
    case 74..<77: try swapCodes()
    case 77..<84: try delete()
    case 84..<95: try save()
    case 95..<97: rollback()
    case 97..<99: anotherContext()
    default: try reopen()
    }
  }

  private func insertTeam() {
    // Some codes exist already.
    let taken = any(world.teams.keys).flatMap { world.teams[$0]?.code }
    let number = new()
    let code = chance(15) ? taken ?? number : number
    insert(Team(number: number, code: code))
    world.teams[number] = PlainWorld.Team(code: code)
    log.append("team \(number) code \(code)")
  }

  private func insertPlayer() throws {
    let team = chance(60) ? any(world.teams.keys) : nil
    let number = new()
    insert(Player(number: number, team: try team.map { try self.team($0) }))
    world.players[number] = .some(nil)
    world.setTeam(ofPlayer: number, to: team)
    log.append("player \(number) of \(team ?? 0)")
  }

  private func insertBadge() {
    let number = new()
    insert(Badge(number: number))
    world.badges[number] = PlainWorld.Badge()
    log.append("badge \(number)")
  }

  private func insertMascot() {
    let number = new()
    insert(Mascot(number: number))
    world.mascots[number] = .some(nil)
    log.append("mascot \(number)")
  }

  private func setTeamOfPlayer() throws {
    guard let player = any(world.players.keys) else { return }
    let team = chance(80) ? any(world.teams.keys) : nil
    log.append("\(player).team = \(team ?? 0)")
    try self.player(player).team = try team.map { try self.team($0) }
    world.setTeam(ofPlayer: player, to: team)
  }

  private func changePlayers() throws {
    guard let number = any(world.teams.keys) else { return }
    var list = world.teams[number]?.players ?? []
    let team = try team(number)
    let others = world.live(world.players.keys).filter { !list.contains($0) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      guard let player = others.randomElement(using: &random) else { return }
      team.players.append(try self.player(player))
      list.append(player)
    case 1:
      guard let player = others.randomElement(using: &random) else { return }
      let place = place(in: list)
      team.players.insert(try self.player(player), at: place)
      list.insert(player, at: place)
    case 2:
      guard let place = list.indices.randomElement(using: &random) else { return }
      team.players.remove(at: place)
      list.remove(at: place)
    case 3:
      guard let from = list.indices.randomElement(using: &random) else { return }
      let player = team.players.remove(at: from)
      let number = list.remove(at: from)
      let place = place(in: list)
      team.players.insert(player, at: place)
      list.insert(number, at: place)
      world.setPlayers(of: team.number, to: list.filter { $0 != number })
    default:
      let all = (list + others.prefix(2)).shuffled(using: &random)
      list = Array(all.prefix(Int.random(in: 0...all.count, using: &random)))
      team.players = try list.map { try self.player($0) }
    }
    log.append("\(number).players = \(list)")
    world.setPlayers(of: number, to: list)
  }

  private func changed(_ list: [Int], others: [Int]) -> [Int] {
    var list = list
    if chance(50), let other = others.filter({ !list.contains($0) }).randomElement(using: &random) {
      list.insert(other, at: chance(50) ? list.count : place(in: list))
    } else if chance(50), let place = list.indices.randomElement(using: &random) {
      list.remove(at: place)
    } else {
      list.shuffle(using: &random)
    }
    return list
  }

  private func changeBadges() throws {
    guard let number = any(world.teams.keys) else { return }
    let list = changed(world.teams[number]?.badges ?? [], others: world.live(world.badges.keys))
    log.append("\(number).badges = \(list)")
    try team(number).badges = try list.map { try badge($0) }
    world.setBadges(of: number, to: list)
  }

  private func changeTeams() throws {
    guard let number = any(world.badges.keys) else { return }
    let list = changed(world.badges[number]?.teams ?? [], others: world.live(world.teams.keys))
    log.append("\(number).teams = \(list)")
    try badge(number).teams = try list.map { try team($0) }
    world.setTeams(of: number, to: list)
  }

  private func pairMascot() throws {
    guard let number = any(world.teams.keys) else { return }
    guard chance(80), let other = any(world.mascots.keys) else {
      log.append("\(number).mascot = nil")
      try team(number).mascot = nil
      world.setMascot(of: number, to: nil)
      return
    }
    log.append("\(number).mascot = \(other)")
    if chance(50) {
      try team(number).mascot = try mascot(other)
    } else {
      try mascot(other).team = try team(number)
    }
    world.setMascot(of: number, to: other)
  }

  private func changeParent() throws {
    guard let number = any(world.teams.keys) else { return }
    guard chance(75), let parent = any(world.teams.keys) else {
      log.append("\(number).parent = nil")
      try team(number).parent = nil
      world.setParent(of: number, to: nil)
      return
    }
    if chance(50) {
      log.append("\(number).parent = \(parent)")
      try team(number).parent = try team(parent)
      world.setParent(of: number, to: parent)
    } else if world.teams[number]?.parent != parent {
      let place = place(in: world.teams[parent]?.parts ?? [])
      log.append("\(parent).parts[\(place)] = \(number)")
      try team(parent).parts.insert(try team(number), at: place)
      world.setParent(of: number, to: parent, at: place)
    }
  }

  private func rename() throws {
    guard let number = any(world.teams.keys) else { return }
    let name = "\(Int.random(in: 0..<1000, using: &random))"
    try team(number).name = name
    world.teams[number]?.name = name
    log.append("\(number).name")
  }

  private func swapCodes() throws {
    let stored = world.live(world.teams.keys).filter { !world.inserted.contains($0) }
    guard let first = stored.randomElement(using: &random),
      let second = stored.randomElement(using: &random),
      let one = world.teams[first]?.code, let two = world.teams[second]?.code
    else { return }
    try team(first).code = two
    try team(second).code = one
    world.teams[first]?.code = two
    world.teams[second]?.code = one
    log.append("codes of \(first) and \(second)")
  }

  private func delete() throws {
    // A larger world has more deletions.
    for _ in 0...(world.numbers.count / 24) {
      guard let number = any(world.numbers) else { return }
      log.append("delete \(number)")
      if world.teams[number] != nil {
        context.delete(try team(number))
      } else if world.players[number] != nil {
        context.delete(try player(number))
      } else if world.badges[number] != nil {
        context.delete(try badge(number))
      } else {
        context.delete(try mascot(number))
      }
      world.delete(number)
    }
  }

  private func save() throws {
    log.append("save")
    do {
      try context.save()
    } catch {
      Issue.record("\(error) after \(recently)")
      throw error
    }
    world.save()
    saved = world
    #expect(!context.hasChanges)
    let stored = try Self.read(ModelContext(container), deleted: [])
    try compare(stored, saved, "in the store")
    try mirror.catchUp(ModelContext(container), "after \(recently)")
  }

  private func rollback() {
    context.rollback()
    world = saved
    #expect(!context.hasChanges)
    log.append("rollback")
  }

  private func anotherContext() {
    held = []
    context = ModelContext(container)
    world = saved
    log.append("context")
  }

  private func reopen() throws {
    anotherContext()
    container = try Self.open(store)
    context = ModelContext(container)
    log.append("reopen")
  }
}

/// A small generator with the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
