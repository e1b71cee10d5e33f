// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What differs between the tables of a store and those that the models ask for, in words.
struct SchemaDifference: CustomStringConvertible {
  let description: String

  init(stored: [String], wanted: [String]) {
    let (old, new) = (Self.tables(stored), Self.tables(wanted))
    var parts: [String] = []
    func note(_ names: [String], _ what: String) {
      if names.isEmpty { return }
      let shown = names.sorted().prefix(8).joined(separator: ", ")
      parts.append("\(what) \(shown)\(names.count > 8 ? " and \(names.count - 8) more" : "")")
    }
    note(new.keys.filter { old[$0] == nil }, "the store lacks")
    note(old.keys.filter { new[$0] == nil }, "only the store has")
    for (name, columns) in new.sorted(by: { $0.key < $1.key }) {
      guard let stored = old[name], stored != columns else { continue }
      note(columns.filter { !stored.contains($0) }, "in \(name) the models have")
      note(stored.filter { !columns.contains($0) }, "in \(name) the store has")
    }
    description = parts.isEmpty ? "their indexes differ." : parts.joined(separator: "; ") + "."
  }

  /// The column declarations of each table, by the table's name.
  private static func tables(_ statements: [String]) -> [String: [String]] {
    var tables: [String: [String]] = [:]
    for statement in statements {
      let lines = statement.split(separator: "\n")
      guard let first = lines.first, first.hasPrefix("CREATE TABLE ") else { continue }
      let name = first.dropFirst("CREATE TABLE ".count).split(separator: "\"").first ?? ""
      tables[String(name)] = lines.dropFirst().dropLast().map { line in
        let column = line.drop { $0 == " " }
        return String(column.hasSuffix(",") ? column.dropLast() : column)
      }
    }
    return tables
  }
}
