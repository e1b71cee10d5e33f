// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A column of a row that a query reads.
struct StoredColumn {
  let alias: String
  let entity: EntityLayout
  let property: Int
}

/// The search for a substring in a full-text index of sequences of three characters.
///
/// The search is a prefilter: the rows with all sequences of the substring include each row that
/// contains it, and `localizedStandardContains` decides.
enum SubstringSearch {
  /// The condition of `localizedStandardContains` with an index; nil if there is no suitable one.
  static func condition(_ text: Operand, _ part: Operand) -> Condition? {
    guard case .scalar(let scalar) = text, let column = scalar.column, scalar.type == .text,
      case .constant(let value) = part, let part = value as? String,
      let expression = expression(part),
      let index = column.entity.indexes.first(where: {
        $0.kind == .substrings && $0.properties.contains(column.property)
      })
    else { return nil }
    let table = index.tableName(in: column.entity)
    let key = EntityLayout.primaryKey
    let rows: SQLFragment = """
      \(identifier: column.alias).\(identifier: key) IN (SELECT rowid FROM \(identifier: table) \
      WHERE \(identifier: table) MATCH \(value: .text(expression)))
      """
    let test: SQLFragment =
      "cairn_localized_standard_contains(\(scalar.sql), \(value: .text(part)))"
    return scalar.condition("(\(rows) AND \(test))")
  }

  /// The FTS5 expression for a substring; nil if the index does not decide it.
  ///
  /// The folding of ASCII does not depend on the language, except for those with a dotless i.
  private static func expression(_ part: String) -> String? {
    guard SQLFunction.hasPlainCase, part.utf8.count >= 3,
      part.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    var part = part
    var sequences: [String] = []
    part.withUTF8 { bytes in
      _ = FullTextTokenizer.trigrams(bytes) { term in
        let quoted = String(decoding: term, as: UTF8.self).replacing("\"", with: "\"\"")
        if !sequences.contains(quoted) { sequences.append(quoted) }
        return sequences.count < longestExpression
      }
    }
    return sequences.map { "\"\($0)\"" }.joined(separator: " AND ")
  }

  /// The maximum number of sequences; further ones would select few rows less.
  private static let longestExpression = 16
}
