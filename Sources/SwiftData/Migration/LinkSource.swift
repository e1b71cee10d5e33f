// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The table and columns that hold a relationship's links before a migration: keys of owners and
/// targets.
struct LinkSource: Equatable {
  let table: String
  /// The column of the owner's key.
  let owner: String
  /// The column of the target's key.
  let target: String
  /// The column that orders the owner's targets; nil if the row's key orders them.
  let targetOrder: String?
  /// The column that orders the target's owners; nil without one.
  let ownerOrder: String?

  /// The links in the inverse direction.
  var reversed: LinkSource {
    LinkSource(
      table: table, owner: target, target: owner, targetOrder: ownerOrder, ownerOrder: targetOrder)
  }

  /// Creates the source of a property's links; nil for an attribute.
  init?(
    _ property: StoredSchema.Property, of entity: StoredSchema.Entity, in schema: StoredSchema,
    _ tables: DatabaseStructure
  ) {
    func order(_ column: String, _ table: String) -> String? {
      let name = RelationshipSQL.orderColumn(of: column)
      return tables.tables[table]?.column(named: name) == nil ? nil : name
    }
    let key = EntityLayout.primaryKey
    switch property.storage {
    case .attribute:
      return nil
    case .toOne:
      self.init(
        table: schema.table(of: entity), owner: key, target: property.column, targetOrder: nil,
        ownerOrder: order(property.column, schema.table(of: entity)))
    case .toMany(let name, let inverse):
      let target = schema.entity(named: name).map(schema.table(of:)) ?? name
      self.init(
        table: target, owner: inverse, target: key, targetOrder: order(inverse, target),
        ownerOrder: nil)
    case .pairs(_, _, let pairs):
      self.init(
        table: pairs.table, owner: pairs.own, target: pairs.other,
        targetOrder: order(pairs.own, pairs.table), ownerOrder: order(pairs.other, pairs.table))
    }
  }

  private init(
    table: String, owner: String, target: String, targetOrder: String?, ownerOrder: String?
  ) {
    self.table = table
    self.owner = owner
    self.target = target
    self.targetOrder = targetOrder
    self.ownerOrder = ownerOrder
  }

  /// A query for the links: the owner's key and the target's key.
  var select: String {
    let (owner, target) = (SQLFragment.quoted(owner), SQLFragment.quoted(target))
    return "SELECT \(owner), \(target) FROM \(SQLFragment.quoted(table)) "
      + "WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL"
  }

  /// A query for the number of owners with more than one target.
  var countOfShared: String {
    let owner = SQLFragment.quoted(owner)
    return "SELECT count(*) FROM (SELECT 1 FROM (\(select)) GROUP BY \(owner) HAVING count(*) > 1)"
  }
}
