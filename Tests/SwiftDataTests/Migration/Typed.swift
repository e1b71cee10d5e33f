// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A model whose values change their Swift type, but not their column type.
enum Typed {
  enum Before {
    struct Spot: Codable { var x = 1 }

    @Model final class Note {
      var spot = Spot()
      var marks: [Int]
      var mood: String
      init(_ mood: String, _ marks: [Int] = []) { (self.mood, self.marks) = (mood, marks) }
    }
  }

  enum MoreParts {
    struct Spot: Codable {
      var x = 1
      var y = 2
    }

    @Model final class Note {
      var spot = Spot()
      var marks: [Int] = []
      var mood = ""
      init() {}
    }
  }

  enum OptionalParts {
    struct Spot: Codable {
      var x = 1
      var y: Int?
    }

    @Model final class Note {
      var spot = Spot()
      var marks: [Int] = []
      var mood = ""
      init() {}
    }
  }

  enum OtherMarks {
    @Model final class Note {
      var spot = Before.Spot()
      var marks: [String] = []
      var mood = ""
      init() {}
    }
  }

  enum Moods {
    enum Mood: String, Codable, CaseIterable { case calm, wild }

    @Model final class Note {
      var spot = Before.Spot()
      var marks: [Int] = []
      var mood = Mood.calm
      init() {}
    }
  }

  enum BeforeVersion: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Before.Note.self] }
  }

  enum MoodsVersion: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Moods.Note.self] }
  }

  /// Replaces the values that are not moods.
  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [BeforeVersion.self, MoodsVersion.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: BeforeVersion.self, toVersion: MoodsVersion.self,
          willMigrate: { context in
            for note in try context.fetch(FetchDescriptor<Before.Note>())
            where Moods.Mood(rawValue: note.mood) == nil { note.mood = "wild" }
          }, didMigrate: nil)
      ]
    }
  }
}

/// A model that gets another property.
enum Leaves {
  enum First {
    @Model final class Leaf {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum Second {
    @Model final class Leaf {
      var name: String
      var size: Int?
      init(_ name: String) { self.name = name }
    }
  }

  /// The model without a size, and with a renamed property.
  enum Third {
    @Model final class Leaf {
      @Attribute(originalName: "name") var title: String
      init(_ title: String) { self.title = title }
    }
  }
}
