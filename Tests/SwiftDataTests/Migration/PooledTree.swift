// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The values of an animal in one of the versions of a tree.
struct PooledAnimal: Equatable {
  var kind: String
  var name: String
  var age: Int?
  var tag: String?
  var toy: String?
}

/// A version of a class tree of animals and of their toys.
protocol PooledTree: VersionedSchema {
  associatedtype Animal: PersistentModel
  associatedtype Toy: PersistentModel

  /// The properties of each kind of animal: "age", "tag" or "toy".
  static var fields: [String: Set<String>] { get }
  static func toy(_ label: String) -> Toy
  static func animal(_ kind: String, _ name: String) -> Animal
  static func read(_ animal: Animal) -> PooledAnimal
  /// Writes the values that the animal's kind has.
  static func write(_ value: PooledAnimal, to animal: Animal, _ toy: Toy?)
}

/// All properties in the subclasses.
enum TreeA: PooledTree {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Animal.self, Dog.self, Puppy.self, Cat.self, Toy.self]
  }
  static var fields: [String: Set<String>] {
    ["animal": [], "dog": ["age", "tag", "toy"], "puppy": ["age", "tag", "toy"], "cat": ["age"]]
  }

  @Model class Animal {
    var name: String
    init(name: String) { self.name = name }
  }
  @Model class Dog: Animal {
    static let originalEntityName: String? = "Hound"
    var age: Int?
    @Attribute(originalName: "mark") var tag: String?
    var toy: Toy?
  }
  @Model final class Puppy: Dog {}
  @Model final class Cat: Animal {
    var age: Int?
  }
  @Model final class Toy {
    var label: String
    init(_ label: String) { self.label = label }
  }

  static func toy(_ label: String) -> Toy { Toy(label) }
  static func animal(_ kind: String, _ name: String) -> Animal {
    switch kind {
    case "dog": Dog(name: name)
    case "puppy": Puppy(name: name)
    case "cat": Cat(name: name)
    default: Animal(name: name)
    }
  }
  static func read(_ animal: Animal) -> PooledAnimal {
    if let cat = animal as? Cat { return PooledAnimal(kind: "cat", name: cat.name, age: cat.age) }
    guard let dog = animal as? Dog else { return PooledAnimal(kind: "animal", name: animal.name) }
    return PooledAnimal(
      kind: dog is Puppy ? "puppy" : "dog", name: dog.name, age: dog.age, tag: dog.tag,
      toy: dog.toy?.label)
  }
  static func write(_ value: PooledAnimal, to animal: Animal, _ toy: Toy?) {
    (animal as? Cat)?.age = value.age
    guard let dog = animal as? Dog else { return }
    (dog.age, dog.tag, dog.toy) = (value.age, value.tag, toy)
  }
}

/// The age in the root class, the tag and the toy in the dogs.
enum TreeB: PooledTree {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Animal.self, Dog.self, Cat.self, Toy.self] }
  static var fields: [String: Set<String>] {
    ["animal": ["age"], "dog": ["age", "tag", "toy"], "cat": ["age"]]
  }

  @Model class Animal {
    var name: String
    var age: Double?
    init(name: String) { self.name = name }
  }
  @Model final class Dog: Animal {
    static let originalEntityName: String? = "Hound"
    @Attribute(originalName: "mark") var tag: String?
    var toy: Toy?
  }
  @Model final class Cat: Animal {}
  @Model final class Toy {
    #Unique<Toy>([\.label])
    var label: String
    init(_ label: String) { self.label = label }
  }

  static func toy(_ label: String) -> Toy { Toy(label) }
  static func animal(_ kind: String, _ name: String) -> Animal {
    switch kind {
    case "dog": Dog(name: name)
    case "cat": Cat(name: name)
    default: Animal(name: name)
    }
  }
  static func read(_ animal: Animal) -> PooledAnimal {
    let dog = animal as? Dog
    return PooledAnimal(
      kind: dog != nil ? "dog" : animal is Cat ? "cat" : "animal", name: animal.name,
      age: animal.age.map { Int($0) }, tag: dog?.tag, toy: dog?.toy?.label)
  }
  static func write(_ value: PooledAnimal, to animal: Animal, _ toy: Toy?) {
    animal.age = value.age.map { Double($0) }
    guard let dog = animal as? Dog else { return }
    (dog.tag, dog.toy) = (value.tag, toy)
  }
}

/// All properties in the root class, and dogs renamed to hounds.
enum TreeC: PooledTree {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Animal.self, Hound.self, Cat.self, Toy.self] }
  static var fields: [String: Set<String>] {
    let all: Set = ["age", "tag", "toy"]
    return ["animal": all, "dog": all, "cat": all]
  }

  @Model class Animal {
    var toy: Toy?
    @Attribute(originalName: "tag") var mark: String?
    var age: Int?
    var name: String
    init(name: String) { self.name = name }
  }
  @Model final class Hound: Animal {
    static let originalEntityName: String? = "Dog"
  }
  @Model final class Cat: Animal {}
  @Model final class Toy {
    var label: String
    init(_ label: String) { self.label = label }
  }

  static func toy(_ label: String) -> Toy { Toy(label) }
  static func animal(_ kind: String, _ name: String) -> Animal {
    switch kind {
    case "dog": Hound(name: name)
    case "cat": Cat(name: name)
    default: Animal(name: name)
    }
  }
  static func read(_ animal: Animal) -> PooledAnimal {
    PooledAnimal(
      kind: animal is Hound ? "dog" : animal is Cat ? "cat" : "animal", name: animal.name,
      age: animal.age, tag: animal.mark, toy: animal.toy?.label)
  }
  static func write(_ value: PooledAnimal, to animal: Animal, _ toy: Toy?) {
    (animal.age, animal.mark, animal.toy) = (value.age, value.tag, toy)
  }
}
