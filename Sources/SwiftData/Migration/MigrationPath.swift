// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The steps that lead a store from the version that it has to that of the container.
struct MigrationPath {
  /// One version on the way.
  struct Version {
    let schema: Schema
    let layout: StoreLayout

    var number: Schema.Version { schema.version }
  }

  struct Step {
    /// Nil where the old version's models are not known, or not needed.
    let from: Version?
    let to: Version
    let stage: MigrationStage?
    /// The version that the store has and keeps; nil where a new one says that rows may go.
    var keptVersion: Schema.Version?
  }

  let steps: [Step]

  /// Throws an error where no path leads from the store to the models.
  init(
    _ stored: StoreState.Known, _ structure: DatabaseStructure, to target: Version,
    _ migration: StoreMigration, store: String
  ) throws {
    guard let plan = migration.plan else {
      if let number = stored.version, number > target.number {
        throw Self.newer(store, number, than: target.number)
      }
      let change = SharedEntities(stored.schema, target.layout)
      guard change.isAny || stored.schema.entities.isEmpty else {
        throw SwiftDataError.loadIssueModelContainer.saying(
          "\(store) has none of the models: "
            + SchemaDifference(
              stored.schema, StoredSchema(target.layout), "the store", "the container"
            ).description
            + " Open it with its own models or a migration plan, or choose another file; nothing in "
            + "it was changed.")
      }
      let known = stored.version ?? target.number
      steps = [
        Step(
          from: nil, to: target, stage: nil, keptVersion: target.number > known ? nil : known)
      ]
      return
    }
    let walk = PlanWalk(plan: plan, stored: stored, structure: structure, target: target)
    let found = try walk.steps(migration, store: store)
    let isOther = stored.text != StoredSchema.text(of: target.layout)
    steps = found.isEmpty && isOther ? [Step(from: nil, to: target, stage: nil)] : found
  }

  static func newer(_ store: String, _ stored: Schema.Version, than known: Schema.Version)
    -> SwiftDataError
  {
    SwiftDataError.backwardMigration.saying(
      "\(store) has version \(stored) of its models, and the newest that this program has is "
        + "\(known). Update the program, or pass the schema of that version "
        + "(Schema(versionedSchema:)); nothing in the store was changed.")
  }
}

/// What a store and models that know nothing of it have in common.
private struct SharedEntities {
  let isAny: Bool

  init(_ stored: StoredSchema, _ layout: StoreLayout) {
    isAny = layout.entities.contains { entity in
      stored.entity(named: entity.name) != nil
        || entity.originalName.flatMap(stored.entity(named:)) != nil
    }
  }
}

/// A migration plan and the place of a store in it.
private struct PlanWalk {
  let plan: any SchemaMigrationPlan.Type
  let stored: StoreState.Known
  let structure: DatabaseStructure
  let target: MigrationPath.Version

  func steps(_ migration: StoreMigration, store: String) throws -> [MigrationPath.Step] {
    let versions = try versions(migration)
    let texts = versions.map { StoredSchema.text(of: $0.layout) }
    let wanted = StoredSchema.text(of: target.layout)
    guard
      let end = Self.choose(texts.indices.filter { texts[$0] == wanted }, versions, target.number)
    else {
      throw SwiftDataError.unknownSchema.saying(
        "No version of the migration plan \(plan) has the models that the container was made for: "
          + SchemaDifference(
            StoredSchema(text: texts.last ?? ""), StoredSchema(text: wanted),
            "the plan's last version", "the container"
          ).description
          + " Make the container from the models of the plan's last version.")
    }
    let candidates = try candidates(versions, texts)
    guard let start = Self.choose(candidates, versions, stored.version) else {
      if let number = stored.version, let last = versions.last?.number, number > last {
        throw MigrationPath.newer(store, number, than: last)
      }
      let nearest = versions.firstIndex { $0.number == stored.version } ?? 0
      throw SwiftDataError.unknownDataStoreSchema.saying(
        "\(store)\(stored.version.map { " has version \($0) of its models and" } ?? "") matches "
          + "no version of the migration plan \(plan) "
          + "(\(versions.map { "\($0.number)" }.joined(separator: ", "))). "
          + SchemaDifference(
            stored.schema, StoredSchema(text: texts[nearest]), "the store",
            "version \(versions[nearest].number)"
          ).description
          + " Add the version that the store was written by to the plan; nothing in the store "
          + "was changed.")
    }
    if start > end {
      throw MigrationPath.newer(store, versions[start].number, than: versions[end].number)
    }
    return try walk(versions, from: start, to: end)
  }

