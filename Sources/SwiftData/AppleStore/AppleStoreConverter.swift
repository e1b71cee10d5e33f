// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

extension StoreFile {
  /// Makes a new store with readable tables from a store of Apple's framework, without models.
  ///
  /// Each entity is a table with the names of the store's own model, and relationships are foreign
  /// keys. The new store appears when it is complete.
  ///
  /// - Parameters:
  ///   - target: The file to create.
  ///   - skippingMissingFiles: Whether values whose external files are missing become NULL.
  /// - Returns: The numbers of imported objects, and the values that were left out.
  /// - Throws: A ``SwiftDataError`` with the reason; nothing is created then.
  package func importAppleStore(to target: URL, skippingMissingFiles: Bool = false) throws
    -> AppleStoreReport
  {
    let target = StoreFile(target)
    try target.requireNoFolder()
    for suffix in ["", "-wal"] where FileSystem.exists(target.url, suffix) {
      throw SwiftDataError.storeFailure.withMessage(
        "\(target.name)\(suffix) already exists. Choose another name for the new store; nothing was "
          + "imported.")
    }
    let converter = AppleStoreConverter(
      try AppleStoreFile(url), skipsMissingFiles: skippingMissingFiles)
    try FileSystem.makeFolder(target.url.deletingLastPathComponent())
    let copy = DatabaseCopy(to: target.url)
    do {
      let report = try target.translatingErrors { try converter.write(to: copy.partial) }
      try copy.publish()
      return report
    } catch {
      copy.discard()
      throw error
    }
  }
}

/// Writes the rows of a store of Apple's framework to the tables of a plan.
final class AppleStoreConverter {
  private let file: AppleStoreFile
  private var external: AppleExternalValues
  private var counts: [Int64: Int] = [:]
  private var skipped: [Int64: Int] = [:]
  private var brokenReferences: [String] = []

  init(_ file: AppleStoreFile, skipsMissingFiles: Bool) {
    self.file = file
    external = AppleExternalValues(file, skipsMissingFiles: skipsMissingFiles)
  }

  /// Creates a database with the tables and the rows.
  func write(to url: URL) throws -> AppleStoreReport {
    let plan = try file.read { try AppleStorePlan(file, external, $0) }
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    let queue = try DatabaseQueue(
      path: url.path(percentEncoded: false), configuration: configuration)
    try queue.write { target in
      for statement in plan.statements { try target.execute(sql: statement) }
      try StoreState.createMetadata(
        target, schema: plan.schemaText, version: Schema.Version(1, 0, 0))
      try file.read { source in
        for table in Set(plan.entities.map(\.table)).sorted() {
          try writeRows(plan.members(of: table), source, target)
        }
        for join in plan.joins { try writeJoin(join, source, target) }
      }
      try removeBrokenReferences(plan, target)
      let tables = Set(plan.entities.map(\.table)).union(plan.joins.map(\.pairs.table))
      for table in tables.sorted() {
        try target.execute(
          sql: "INSERT INTO _cairn_sequence (entity, last) "
            + "SELECT ?, coalesce(max(\(EntityLayout.primaryKey)), 0) "
            + "FROM \(SQLFragment.quoted(table))", arguments: [table])
      }
    }
    try queue.close()
    return report(plan)
  }

  // MARK: Rows

  /// The insertion of the rows of one entity.
  private struct Insertion {
    let entity: AppleStorePlan.Entity
    let attributes: [AppleStorePlan.Attribute]
    let toOnes: [AppleStorePlan.ToOne]
    let hasType: Bool
    let sql: String

    init(_ entity: AppleStorePlan.Entity, _ ancestors: [AppleStorePlan.Entity], hasType: Bool) {
      self.entity = entity
      self.hasType = hasType
      attributes = ancestors.flatMap(\.attributes)
      toOnes = ancestors.flatMap(\.toOnes)
      let columns =
        [EntityLayout.primaryKey] + (hasType ? [EntityLayout.typeColumn] : [])
        + attributes.map(\.column)
        + toOnes.flatMap { toOne in
          [toOne.column] + (toOne.hasOrder ? [RelationshipSQL.orderColumn(of: toOne.column)] : [])
        }
      sql =
        "INSERT INTO \(SQLFragment.quoted(entity.table)) "
        + "(\(columns.map(SQLFragment.quoted).joined(separator: ", "))) "
        + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    }
  }

