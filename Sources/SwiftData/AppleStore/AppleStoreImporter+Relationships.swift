// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension AppleStoreImporter {
  /// A relationship of a model, with its ends in the store.
  private struct Link {
    let reader: AppleModelReader
    let relationship: ModelDescription.Relationship
    let inverse: ModelDescription.Relationship?
    let target: AppleStoreFile.Entity
    /// The relationship's name in the store.
    let name: String
    /// The name of the inverse in the store.
    let inverseName: String?

    var owner: AppleStoreFile.Entity { reader.entity }
  }

  /// The ends of a relationship that a row of the store sets.
  private enum Ends {
    case both, owner, target
  }

  /// Links the models as the rows of the store are.
  func readRelationships(_ database: Database) throws {
    // The inverses that were set together with their relationships.
    var done: Set<ObjectIdentifier> = []
    let links = readers.values.sorted { $0.entity.number < $1.entity.number }.flatMap(links)
    // To-one relationships have columns, from which their inverses follow.
    for link in links.filter({ !$0.relationship.isToMany })
      + links.filter({ $0.relationship.isToMany })
    {
      if done.contains(ObjectIdentifier(link.relationship)) { continue }
      let isRead =
        link.relationship.isToMany
        ? try readToMany(link, database) : try readToOne(link, database)
      guard isRead else { continue }
      markUsed(link.name, of: link.owner)
      if let inverse = link.inverse, inverse !== link.relationship {
        done.insert(ObjectIdentifier(inverse))
      }
    }
  }

  private func links(of reader: AppleModelReader) -> [Link] {
    let known = file.model?.entity(named: reader.entity.name)
    return reader.description.relationships.compactMap { relationship in
      // The reader of the declaring class reads the relationship for all subclasses.
      if relationship.owner != reader.description.type,
        readers.values.contains(where: { $0.layout.type == relationship.owner })
      {
        return nil
      }
      guard let target = readers.values.first(where: { $0.layout.type == relationship.target })
      else { return nil }
      let property = reader.layout.properties[relationship.index]
      let name = AppleModelReader.sourceName(property, reader.description, known)
      let inverse = reader.description.inverse(of: relationship)
      let inverseName =
        known?.relationship(named: name)?.inverse
        ?? inverse.map { inverse in
          AppleModelReader.sourceName(
            target.layout.properties[inverse.index], target.description,
            file.model?.entity(named: target.entity.name))
        }
      return Link(
        reader: reader, relationship: relationship, inverse: inverse, target: target.entity,
        name: name, inverseName: inverseName)
    }
  }

  // MARK: To-one

  /// Reads the column of a to-one relationship; false if there is none.
  private func readToOne(_ link: Link, _ database: Database) throws -> Bool {
    let columns = AppleColumns(file: file)
    let others = link.reader.layout.properties.map(\.name).filter { $0 != link.name }
    guard
      file.model?.entity(named: link.owner.name)?.relationship(named: link.name)?.isToMany != true,
      let column = try columns.column(link.name, of: link.owner, others: others, database)?.name
    else { return false }
    markUsed([column], in: link.owner.table)
    try readForeignKey(
      column, in: link.owner, order: columns.order(of: column, in: link.owner.table), database
    ) { key, target in
      try connect(link, owner: key, target: target, .both)
    }
    return true
  }

  /// Calls `body` with the key of each row and the key in a column, in the order of the targets.
  private func readForeignKey(
    _ column: String, in entity: AppleStoreFile.Entity, order: String?, _ database: Database,
    _ body: (Int64, Int64) throws -> Void
  ) throws {
    let name = SQLFragment.quoted(column)
    let sort = order.map { SQLFragment.quoted($0) + ", Z_PK" } ?? "Z_PK"
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT Z_PK, \(name) FROM \(SQLFragment.quoted(entity.table)) "
        + "WHERE \(name) IS NOT NULL AND \(file.condition(for: entity)) ORDER BY \(sort)")
    while let row = try rows.next() { try body(row[0], row[1]) }
  }

  // MARK: To-many

  /// Reads the join table of a to-many relationship, or its column in the target's table; false if
  /// there is neither.
  private func readToMany(_ link: Link, _ database: Database) throws -> Bool {
    let columns = AppleColumns(file: file)
    if link.inverse?.isToMany != true,
      let column = try toManyColumn(link, columns, database)
    {
      markUsed([column], in: link.target.table)
      try readForeignKey(
        column, in: link.target, order: columns.order(of: column, in: link.target.table), database
      ) { key, owner in
        try connect(link, owner: owner, target: key, .both)
      }
      return true
    }
    // A to-one inverse has no join table.
    guard link.inverse?.isToMany != false,
      let join = columns.join(
        link.name, of: link.owner, to: link.target, inverse: link.inverseName)
    else { return false }
    if link.inverse === link.relationship {
      try readSymmetric(join, link, database)
      return true
    }
    try readJoin(join, order: join.order, database) { owner, target in
      try connect(link, owner: owner, target: target, .owner)
    }
    if link.inverse == nil { return true }
    try readJoin(join, order: join.inverseOrder, database) { owner, target in
      try connect(link, owner: owner, target: target, .target)
    }
    return true
  }

  /// Reads the join table of a relationship that is its own inverse.
  private func readSymmetric(
    _ join: AppleColumns.Join, _ link: Link, _ database: Database
  ) throws {
    var seen: Set<[Int64]> = []
    try readJoin(join, order: join.order, database) { owner, target in
      guard seen.insert([min(owner, target), max(owner, target)]).inserted else { return }
      try connect(link, owner: owner, target: target, owner == target ? .owner : .both)
    }
  }

  /// The column in the target's table for a to-many relationship without an inverse in the models.
  private func toManyColumn(_ link: Link, _ columns: AppleColumns, _ database: Database) throws
    -> String?
  {
    if let column = columns.oneWayColumn(link.name, of: link.owner, in: link.target.table) {
      return column
    }
    guard let inverse = link.inverseName,
      file.model?.entity(named: link.target.name)?.relationship(named: inverse)?.isToMany == false
    else { return nil }
    return try columns.column(inverse, of: link.target, others: [], database)?.name
  }

  private func readJoin(
    _ join: AppleColumns.Join, order: String?, _ database: Database,
    _ body: (Int64, Int64) throws -> Void
  ) throws {
    let (owner, target) = (SQLFragment.quoted(join.owner), SQLFragment.quoted(join.target))
    let sort = [order.map(SQLFragment.quoted), owner, target].compactMap(\.self)
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(owner), \(target) FROM \(SQLFragment.quoted(join.table)) "
        + "WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL "
        + "ORDER BY \(sort.joined(separator: ", "))")
    while let row = try rows.next() { try body(row[0], row[1]) }
  }

  // MARK: Models

  /// Links two models, and reports a reference to an object that does not exist.
  private func connect(_ link: Link, owner: Int64, target: Int64, _ ends: Ends) throws {
    let model = model(owner, in: link.owner.table)
    let other = self.model(target, in: link.target.table)
    guard let model, ModelDescription.of(type(of: model)).isA(link.reader.layout.type) else {
      if ends != .target, other != nil { reportBroken(link, owner) }
      return
    }
    guard let other, ModelDescription.of(type(of: other)).isA(link.relationship.target) else {
      try requireOptional(link, owner)
      if ends != .target { reportBroken(link, owner) }
      return
    }
    if ends != .target { link.relationship.access.link(other, to: model) }
    if ends != .owner { link.inverse?.access.link(model, to: other) }
  }

  private func reportBroken(_ link: Link, _ owner: Int64) {
    reportBroken("\(link.reader.name(ofKey: owner)).\(link.name)")
  }

  private func requireOptional(_ link: Link, _ owner: Int64) throws {
    if link.relationship.isOptional || link.relationship.isToMany { return }
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(link.reader.name(ofKey: owner)) in \(file.name) can't be imported: its \(link.name) refers "
        + "to an object that does not exist, but \(link.reader.layout.name)."
        + "\(link.relationship.name) is required. Make it optional; nothing was imported.")
  }
}
