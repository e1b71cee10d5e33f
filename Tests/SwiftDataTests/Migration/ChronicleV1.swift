// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The first version of models whose history is read after each migration.
enum ChronicleV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Walk.self, Walker.self, Guide.self, Paper.self]
  }

  @Model final class Walk {
    @Attribute(.unique, .preserveValueOnDeletion) var code: String
    @Attribute(.preserveValueOnDeletion) var length: Int
    @Attribute(.preserveValueOnDeletion) var mood: String
    var note: String?
    var walkers: [Walker] = []

    init(_ code: String, length: Int, mood: String = "good") {
      self.code = code
      self.length = length
      self.mood = mood
    }
  }

  @Model class Walker {
    var name: String
    var walk: Walk?

    init(_ name: String) { self.name = name }
  }

  @Model final class Guide: Walker {
    var license: Int

    init(_ name: String, license: Int) {
      self.license = license
      super.init(name)
    }
  }

  @Model final class Paper {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

/// The second version: most names are changed, and the mood and the papers are removed.
enum ChronicleV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Hike.self, Walker.self, Leader.self] }

  @Model final class Hike {
    static let originalEntityName: String? = "Walk"

    var added = 0
    @Attribute(.unique, .preserveValueOnDeletion, originalName: "code") var key: String
    @Attribute(.preserveValueOnDeletion) var length: Double
    var remark: String?
    @Relationship(originalName: "walkers") var people: [Walker] = []

    init(_ key: String, length: Double) {
      self.key = key
      self.length = length
    }
  }

  @Model class Walker {
    var name: String
    var walk: Hike?

    init(_ name: String) { self.name = name }
  }

  @Model final class Leader: Walker {
    static let originalEntityName: String? = "Guide"

    @Attribute(originalName: "license") var badge: Int

    init(_ name: String, badge: Int) {
      self.badge = badge
      super.init(name)
    }
  }
}

/// The third version: names from the first version are reused for other models and properties.
enum ChronicleV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Hike.self, Walker.self, Paper.self] }

  @Model final class Hike {
    @Attribute(.unique, .preserveValueOnDeletion) var key: String
    @Attribute(.preserveValueOnDeletion) var length: Double
    @Attribute(.preserveValueOnDeletion) var mood: String?
    @Relationship(originalName: "people") var walkers: [Walker] = []

    init(_ key: String, length: Double) {
      self.key = key
      self.length = length
    }
  }

  @Model class Walker {
    var name: String
    var walk: Hike?

    init(_ name: String) { self.name = name }
  }

  @Model final class Paper {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

enum ChroniclePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [ChronicleV1.self, ChronicleV2.self, ChronicleV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: ChronicleV1.self, toVersion: ChronicleV2.self),
      .lightweight(fromVersion: ChronicleV2.self, toVersion: ChronicleV3.self),
    ]
  }
}

/// The first stage, with code before and after.
enum ChronicleStages: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ChronicleV1.self, ChronicleV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ChronicleV1.self, toVersion: ChronicleV2.self,
        willMigrate: { context in
          let walks = try context.fetch(
            FetchDescriptor<ChronicleV1.Walk>(sortBy: [SortDescriptor(\.code)]))
          walks[0].note = "will"
          context.delete(walks[1])
          try context.save()
          walks[0].code = "changed twice"
        },
        didMigrate: { context in
          context.author = "stage"
          for hike in try context.fetch(FetchDescriptor<ChronicleV2.Hike>()) {
            hike.remark = "did"
          }
          context.insert(ChronicleV2.Hike("new", length: 1))
        })
    ]
  }
}
