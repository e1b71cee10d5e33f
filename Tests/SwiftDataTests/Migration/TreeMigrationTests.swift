// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A class before it has subclasses.
enum Alone {
  @Model class Animal {
    var name: String
    var legs: Int
    init(_ name: String, legs: Int) {
      self.name = name
      self.legs = legs
    }
  }
}

enum Family {
  @Model class Animal {
    var name: String
    var legs: Double
    init(_ name: String, legs: Double) {
      self.name = name
      self.legs = legs
    }
  }

  @Model final class Dog: Animal {
    var tricks: Int
    init(_ name: String, tricks: Int) {
      self.tricks = tricks
      super.init(name, legs: 4)
    }
  }
}

@Suite struct TreeMigrationTests {
  @Test func `subclasses are added and removed`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Alone.Animal.self)
      context.insert(Alone.Animal("Tom", legs: 4))
      try context.save()
    }
    do {
      let context = try store.context(Family.Animal.self, Family.Dog.self)
      let animals = try context.fetch(FetchDescriptor<Family.Animal>())
      #expect(animals.map(\.name) == ["Tom"])
      #expect(animals.map(\.legs) == [4])
      #expect(try context.fetchCount(FetchDescriptor<Family.Dog>()) == 0)
      context.insert(Family.Dog("Rex", tricks: 3))
      try context.save()
    }
    let context = try store.context(next: Alone.Animal.self)
    // Removing the subclass drops its rows, as for any entity.
    #expect(try context.fetch(FetchDescriptor<Alone.Animal>()).map(\.name) == ["Tom"])
    #expect(try store.count("SELECT count(*) FROM pragma_table_info('Animal')") == 3)
    #expect(try store.leftOvers() == [])
  }
}
