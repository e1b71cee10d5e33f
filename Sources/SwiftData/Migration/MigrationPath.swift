// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The steps that migrate a store from its version to the container's version.
struct MigrationPath {
  /// One version on the path.
  struct Version {
    let schema: Schema
    let layout: StoreLayout

    var number: Schema.Version { schema.version }
  }

  struct Step {
    /// Nil if the old version's models are unknown or not needed.
    let from: Version?
    let to: Version
    let stage: MigrationStage?
    /// The version that the store has and keeps; nil if a new version permits dropping rows.
    var keptVersion: Schema.Version?
  }

  let steps: [Step]

  /// Finds the path from a store to the models.
  ///
  /// - Throws: A ``SwiftDataError`` if there is no path; for a store of other models, if it
  ///   `hasRows`.
  init(
    _ stored: StoreState.Known, _ structure: DatabaseStructure, to target: Version,
    _ migration: StoreMigration, store: String, hasRows: () throws -> Bool
  ) throws {
    guard let plan = migration.plan else {
      if let number = stored.version, number > target.number {
        throw Self.newer(store, number, than: target.number)
      }
      let change = CommonEntities(stored.schema, target.layout)
      guard try change.isAny || stored.schema.entities.isEmpty || !hasRows() else {
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "\(store) contains rows, but none of the models: "
            + SchemaDifference(
              stored.schema, StoredSchema(target.layout), "the store", "the container"
            ).description
            + " Open it with its own models or a migration plan, or choose another file; nothing "
            + "was changed.")
      }
      let known = stored.version ?? target.number
      steps = [
        Step(
          from: nil, to: target, stage: nil, keptVersion: target.number > known ? nil : known)
      ]
      return
    }
    let resolver = PlanResolver(plan: plan, stored: stored, structure: structure, target: target)
    let found = try resolver.steps(migration, store: store)
    let isOther = stored.text != StoredSchema.text(of: target.layout)
    steps = found.isEmpty && isOther ? [Step(from: nil, to: target, stage: nil)] : found
  }

  static func newer(_ store: String, _ stored: Schema.Version, than known: Schema.Version)
    -> SwiftDataError
  {
    SwiftDataError.backwardMigration.withMessage(
      "\(store) has version \(stored) of its models, and the newest version of this program is "
        + "\(known). Update the program, or pass the schema of that version "
        + "(Schema(versionedSchema:)); nothing in the store was changed.")
  }
}

/// The entities that a store and the models have in common, by current or original name.
private struct CommonEntities {
  let isAny: Bool

  init(_ stored: StoredSchema, _ layout: StoreLayout) {
    isAny = layout.entities.contains { entity in
      stored.entity(named: entity.name) != nil
        || entity.originalName.flatMap(stored.entity(named:)) != nil
    }
  }
}

