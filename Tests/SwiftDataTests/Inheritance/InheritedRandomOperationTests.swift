// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random operations on a class tree, compared with plain Swift values: the context after each
/// operation, and the store after each save.
@Suite struct InheritedRandomOperationTests {
  /// The number of seeds: 4, or `CAIRN_RANDOM_SEEDS`.
  private static let seeds =
    ProcessInfo.processInfo.environment["CAIRN_RANDOM_SEEDS"].flatMap(UInt64.init) ?? 4

  @Test(arguments: 1...seeds)
  func `a class tree equals plain values after random operations`(seed: UInt64) throws {
    let zoo = try RandomZoo(seed: seed)
    for _ in 0..<250 { try zoo.act() }
    try zoo.finish()
  }
}

private final class RandomZoo {
  private let store = try? TestStore()
  private var context: ModelContext
  private var random: SeededGenerator
  private var plain = PlainZoo()
  private var saved = PlainZoo()
  private var lastNumber = 0
  private var log: [String] = []
  private let seed: UInt64

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    context = ModelContext(try Self.open(try #require(store)))
  }

  private static func open(_ store: TestStore) throws -> ModelContainer {
    try ModelContainer(
      for: Owl.self, Fish.self, Herd.self, Nest.self,
      configurations: ModelConfiguration(url: store.url))
  }

  // MARK: Operations

  private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func any(_ numbers: some Collection<Int>) -> Int? {
    numbers.sorted().randomElement(using: &random)
  }

  private func numbers(_ isOf: (PlainZoo.Kind) -> Bool) -> [Int] {
    plain.animals.filter { isOf($0.value.kind) }.map(\.key)
  }

  private func animal(_ number: Int) throws -> Beast {
    // Fetch it as any of its classes.
    let kind = try #require(plain.animals[number]).kind
    switch (kind, below(2)) {
    case (.owl, 0): return try only(#Predicate<Owl> { $0.number == number })
    case (.owl, _), (.bird, 0): return try only(#Predicate<Bird> { $0.number == number })
    case (.fish, 0): return try only(#Predicate<Fish> { $0.number == number })
    default: return try only(#Predicate<Beast> { $0.number == number })
    }
  }

  private func only<T: PersistentModel>(_ predicate: Predicate<T>) throws -> T {
    let found = try context.fetch(FetchDescriptor(predicate: predicate))
    return try #require(found.count == 1 ? found.first : nil, "seed \(seed) after \(recently)")
  }

  private func herd(_ number: Int) throws -> Herd {
    try only(#Predicate { $0.number == number })
  }

  private func nest(_ number: Int) throws -> Nest {
    try only(#Predicate { $0.number == number })
  }

  private var recently: String { log.suffix(12).joined(separator: ", ") }

  private func note(_ text: String) { log.append(text) }

  func act() throws {
    switch below(20) {
    case 0...4: try insertAnimal()
    case 5: insertOther()
    case 6...9: try change()
    case 10...11: try moveHerd()
    case 12: try moveNest()
    case 13: try lead()
    case 14: try infest()
    case 15: try delete()
    case 16: try deleteClass()
    case 17: try rollback()
    default: try save()
    }
    try compare(context, plain, "in the context")
  }

  private func insertAnimal() throws {
    lastNumber += 1
    let number = lastNumber
    guard let kind = PlainZoo.Kind.allCases.randomElement(using: &random) else { return }
    note("insert \(kind) \(number)")
    let animal: Beast =
      switch kind {
      case .beast: Beast(number: number)
      case .bird: Bird(number: number)
      case .owl: Owl(number: number)
      case .fish: Fish(number: number)
      }
    plain.animals[number] = PlainZoo.Animal(kind: kind)
    if kind == .fish { plain.schools[number] = [] }
    context.insert(animal)
    if below(2) == 0, let herd = any(plain.herds.keys) {
      animal.herd = try self.herd(herd)
      plain.setHerd(of: number, to: herd)
    }
  }

  private func insertOther() {
    lastNumber += 1
    note("insert other \(lastNumber)")
    switch below(3) {
    case 0:
      context.insert(Herd(number: lastNumber))
      plain.herds[lastNumber] = []
    case 1:
      context.insert(Nest(number: lastNumber))
      plain.nests[lastNumber] = []
    default:
      context.insert(Tick(number: lastNumber))
      plain.ticks.insert(lastNumber)
    }
  }

  private func change() throws {
    guard let number = any(plain.animals.keys) else { return }
    note("change \(number)")
    let model = try animal(number)
    let value = below(1000)
    model.name = "n\(value)"
    plain.animals[number]?.name = "n\(value)"
    if let bird = model as? Bird {
      bird.span = value
      bird.mark = value % 3 == 0 ? nil : "m\(value)"
      plain.animals[number]?.span = value
      plain.animals[number]?.mark = bird.mark
    }
    if let owl = model as? Owl {
      owl.nights.append(value)
      plain.animals[number]?.nights.append(value)
      let prey = any(plain.animals.keys)
      owl.prey = try prey.map { try animal($0) }
      plain.animals[number]?.prey = prey
    }
    if let fish = model as? Fish {
      fish.mark = value
      plain.animals[number]?.count = value
    }
  }

  private func moveHerd() throws {
    guard let number = any(plain.animals.keys) else { return }
    let target = below(3) == 0 ? nil : any(plain.herds.keys)
    note("herd of \(number) is \(target ?? 0)")
    try animal(number).herd = try target.map { try herd($0) }
    plain.setHerd(of: number, to: target)
  }

  private func moveNest() throws {
    guard let number = any(numbers(\.isBird)), let target = any(plain.nests.keys) else { return }
    if plain.animals[number]?.nest == target { return }
    note("nest \(target) gets \(number)")
    guard let bird = try animal(number) as? Bird else { return }
    try nest(target).birds.append(bird)
    plain.setNest(of: number, to: target)
  }

  private func lead() throws {
    let fish = numbers { $0 == .fish }
    guard let number = any(fish), let leader = any(fish), leader != number else { return }
    note("\(leader) leads \(number)")
    guard let model = try animal(number) as? Fish, let chief = try animal(leader) as? Fish else {
      return
    }
    model.leader = chief
    plain.setLeader(of: number, to: leader)
  }

  private func infest() throws {
    guard let number = any(plain.animals.keys), let tick = any(plain.ticks) else { return }
    guard plain.animals[number]?.ticks.contains(tick) == false else { return }
    note("tick \(tick) on \(number)")
    let model = try only(#Predicate<Tick> { $0.number == tick })
    try animal(number).ticks.append(model)
    plain.animals[number]?.ticks.append(tick)
  }

  /// Deletes a model and saves at once, because the save applies the delete rules.
  private func delete() throws {
    if below(4) == 0, let number = any(plain.herds.keys) {
      note("delete herd \(number)")
      context.delete(try herd(number))
      plain.delete(herd: number)
    } else if below(4) == 0, let number = any(plain.nests.keys) {
      note("delete nest \(number)")
      context.delete(try nest(number))
      plain.delete(nest: number)
    } else if let number = any(plain.animals.keys) {
      note("delete \(number)")
      context.delete(try animal(number))
      plain.delete(animal: number)
    }
    try save()
  }

  private func deleteClass() throws {
    let limit = lastNumber - 3
    note("delete birds above \(limit)")
    try context.delete(model: Bird.self, where: #Predicate { $0.number > limit })
    for number in numbers(\.isBird) where number > limit { plain.delete(animal: number) }
    try save()
  }

  private func rollback() throws {
    note("rollback")
    context.rollback()
    plain = saved
  }

  private func save() throws {
    note("save")
    try context.save()
    saved = plain
    let store = try #require(store)
    switch below(4) {
    case 0: context = ModelContext(context.container)
    case 1: context = ModelContext(try Self.open(store))
    default: break
    }
    try compare(ModelContext(context.container), saved, "in the store")
  }

  func finish() throws {
    try save()
    let store = try #require(store)
    #expect(try store.sqlite("PRAGMA foreign_key_check; PRAGMA integrity_check") == "ok\n")
    for kind in PlainZoo.Kind.allCases {
      #expect(
        try store.count("SELECT count(*) FROM Beast WHERE _type = '\(kind.rawValue)'")
          == numbers { $0 == kind }.count)
    }
    // Rows have values of their classes only.
    #expect(
      try store.count(
        "SELECT count(*) FROM Beast WHERE (Bird_span IS NULL) = (_type IN ('Bird', 'Owl'))") == 0)
  }

  // MARK: Comparison

  private func compare(_ context: ModelContext, _ wanted: PlainZoo, _ place: String) throws {
    let found = try read(context)
    if found == wanted { return }
    for (number, animal) in wanted.animals where found.animals[number] != animal {
      Issue.record("\(number) is \(String(describing: found.animals[number])), not \(animal)")
    }
    Issue.record("\(place), seed \(seed), after \(recently)")
    Issue.record("\(found.herds) \(found.nests) \(found.schools) \(found.animals.keys.sorted())")
    Issue.record(
      "\(wanted.herds) \(wanted.nests) \(wanted.schools) \(wanted.animals.keys.sorted())")
    throw Different()
  }

  private struct Different: Error {}

  private func read(_ context: ModelContext) throws -> PlainZoo {
    var zoo = PlainZoo()
    let all = try context.fetch(FetchDescriptor<Beast>())
    for model in all {
      let kind = try #require(PlainZoo.Kind(rawValue: model.persistentModelID.entityName))
      var animal = PlainZoo.Animal(kind: kind)
      animal.name = model.name
      animal.herd = model.herd?.number
      animal.ticks = model.ticks.map(\.number)
      if let bird = model as? Bird {
        animal.span = bird.span
        animal.mark = bird.mark
        animal.nest = bird.nest?.number
      }
      if let owl = model as? Owl {
        animal.nights = owl.nights
        animal.prey = owl.prey?.number
      }
      if let fish = model as? Fish {
        animal.count = fish.mark
        animal.leader = fish.leader?.number
        zoo.schools[fish.number] = fish.school.map(\.number)
      }
      zoo.animals[model.number] = animal
    }
    for herd in try context.fetch(FetchDescriptor<Herd>()) {
      zoo.herds[herd.number] = herd.beasts.map(\.number)
    }
    for nest in try context.fetch(FetchDescriptor<Nest>()) {
      zoo.nests[nest.number] = nest.birds.map(\.number)
    }
    zoo.ticks = Set(try context.fetch(FetchDescriptor<Tick>()).map(\.number))
    // Fetches of the subclasses agree.
    let birds = try context.fetchCount(FetchDescriptor<Bird>())
    let owls = try context.fetch(FetchDescriptor<Owl>())
    #expect(birds == zoo.animals.values.filter(\.kind.isBird).count)
    #expect(owls.allSatisfy { owl in all.contains { $0 === owl } })
    return zoo
  }
}
