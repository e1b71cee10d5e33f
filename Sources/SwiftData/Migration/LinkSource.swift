// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Where the links of a relationship lie before a migration: a table with the keys of owners and
/// targets.
struct LinkSource: Equatable {
  let table: String
  /// The column of the owner's key.
  let owner: String
  /// The column of the target's key.
  let target: String
  /// The column of the target's place among the owner's targets, if that is not the row's key.
  let targetPlace: String?
  /// The column of the owner's place among the target's owners.
  let ownerPlace: String?

  /// The same links from the other end.
  var reversed: LinkSource {
    LinkSource(
      table: table, owner: target, target: owner, targetPlace: ownerPlace, ownerPlace: targetPlace)
  }

  /// The links of a property; nil for an attribute.
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
        table: schema.table(of: entity), owner: key, target: property.column, targetPlace: nil,
        ownerPlace: order(property.column, schema.table(of: entity)))
    case .toMany(let name, let inverse):
      let target = schema.entity(named: name).map(schema.table(of:)) ?? name
      self.init(
        table: target, owner: inverse, target: key, targetPlace: order(inverse, target),
        ownerPlace: nil)
    case .pairs(_, _, let pairs):
      self.init(
        table: pairs.table, owner: pairs.own, target: pairs.other,
        targetPlace: order(pairs.own, pairs.table), ownerPlace: order(pairs.other, pairs.table))
    }
  }

  private init(
    table: String, owner: String, target: String, targetPlace: String?, ownerPlace: String?
  ) {
    self.table = table
    self.owner = owner
    self.target = target
    self.targetPlace = targetPlace
    self.ownerPlace = ownerPlace
  }

  /// The links: the owner's key and the target's.
  var select: String {
    let (owner, target) = (SQLFragment.quoted(owner), SQLFragment.quoted(target))
    return "SELECT \(owner), \(target) FROM \(SQLFragment.quoted(table)) "
      + "WHERE \(owner) IS NOT NULL AND \(target) IS NOT NULL"
  }

  /// The number of owners with more than one target.
  var countOfShared: String {
    let owner = SQLFragment.quoted(owner)
    return "SELECT count(*) FROM (SELECT 1 FROM (\(select)) GROUP BY \(owner) HAVING count(*) > 1)"
  }
}
