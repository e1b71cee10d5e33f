// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

@Model
class Beast {
  @Attribute(.unique) var number: Int
  var name = ""
  var herd: Herd?
  @Relationship(inverse: \Tick.hosts) var ticks: [Tick] = []

  init(number: Int) { self.number = number }
}

@Model
class Bird: Beast {
  var span = 0
  var mark: String?
  var nest: Nest?
}

@Model
final class Owl: Bird {
  var nights = [Int]()
  var prey: Beast?
}

@Model
final class Fish: Beast {
  var mark = 0
  @Relationship(inverse: \Fish.leader) var school: [Fish] = []
  var leader: Fish?
}

@Model
final class Herd {
  @Attribute(.unique) var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Beast.herd) var beasts: [Beast] = []

  init(number: Int) { self.number = number }
}

@Model
final class Nest {
  @Attribute(.unique) var number: Int
  @Relationship(inverse: \Bird.nest) var birds: [Bird] = []

  init(number: Int) { self.number = number }
}

@Model
final class Tick {
  @Attribute(.unique) var number: Int
  var hosts: [Beast] = []

  init(number: Int) { self.number = number }
}

// A relationship to a subclass whose inverse is an inherited property.

@Model
class Horse {
  var stall: Stall?

  init() {}
}

@Model
final class Pony: Horse {}

@Model
final class Stall {
  @Relationship(inverse: \Pony.stall) var ponies: [Pony] = []

  init() {}
}

/// The expected beasts of a context and its store, in plain Swift values.
struct PlainZoo: Equatable {
  enum Kind: String, CaseIterable {
    case beast = "Beast"
    case bird = "Bird"
    case owl = "Owl"
    case fish = "Fish"

    var isBird: Bool { self == .bird || self == .owl }
  }

  struct Animal: Equatable {
    let kind: Kind
    var name = ""
    var span = 0
    var mark: String?
    var count = 0
    var nights: [Int] = []
    var herd: Int?
    var nest: Int?
    var prey: Int?
    var leader: Int?
    var ticks: [Int] = []
  }

  var animals: [Int: Animal] = [:]
  /// The members of each herd, in order.
  var herds: [Int: [Int]] = [:]
  var nests: [Int: [Int]] = [:]
  var schools: [Int: [Int]] = [:]
  var ticks: Set<Int> = []

  mutating func setHerd(of animal: Int, to herd: Int?) {
    if animals[animal]?.herd == herd { return }
    if let old = animals[animal]?.herd { herds[old]?.removeAll { $0 == animal } }
    animals[animal]?.herd = herd
    if let herd { herds[herd]?.append(animal) }
  }

  mutating func setNest(of bird: Int, to nest: Int?) {
    if animals[bird]?.nest == nest { return }
    if let old = animals[bird]?.nest { nests[old]?.removeAll { $0 == bird } }
    animals[bird]?.nest = nest
    if let nest { nests[nest]?.append(bird) }
  }

  mutating func setLeader(of fish: Int, to leader: Int?) {
    if animals[fish]?.leader == leader { return }
    if let old = animals[fish]?.leader { schools[old]?.removeAll { $0 == fish } }
    animals[fish]?.leader = leader
    if let leader { schools[leader]?.append(fish) }
  }

  /// Deletes an animal and every reference to it.
  mutating func delete(animal: Int) {
    setHerd(of: animal, to: nil)
    setNest(of: animal, to: nil)
    setLeader(of: animal, to: nil)
    for (number, other) in animals {
      if other.prey == animal { animals[number]?.prey = nil }
      if other.leader == animal { animals[number]?.leader = nil }
    }
    schools[animal] = nil
    animals[animal] = nil
  }

  mutating func delete(herd: Int) {
    for animal in herds[herd] ?? [] { delete(animal: animal) }
    herds[herd] = nil
  }

  mutating func delete(nest: Int) {
    for bird in nests[nest] ?? [] { animals[bird]?.nest = nil }
    nests[nest] = nil
  }
}