  private func writeRows(
    _ members: [AppleStorePlan.Entity], _ source: Database, _ target: Database
  ) throws {
    guard let root = members.first else { return }
    let insertions = Dictionary(
      members.map { member in
        let numbers = file.ancestors(of: member.source)
        return (
          member.source.number,
          Insertion(
            member, members.filter { numbers.contains($0.source.number) },
            hasType: members.count > 1)
        )
      }
    ) { first, _ in first }
    let table = SQLFragment.quoted(root.source.table)
    let orders = Set(members.flatMap(\.toOnes).compactMap { $0.hasOrder ? $0.order : nil }).sorted()
      .map {
        ", \(Self.position($0, "Z_PK", in: table)) AS \(SQLFragment.quoted("position " + $0))"
      }
    let rows = try Row.fetchCursor(
      source, sql: "SELECT *\(orders.joined()) FROM \(table) ORDER BY Z_PK")
    while let row = try rows.next() {
      let number = row["Z_ENT"] as Int64? ?? 0
      guard let insertion = insertions[number] else {
        skipped[number, default: 0] += 1
        continue
      }
      try write(row, insertion, target)
      counts[number, default: 0] += 1
    }
  }

  private func write(_ row: Row, _ insertion: Insertion, _ target: Database) throws {
    let key: Int64 = row["Z_PK"]
    var values: [SQLValue] = [.integer(key)]
    if insertion.hasType { values.append(.text(insertion.entity.name)) }
    for attribute in insertion.attributes {
      do {
        values.append(try value(attribute, row, "\(insertion.entity.name) \(key)"))
      } catch let error as AppleValueConversion.Mismatch {
        throw SwiftDataError.storeIsCorrupt.withMessage(
          "\(insertion.entity.name) \(key) in \(file.name) has an invalid \(attribute.name): "
            + "\(error.reason). Correct it on a copy of the store; nothing was imported.")
      }
    }
    for toOne in insertion.toOnes {
      values.append(SQLValue(row[toOne.source] as DatabaseValue))
      guard toOne.hasOrder else { continue }
      let order = toOne.order.flatMap { row["position " + $0] as Double? }
      values.append(order.map { .real($0) } ?? .null)
    }
    try target.cachedStatement(sql: insertion.sql).execute(
      arguments: StatementArguments(values.map(\.databaseValue)))
  }

  /// An order number between 0 and 1 for a row's position in the order of a column.
  ///
  /// An appended row has its key as order number, which is larger.
  private static func position(_ order: String, _ key: String, in table: String) -> String {
    "row_number() OVER (ORDER BY \(SQLFragment.quoted(order)), \(key)) "
      + "/ (SELECT count(*) + 1.0 FROM \(table))"
  }

  private func value(_ attribute: AppleStorePlan.Attribute, _ row: Row, _ object: String) throws
    -> SQLValue
  {
    switch attribute.source {
    case .none: return .null
    case .column(let name, let hasMarkers):
      var value = SQLValue(row[name] as DatabaseValue)
      if hasMarkers, case .blob(let data) = value {
        value = try external.data(data, of: object).map { .blob($0) } ?? .null
      }
      return value.isNull ? .null : try AppleValueConversion.convert(value, to: attribute.type)
    case .composite(let elements):
      return AppleModelReader.composite(elements, row).map { .text($0) } ?? .null
    }
  }

  // MARK: Joins

  private func writeJoin(
    _ join: AppleStorePlan.JoinTable, _ source: Database, _ target: Database
  ) throws {
    let pairs = join.pairs
    var columns = [pairs.own, pairs.other, RelationshipSQL.orderColumn(of: pairs.own)]
    if join.hasInverseOrder { columns.append(RelationshipSQL.orderColumn(of: pairs.other)) }
    let sql =
      "INSERT INTO \(SQLFragment.quoted(pairs.table)) "
      + "(\(columns.map(SQLFragment.quoted).joined(separator: ", "))) "
      + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT DO NOTHING"
    let rows = try Row.fetchCursor(source, sql: Self.select(join.source))
    while let row = try rows.next() {
      var values: [SQLValue] = [.integer(row[0]), .integer(row[1])]
      values += [2, 3].prefix(columns.count - 2).map { index in
        (row[index] as Double?).map { .real($0) } ?? .null
      }
      try target.cachedStatement(sql: sql).execute(
        arguments: StatementArguments(values.map(\.databaseValue)))
    }
  }

