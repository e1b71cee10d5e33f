// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Imports a store that Apple's framework wrote into the models of a context, which the caller
/// saves.
final class AppleStoreImporter {
  let file: AppleStoreFile
  let context: ModelContext
  var external: AppleExternalValues
  /// The readers of the matched entities, by entity number.
  private(set) var readers: [Int64: AppleModelReader] = [:]
  /// The new models by table and key.
  private var models: [String: [Int64: any PersistentModel]] = [:]
  private var counts: [Int64: Int] = [:]
  private var skipped: [Int64: Int] = [:]
  /// The columns that were read, by table.
  private var usedColumns: [String: Set<String>] = [:]
  /// The imported relationships, as "Entity.name" in the store.
  private var usedRelationships: Set<String> = []
  private(set) var brokenReferences: [String] = []

  init(_ file: AppleStoreFile, into context: ModelContext, skipsMissingFiles: Bool) {
    self.file = file
    self.context = context
    external = AppleExternalValues(file, skipsMissingFiles: skipsMissingFiles)
  }

  /// Creates all models with their relationships, as pending inserts of the context.
  func run() throws -> AppleStoreReport {
    let scratch = try DatabaseQueue()
    try scratch.inDatabase { scratch in
      try file.read { database in
        try matchEntities(scratch, database)
        try requireMatch()
        for table in Set(readers.values.map(\.entity.table)).sorted() {
          try readRows(of: table, database)
        }
      }
    }
    try file.read { try readRelationships($0) }
    return report()
  }

  // MARK: Entities

  /// Finds the entity of each model: by name, by original name, or by a name that differs in case.
  private func matchEntities(_ scratch: Database, _ database: Database) throws {
    for core in context.cores {
      for layout in core.store.layout.entities {
        guard let entity = entity(of: layout), readers[entity.number] == nil else { continue }
        let reader = try AppleModelReader(entity, layout, file, external, scratch, database)
        readers[entity.number] = reader
        markUsed(reader.sources.flatMap(\.columns), in: entity.table)
      }
    }
  }

  private func entity(of layout: EntityLayout) -> AppleStoreFile.Entity? {
    let names = [layout.name, layout.originalName].compactMap(\.self)
    for name in names {
      if let found = file.entities.first(where: { $0.name == name || $0.storedName == name }) {
        return found
      }
    }
    return file.entities.first { $0.name.uppercased() == layout.name.uppercased() }
  }

  private func requireMatch() throws {
    if !readers.isEmpty { return }
    let models = context.cores.flatMap { $0.store.layout.entities.map(\.name) }
    throw SwiftDataError.loadIssueModelContainer.withMessage(
      "\(file.name) has no entity of the container's models. It has "
        + "\(Self.list(file.entities.map(\.name))), and the models are \(Self.list(models)). Rename "
        + "a model, or import the store without models; nothing was imported.")
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
  }

  /// The reader of an entity: its own, or the nearest superentity's.
  private func reader(for number: Int64) -> AppleModelReader? {
    guard let entity = file.entity(numbered: number) else { return nil }
    return file.ancestors(of: entity).lazy.compactMap { self.readers[$0] }.first
  }

  // MARK: Rows

  private func readRows(of table: String, _ database: Database) throws {
    let members = Dictionary(
      file.entities.compactMap { entity in reader(for: entity.number).map { (entity.number, $0) } }
    ) { first, _ in first }
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM \(SQLFragment.quoted(table)) ORDER BY Z_PK")
    while let row = try rows.next() {
      let key: Int64 = row["Z_PK"]
      let number = row["Z_ENT"] as Int64? ?? 0
      guard let reader = members[number] else {
        skipped[number, default: 0] += 1
        continue
      }
      let model = try reader.model(row, key: key, &external)
      context.insert(model)
      models[table, default: [:]][key] = model
      counts[number, default: 0] += 1
    }
  }

  /// The new model of a row; nil if it was not imported.
  func model(_ key: Int64, in table: String) -> (any PersistentModel)? { models[table]?[key] }

  func markUsed(_ columns: [String], in table: String) {
    usedColumns[table, default: []].formUnion(columns)
  }

  func markUsed(_ relationship: String, of entity: AppleStoreFile.Entity) {
    usedRelationships.insert("\(entity.name).\(relationship)")
  }

  func reportBroken(_ object: String) { brokenReferences.append(object) }

  // MARK: Report

  private func report() -> AppleStoreReport {
    AppleStoreReport(
      entities: file.entities.map { entity in
        let reader = reader(for: entity.number)
        return AppleStoreReport.Entity(
          name: entity.name, destination: reader?.layout.name,
          count: counts[entity.number] ?? 0, skippedCount: skipped[entity.number] ?? 0,
          skippedProperties: reader == nil ? [] : skippedProperties(of: entity))
      }.sorted { $0.name < $1.name },
      missingFiles: external.missing.sorted(), brokenReferences: brokenReferences.sorted(),
      frameworkVersion: file.frameworkVersion)
  }

  /// The names of the properties without a counterpart, or of their columns if the store has no
  /// model.
  private func skippedProperties(of entity: AppleStoreFile.Entity) -> [String] {
    let used = usedColumns[entity.table] ?? []
    guard let known = file.model?.entity(named: entity.name) else {
      return AppleColumns(file: file).properties(of: entity.table).map(\.name)
        .filter { !used.contains($0) }
    }
    // An inherited property is listed only for the entity that declares it.
    let inherited = known.superentity.flatMap { file.model?.entity(named: $0) }
    let attributes = known.attributes.filter { attribute in
      inherited?.attributes.contains { $0.name == attribute.name } != true
        && !isUsed(attribute, used)
    }.map(\.name)
    let relationships = known.relationships.filter { relationship in
      inherited?.relationship(named: relationship.name) == nil
        && !isUsed(relationship, of: known)
    }.map(\.name)
    return (attributes + relationships).sorted()
  }

  private func isUsed(_ attribute: AppleModel.Attribute, _ used: Set<String>) -> Bool {
    let names =
      [attribute.name]
      + attribute.elements.flatMap { element in
        ["\(attribute.name)_\(element.name)", attribute.name + element.name, element.name]
      }
    let columns = names.map { "Z" + $0.uppercased() }
    return used.contains { column in
      let plain = column.uppercased()
      return columns.contains { wanted in
        plain.hasPrefix(wanted) && plain.dropFirst(wanted.count).allSatisfy(\.isNumber)
      }
    }
  }

  /// A relationship is imported if either end is.
  private func isUsed(_ relationship: AppleModel.Relationship, of entity: AppleModel.Entity) -> Bool
  {
    if usedRelationships.contains("\(entity.name).\(relationship.name)") { return true }
    guard let inverse = relationship.inverse else { return false }
    return usedRelationships.contains("\(relationship.destination).\(inverse)")
  }
}