/// Finds a store's version in a migration plan, and the steps from there to the target.
private struct PlanResolver {
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
      throw SwiftDataError.unknownSchema.withMessage(
        "No version of the migration plan \(plan) has the container's models: "
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
      throw SwiftDataError.unknownDataStoreSchema.withMessage(
        "\(store)\(stored.version.map { " has version \($0) of its models and" } ?? "") matches "
          + "no version of the migration plan \(plan) "
          + "(\(versions.map { "\($0.number)" }.joined(separator: ", "))). "
          + SchemaDifference(
            stored.schema, StoredSchema(text: texts[nearest]), "the store",
            "version \(versions[nearest].number)"
          ).description
          + " Add the version that wrote the store to the plan; nothing in the store was changed.")
    }
    if start > end {
      throw MigrationPath.newer(store, versions[start].number, than: versions[end].number)
    }
    return try path(versions, from: start, to: end)
  }

  /// The plan's versions, with only the models that belong to this store.
  private func versions(_ migration: StoreMigration) throws -> [MigrationPath.Version] {
    try plan.schemas.map { version in
      let schema = Schema(versionedSchema: version)
      let models = migration.isOneOfSeveral ? self.models(of: schema) : schema.models
      return MigrationPath.Version(
        schema: schema, layout: try StoreLayout(models: models, of: schema))
    }
  }

  /// The models of a version that belong to this store, if the container has several stores.
  ///
  /// These are the models whose entities are in the store or in its target layout, and all models
  /// related to them.
  private func models(of schema: Schema) -> [any PersistentModel.Type] {
    var names = Set(stored.schema.entities.map(\.name) + target.layout.entities.map(\.name))
    names.formUnion(target.layout.entities.compactMap(\.originalName))
    var chosen: Set<ObjectIdentifier> = []
    var count = -1
    while count != chosen.count {
      count = chosen.count
      for model in schema.models {
        let targets = ModelDescription.of(model).relationships.map {
          ObjectIdentifier($0.target)
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

  /// The indexes of the versions that match the store.
  private func candidates(_ versions: [MigrationPath.Version], _ texts: [String]) throws -> [Int] {
    if let text = stored.text {
      let same = texts.indices.filter { texts[$0] == text }
      if stored.schema.recordsOriginalNames, !same.isEmpty { return same }
      // Original names and shared types may have changed in the code that represents an old
      // version.
      let plain = StoredSchema.plain(text)
      let equal = texts.indices.filter { StoredSchema.plain(texts[$0]) == plain }
      if !equal.isEmpty { return equal }
      // Indexes have no effect on the values, so a version may get others without a new number.
      let tables = StoredSchema.withoutIndexes(plain)
      return texts.indices.filter {
        StoredSchema.withoutIndexes(StoredSchema.plain(texts[$0])) == tables
      }
    }
    // A store of an old format has recorded only its tables.
    return try versions.indices.filter {
      try StoreState.structure(of: versions[$0].layout).signature == structure.signature
    }
  }

  /// The candidate with that version number, otherwise the first.
  private static func choose(
    _ candidates: [Int], _ versions: [MigrationPath.Version], _ number: Schema.Version?
  ) -> Int? {
    candidates.first { versions[$0].number == number } ?? candidates.first
  }

  private func path(_ versions: [MigrationPath.Version], from start: Int, to end: Int) throws
    -> [MigrationPath.Step]
  {
    let stages = plan.stages
    // Tables of an old format are first brought to the current format.
    var steps =
      stored.text == nil ? [MigrationPath.Step(from: nil, to: versions[start], stage: nil)] : []
    var position = start
    while position < end {
      let here = stages.filter { index(of: $0.fromVersion, versions) == position }
      let stage = here.max {
        (index(of: $0.toVersion, versions) ?? 0) < (index(of: $1.toVersion, versions) ?? 0)
      }
      let next = stage.flatMap { index(of: $0.toVersion, versions) } ?? position + 1
      guard next > position, next <= end else {
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "A stage of the migration plan \(plan) leads from version \(versions[position].number) "
            + "to \(versions[next].number), which is not on the way to "
            + "\(versions[end].number). Each stage must lead to the next version.")
      }
      steps.append(
        MigrationPath.Step(from: versions[position], to: versions[next], stage: stage))
      position = next
    }
    return steps
  }

  private func index(of version: any VersionedSchema.Type, _ versions: [MigrationPath.Version])
    -> Int?
  {
    versions.firstIndex { $0.number == version.versionIdentifier }
  }
}

extension MigrationPath {
  /// Validates a migration plan, whether or not a store needs migration now.
  ///
  /// - Parameter plan: The migration plan.
  /// - Throws: A ``SwiftDataError`` if no store could follow the plan.
  static func check(_ plan: any SchemaMigrationPlan.Type) throws {
    let versions = plan.schemas.map { $0.versionIdentifier }
    for (one, next) in zip(versions, versions.dropFirst()) where one >= next {
      throw SwiftDataError.loadIssueModelContainer.withMessage(
        "The migration plan \(plan) lists version \(next) after \(one). List the oldest version "
          + "first, each with its own number.")
    }
    for stage in plan.stages {
      let (from, to) = (stage.fromVersion.versionIdentifier, stage.toVersion.versionIdentifier)
      for version in [from, to] where !versions.contains(version) {
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "A stage of the migration plan \(plan) names version \(version), which is missing "
            + "from the plan's schemas. Add it there.")
      }
      if from >= to {
        throw SwiftDataError.loadIssueModelContainer.withMessage(
          "A stage of the migration plan \(plan) leads from version \(from) to \(to). Each stage "
            + "must lead to a later version.")
      }
    }
  }
}
