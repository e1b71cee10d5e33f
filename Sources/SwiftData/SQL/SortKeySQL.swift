// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The SQL of the indexes that serve sorts in the default order of strings.
///
/// An index that `#Index` declares has a sort-key index beside it if its last property is a string: the same columns,
/// with the sort key instead of the string. The names begin with `_cairn`, because they are not a part of the schema:
/// ``DerivedIndexes`` creates them for the rules of this program.
enum SortKeySQL {
  /// The beginning of the names.
  static let prefix = "_cairn_localized_"

  /// The statements of an entity's own indexes; `condition` selects the rows of a subclass.
  static func statements(_ entity: EntityLayout, _ condition: String?) -> [String] {
    entity.ownIndexes.filter { $0.kind == .ordered }.compactMap { index in
      guard let last = index.properties.last, isString(last, entity) else { return nil }
      let name = SQLFragment.quoted(prefix + index.tableName(in: entity))
      let table = SQLFragment.quoted(entity.table)
      let columns = index.properties.map { SQLFragment.quoted(entity.properties[$0].column) }
      let key = StringOrder.localizedStandard.key(
        of: SQLFragment(stringLiteral: columns[columns.count - 1]))
      let list = (columns.dropLast() + [key.prepare().sql]).joined(separator: ", ")
      return "CREATE INDEX \(name) ON \(table)(\(list))" + (condition.map { " WHERE \($0)" } ?? "")
    }
  }

  /// True if the property is sorted by its sort key.
  private static func isString(_ property: Int, _ entity: EntityLayout) -> Bool {
    guard case .attribute(.text, isExternal: false) = entity.properties[property].storage else {
      return false
    }
    let type = Swift.type(of: ModelDescription.of(entity.type).keyPaths[property]).valueType
    return type == String.self || type == String?.self
  }

  /// The name of the rules of an index; nil if the statement has an unknown form.
  static func rules(of statement: String) -> String? {
    statement.firstMatch(of: /, '([^ ']+ [0-9.]+)'\)/).map { String($0.1) }
  }
}