  /// Selects the owner, the target and both orders.
  private static func select(_ source: AppleStorePlan.JoinTable.Source) -> String {
    switch source {
    case .join(let join):
      let (owner, target) = (SQLFragment.quoted(join.owner), SQLFragment.quoted(join.target))
      let table = SQLFragment.quoted(join.table)
      let orders = [join.order, join.inverseOrder].map { order in
        order.map { position($0, "\(owner), \(target)", in: table) } ?? "NULL"
      }
      return "SELECT \(owner), \(target), \(orders[0]), \(orders[1]) FROM \(table) "
        + "WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL ORDER BY 1, 2"
    case .column(let column, let order, let entity):
      let owner = SQLFragment.quoted(column)
      let table = SQLFragment.quoted(entity.table)
      let number = order.map { position($0, "Z_PK", in: table) } ?? "NULL"
      return "SELECT \(owner), Z_PK, \(number), NULL FROM \(table) "
        + "WHERE \(owner) IS NOT NULL ORDER BY 1, 2"
    }
  }

  /// Removes references to rows that do not exist, and reports them.
  private func removeBrokenReferences(_ plan: AppleStorePlan, _ target: Database) throws {
    let key = EntityLayout.primaryKey
    for entity in plan.entities {
      for toOne in entity.toOnes {
        let column = SQLFragment.quoted(toOne.column)
        let keys = try Int64.fetchAll(
          target,
          sql: "UPDATE \(SQLFragment.quoted(entity.table)) SET \(column) = NULL "
            + "WHERE \(column) IS NOT NULL AND \(column) NOT IN "
            + "(SELECT \(key) FROM \(SQLFragment.quoted(toOne.targetTable))) RETURNING \(key)")
        brokenReferences += keys.map { "\(entity.name) \($0).\(toOne.name)" }
      }
    }
    for join in plan.joins {
      let own = SQLFragment.quoted(join.pairs.own)
      let missing = [(join.pairs.own, join.ownerTable), (join.pairs.other, join.targetTable)]
        .map { column, table in
          "\(SQLFragment.quoted(column)) NOT IN (SELECT \(key) FROM \(SQLFragment.quoted(table)))"
        }.joined(separator: " OR ")
      let keys = try Int64.fetchAll(
        target,
        sql: "DELETE FROM \(SQLFragment.quoted(join.pairs.table)) WHERE \(missing) RETURNING \(own)"
      )
      brokenReferences += keys.map { "\(join.owner) \($0).\(join.pairs.name)" }
    }
  }

  // MARK: Report

  private func report(_ plan: AppleStorePlan) -> AppleStoreReport {
    let attributes = plan.entities.flatMap { entity in
      entity.attributes.flatMap(\.source.columns).map { [entity.source.table, $0] }
        + entity.toOnes.map { [entity.source.table, $0.source] }
    }
    var used = Set(attributes)
    for case .column(let column, _, let entity) in plan.joins.map(\.source) {
      used.insert([entity.table, column])
    }
    return AppleStoreReport(
      entities: plan.entities.map { entity in
        let columns =
          entity.parent != nil
          ? []
          : AppleColumns(file: file)
            .properties(of: entity.source.table).map(\.name)
            .filter { !used.contains([entity.source.table, $0]) }
        return AppleStoreReport.Entity(
          name: entity.source.name, destination: entity.name,
          count: counts[entity.source.number] ?? 0,
          skippedCount: skipped[entity.source.number] ?? 0, skippedProperties: columns)
      }.sorted { $0.name < $1.name },
      missingFiles: external.missing.sorted(), brokenReferences: brokenReferences.sorted(),
      frameworkVersion: file.frameworkVersion)
  }
}
