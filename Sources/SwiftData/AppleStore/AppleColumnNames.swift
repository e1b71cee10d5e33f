// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The names of the columns of properties in a store that contains its model.
///
/// The entities of a tree share one table. Apple's framework names a column after its property, and
/// adds the first free number to a name that an entity with a lower number uses: the three
/// properties `title` of three subentities are in `ZTITLE`, `ZTITLE1` and `ZTITLE2`.
struct AppleColumnNames {
  /// The names in upper case, by entity number and by the property's own name.
  private var names: [Int64: [String: String]] = [:]

  /// Names the columns of the own properties of all entities.
  ///
  /// `columns` has the names of each table's columns. The columns of a table that lacks one of the
  /// names are unknown.
  init(_ entities: [AppleStoreFile.Entity], _ model: AppleModel, columns: [String: Set<String>]) {
    for (table, members) in Dictionary(grouping: entities, by: \.table) {
      let existing = columns[table] ?? []
      var used: Set<String> = []
      var names: [Int64: [String: String]] = [:]
      for entity in members.sorted(by: { $0.number < $1.number }) {
        guard let known = model.entity(named: entity.name) else { continue }
        for property in Self.properties(of: known, in: model) {
          let name = Self.firstFree("Z" + property.uppercased(), &used)
          names[entity.number, default: [:]][property] = name
        }
      }
      if used.isSubset(of: existing) { self.names.merge(names) { first, _ in first } }
    }
  }

  /// The column of a property that the entity declares itself, in upper case; nil if it is unknown.
  subscript(property: String, entity: Int64) -> String? { names[entity]?[property] }

  /// The own properties with one column each.
  ///
  /// A composite attribute has a column for each element, and a to-many relationship has none.
  private static func properties(of entity: AppleModel.Entity, in model: AppleModel) -> [String] {
    let parent = entity.superentity.flatMap { model.entity(named: $0) }
    let inherited = Set(
      (parent?.attributes.map(\.name) ?? []) + (parent?.relationships.map(\.name) ?? []))
    let own =
      entity.attributes.filter(\.elements.isEmpty).map(\.name)
      + entity.relationships.filter { !$0.isToMany }.map(\.name)
    return own.filter { !inherited.contains($0) }
  }

  private static func firstFree(_ name: String, _ used: inout Set<String>) -> String {
    var candidate = name
    var number = 0
    while !used.insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }
}