  /// The versions of the plan, with those of their models that lie in this store.
  private func versions(_ migration: StoreMigration) throws -> [MigrationPath.Version] {
    try plan.schemas.map { version in
      let schema = Schema(versionedSchema: version)
      let models = migration.isOneOfSeveral ? self.models(of: schema) : schema.models
      return MigrationPath.Version(
        schema: schema, layout: try StoreLayout(models: models, of: schema))
    }
  }

  /// Where there are several stores: the models whose entities this one has or is to have, and
  /// those related to them.
  private func models(of schema: Schema) -> [any PersistentModel.Type] {
    var names = Set(stored.schema.entities.map(\.name) + target.layout.entities.map(\.name))
    names.formUnion(target.layout.entities.compactMap(\.originalName))
    var chosen: Set<ObjectIdentifier> = []
    var count = -1
    while count != chosen.count {
      count = chosen.count
      for model in schema.models {
        let targets = ModelDescription.of(model).relationships.map {
          ObjectIdentifier($0.access.target)
        }
        if names.contains(ModelDescription.of(model).entityName)
          || !chosen.isDisjoint(with: targets)
        {
          chosen.insert(ObjectIdentifier(model))
        }
        if chosen.contains(ObjectIdentifier(model)) { chosen.formUnion(targets) }
      }
    }
    return schema.models.filter { chosen.contains(ObjectIdentifier($0)) }
  }

  /// The versions that the store may have.
  private func candidates(_ versions: [MigrationPath.Version], _ texts: [String]) throws -> [Int] {
    if let text = stored.text {
      let same = texts.indices.filter { texts[$0] == text }
      if stored.schema.notesOriginalNames, !same.isEmpty { return same }
      // Original names and shared types may have changed in what stands for an old version.
      let plain = StoredSchema.plain(text)
      return texts.indices.filter { StoredSchema.plain(texts[$0]) == plain }
    }
    // An old store remembers no more than its tables.
    return try versions.indices.filter {
      try StoreState.structure(of: versions[$0].layout).signature == structure.signature
    }
  }

  /// The one with that number, else the first.
  private static func choose(
    _ candidates: [Int], _ versions: [MigrationPath.Version], _ number: Schema.Version?
  ) -> Int? {
    candidates.first { versions[$0].number == number } ?? candidates.first
  }

  private func walk(_ versions: [MigrationPath.Version], from start: Int, to end: Int) throws
    -> [MigrationPath.Step]
  {
    let stages = plan.stages
    // The tables of an old format become those of today first.
    var steps =
      stored.text == nil ? [MigrationPath.Step(from: nil, to: versions[start], stage: nil)] : []
    var place = start
    while place < end {
      let here = stages.filter { index(of: $0.fromVersion, versions) == place }
      let stage = here.max {
        (index(of: $0.toVersion, versions) ?? 0) < (index(of: $1.toVersion, versions) ?? 0)
      }
      let next = stage.flatMap { index(of: $0.toVersion, versions) } ?? place + 1
      guard next > place, next <= end else {
        throw SwiftDataError.loadIssueModelContainer.saying(
          "A stage of the migration plan \(plan) leads from version \(versions[place].number) to "
            + "\(versions[next].number), past or away from \(versions[end].number): let each stage "
            + "lead to the next version.")
      }
      steps.append(
        MigrationPath.Step(from: versions[place], to: versions[next], stage: stage))
      place = next
    }
    return steps
  }

  private func index(of version: any VersionedSchema.Type, _ versions: [MigrationPath.Version])
    -> Int?
  {
    versions.firstIndex { $0.number == version.versionIdentifier }
  }
}
