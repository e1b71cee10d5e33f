// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Properties that move between a class and its superclass, and renamed classes of a tree.
@Suite struct MovedPropertyTests {
  private static let large = Data(repeating: 7, count: 150_000)

  private static func below() throws -> TestStore {
    let store = try TestStore()
    let context = ModelContext(try open(store, Below.models))
    let ball = Below.Toy("ball")
    let dog = Below.Dog("dog", age: 5)
    dog.collar = "red"
    dog.picture = large
    let puppy = Below.Puppy("puppy", age: 1)
    puppy.mother = "dog"
    for animal in [Below.Animal("fish"), dog, puppy, Below.Cat("cat", age: 9)] {
      context.insert(animal)
    }
    context.insert(Below.Cat("kitten", age: nil))
    context.insert(ball)
    dog.favourite = ball
    dog.toys = [ball, Below.Toy("bone")]
    puppy.toys = [ball]
    try context.save()
    return store
  }

  private static func open(_ store: TestStore, _ models: [any PersistentModel.Type]) throws
    -> ModelContainer
  {
    try ModelContainer(for: Schema(models), configurations: ModelConfiguration(url: store.url))
  }

  private func files(_ store: TestStore) throws -> Int {
    let folder = store.directory.appending(path: ".test.store-external")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .count
  }

  private func check(_ store: TestStore) throws {
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok\n")
    #expect(try store.leftOvers() == [])
  }

  @Test func `values of properties that move to the superclass are preserved`() throws {
    let store = try Self.below()
    let context = ModelContext(try Self.open(store, Above.models))
    let animals = try context.fetch(
      FetchDescriptor<Above.Animal>(sortBy: [SortDescriptor(\.name)]))
    #expect(animals.map(\.name) == ["cat", "dog", "fish", "kitten", "puppy"])
    #expect(animals.map(\.age) == [9, 5, -1, -1, 1])
    #expect(animals.map(\.band) == [nil, "red", nil, nil, nil])
    #expect(animals.map(\.picture) == [nil, Self.large, nil, nil, nil])
    #expect(animals.map { $0.favourite?.label } == [nil, "ball", nil, nil, nil])
    #expect(animals.map { $0.toys.map(\.label) } == [[], ["ball", "bone"], [], [], ["ball"]])
    #expect((animals[4] as? Above.Puppy)?.mother == "dog")
    let ball = try #require(animals[1].favourite)
    #expect(Set(ball.friends.map(\.name)) == ["dog", "puppy"])
    #expect(try files(store) == 1)
    try check(store)
  }

  @Test func `values of properties that move to subclasses are preserved`() throws {
    let store = try Self.below()
    do {
      let context = ModelContext(try Self.open(store, Above.models))
      let fish = try #require(
        try context.fetch(
          FetchDescriptor<Above.Animal>(predicate: #Predicate { $0.name == "fish" })
        ).first)
      fish.picture = Self.large
      fish.age = 3
      fish.band = "none"
      fish.toys = [Above.Toy("castle")]
      try context.save()
    }
    #expect(try files(store) == 2)
    let context = ModelContext(try Self.open(store, Below.models))
    let dogs = try context.fetch(FetchDescriptor<Below.Dog>(sortBy: [SortDescriptor(\.name)]))
    #expect(dogs.map(\.name) == ["dog", "puppy"])
    #expect(dogs.map(\.age) == [5, 1])
    #expect(dogs.map(\.collar) == ["red", nil])
    #expect(dogs.map(\.picture) == [Self.large, nil])
    #expect(dogs.map { $0.favourite?.label } == ["ball", nil])
    #expect(dogs.map { $0.toys.map(\.label) } == [["ball", "bone"], ["ball"]])
    let cats = try context.fetch(FetchDescriptor<Below.Cat>(sortBy: [SortDescriptor(\.name)]))
    #expect(cats.map(\.age) == [9, -1])
    #expect(
      try store.count(
        "SELECT count(*) FROM Animal WHERE _type = 'Animal' "
          + "AND (Dog_age IS NOT NULL OR Dog_collar IS NOT NULL OR Dog_picture IS NOT NULL)") == 0)
    // The fish's picture was deleted with its property; the dog's was preserved.
    #expect(try files(store) == 1)
    try check(store)
  }

  @Test func `a moved property that becomes required without values is rejected`() throws {
    let store = try Self.below()
    let before = try store.dump()
    let text =
      store.refusal(next: Strict.Animal.self, Strict.Dog.self, Strict.Cat.self)?
      .errorDescription ?? ""
    #expect(text.contains("Animal.age moves up from Cat and Dog and becomes required"), "\(text)")
    #expect(text.contains("2 rows have no value"), "\(text)")
    #expect(try store.dump() == before)
  }

  @Test func `the original name of a superclass does not apply to its subclasses`() throws {
    let store = try Self.below()
    let context = try store.context(
      next: RenamedTree.Creature.self, RenamedTree.Hound.self, RenamedTree.Cat.self)
    let creatures = try context.fetch(
      FetchDescriptor<RenamedTree.Creature>(sortBy: [SortDescriptor(\.name)]))
    #expect(creatures.map(\.name) == ["cat", "fish", "kitten"])
    #expect(creatures.map { type(of: $0) == RenamedTree.Cat.self } == [true, false, true])
    try check(store)
  }

  @Test func `a subclass can override the original name`() throws {
    let store = try Self.below()
    let context = try store.context(
      next: OverriddenTree.Creature.self, OverriddenTree.Hound.self, OverriddenTree.Cat.self)
    let hounds = try context.fetch(FetchDescriptor<OverriddenTree.Hound>())
    #expect(hounds.map(\.name) == ["dog"])
    #expect(hounds.map(\.age) == [5])
    #expect(try context.fetchCount(FetchDescriptor<OverriddenTree.Creature>()) == 4)
    try check(store)
  }
}
