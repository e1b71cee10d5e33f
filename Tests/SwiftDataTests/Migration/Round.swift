// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Models whose properties exchange names.
enum Round {
  enum First {
    @Model final class Page {
      @Attribute(.preserveValueOnDeletion) var a: String
      @Attribute(.preserveValueOnDeletion) var b: String
      init(_ a: String, _ b: String) { (self.a, self.b) = (a, b) }
    }
  }

  enum Shifted {
    @Model final class Page {
      @Attribute(originalName: "a") var b = "?"
      @Attribute(originalName: "b") var c = "?"
      init() {}
    }
  }

  /// The model of ``Shifted`` with one more property.
  enum Grown {
    @Model final class Page {
      @Attribute(originalName: "a") var b = "?"
      @Attribute(originalName: "b") var c = "?"
      var d = "new"
      init() {}
    }
  }

  enum Swapped {
    @Model final class Page {
      @Attribute(.preserveValueOnDeletion, originalName: "b") var a = "?"
      @Attribute(.preserveValueOnDeletion, originalName: "a") var b = "?"
      init() {}
    }
  }

  /// A new property has the original name of another.
  enum Reused {
    @Model final class Page {
      @Attribute(originalName: "a") var c = "?"
      var a = "new"
      var b = "?"
      init() {}
    }
  }

  /// The model of ``Reused`` without original names.
  enum Settled {
    @Model final class Page {
      var c = "?"
      var a = "new"
      var b = "?"
      init() {}
    }
  }

  enum FirstVersion: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [First.Page.self] }
  }

  enum SwappedVersion: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Swapped.Page.self] }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [FirstVersion.self, SwappedVersion.self] }
    static var stages: [MigrationStage] { [] }
  }
}

/// Entities that exchange names.
enum Pets {
  enum First {
    @Model final class Cat {
      var name: String
      init(_ name: String) { self.name = name }
    }

    @Model final class Dog {
      var name: String
      init(_ name: String) { self.name = name }
    }

    @Model final class Keeper {
      var cat: Cat?
      var dog: Dog?
      var cats: [Cat]
      var dogs: [Dog]
      init(_ cat: Cat, _ dog: Dog) { (self.cat, self.dog, cats, dogs) = (cat, dog, [cat], [dog]) }
    }
  }

  enum Swapped {
    @Model final class Cat {
      static let originalEntityName: String? = "Dog"
      var name: String
      init(_ name: String) { self.name = name }
    }

    @Model final class Dog {
      static let originalEntityName: String? = "Cat"
      var name: String
      init(_ name: String) { self.name = name }
    }

    @Model final class Keeper {
      @Relationship(originalName: "dog") var cat: Cat?
      @Relationship(originalName: "cat") var dog: Dog?
      @Relationship(originalName: "dogs") var cats: [Cat]
      @Relationship(originalName: "cats") var dogs: [Dog]
      init() { (cats, dogs) = ([], []) }
    }
  }

  /// Cats are renamed to dogs, and a new model is named Cat.
  enum Reused {
    @Model final class Cat {
      var lives = 9
      init() {}
    }

    @Model final class Dog {
      static let originalEntityName: String? = "Cat"
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum OnlyCats {
    @Model final class Cat {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum OnlyDogs {
    @Model final class Dog {
      static let originalEntityName: String? = "Cat"
      var name: String
      init(_ name: String) { self.name = name }
    }
  }
}
