// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Properties in subclasses.
enum Below {
  static let models: [any PersistentModel.Type] = [
    Animal.self, Dog.self, Puppy.self, Cat.self, Toy.self,
  ]

  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model class Dog: Animal {
    var age: Int
    @Attribute(originalName: "band") var collar: String?
    @Attribute(.externalStorage) var picture: Data?
    var favourite: Toy?
    @Relationship(inverse: \Toy.friends) var toys: [Toy] = []
    init(_ name: String, age: Int) {
      self.age = age
      super.init(name)
    }
  }

  @Model final class Puppy: Dog {
    var mother: String?
  }

  @Model final class Cat: Animal {
    var age: Int?
    init(_ name: String, age: Int?) {
      self.age = age
      super.init(name)
    }
  }

  @Model final class Toy {
    var label: String
    var friends: [Dog] = []
    init(_ label: String) { self.label = label }
  }
}

/// Properties in their superclass.
enum Above {
  static let models: [any PersistentModel.Type] = [
    Animal.self, Dog.self, Puppy.self, Cat.self, Toy.self,
  ]

  @Model class Animal {
    var name: String
    var age: Int = -1
    @Attribute(originalName: "collar") var band: String?
    @Attribute(.externalStorage) var picture: Data?
    var favourite: Toy?
    @Relationship(inverse: \Toy.friends) var toys: [Toy] = []
    init(_ name: String) { self.name = name }
  }

  @Model class Dog: Animal {}

  @Model final class Puppy: Dog {
    var mother: String?
  }

  @Model final class Cat: Animal {}

  @Model final class Toy {
    var label: String
    var friends: [Animal] = []
    init(_ label: String) { self.label = label }
  }
}

/// The age is required and has no default value.
enum Strict {
  @Model class Animal {
    var name: String
    var age: Int
    init(_ name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }

  @Model class Dog: Animal {}
  @Model final class Cat: Animal {}
}

/// Classes of one tree with changed names.
enum RenamedTree {
  @Model class Creature {
    static let originalEntityName: String? = "Animal"
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model class Hound: Creature {
    var age: Int
    init(_ name: String, age: Int) {
      self.age = age
      super.init(name)
    }
  }

  @Model final class Cat: Creature {
    var age: Int?
  }
}

/// Each class declares its own original name by overriding a class property.
enum OverriddenTree {
  @Model class Creature {
    class var originalEntityName: String? { "Animal" }
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model class Hound: Creature {
    override class var originalEntityName: String? { "Dog" }
    var age: Int
    init(_ name: String, age: Int) {
      self.age = age
      super.init(name)
    }
  }

  @Model final class Cat: Creature {
    var age: Int?
  }
}
