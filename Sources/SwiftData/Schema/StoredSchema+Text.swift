// Cairn
// SPDX-License-Identifier: Apache-2.0

extension StoredSchema {
  /// The text of a layout's schema.
  static func text(of layout: StoreLayout) -> String {
    var text = ""
    text.reserveCapacity(layout.entities.count * 512)
    for entity in layout.entities.sorted(by: { $0.name < $1.name }) {
      text += "entity\t\(entity.name)"
      if let superentity = entity.superentity { text += "\t\(superentity.name)" }
      let description = ModelDescription.of(entity.type)
      if let name = entity.originalName {
        text += (entity.superentity == nil ? "\t" : "") + "\t" + name
      }
      text += "\n"
      let metadata = description.properties
      for property in entity.ownProperties.sorted(by: { $0.name < $1.name }) {
        let isChecked = description.isChecked(property)
        guard let line = line(of: property, metadata[property.index], isChecked: isChecked) else {
          continue
        }
        text += line
        text += property.isOptional ? "\toptional" : "\trequired"
        let (modifier, name) = (
          metadata[property.index].hashModifier, metadata[property.index].earlierName
        )
        if modifier != nil || name != nil { text += "\t" + (modifier ?? "") }
        if let name { text += "\t" + name }
        text += "\n"
      }
      let lists =
        entity.ownUniqueConstraints.map { line("unique", $0, of: entity) }
        + entity.ownIndexes.map {
          line(kind($0), $0.properties, of: entity)
        }
      text += lists.sorted().joined()
    }
    return text
  }

  private static func kind(_ index: IndexLayout) -> String {
    switch index.kind {
    case .ordered: "index"
    case .spatial: "boxes"
    case .words: "words"
    case .substrings: "substrings"
    }
  }

  private static func line(_ kind: String, _ properties: [Int], of entity: EntityLayout) -> String {
    kind + "\t" + properties.map { entity.properties[$0].name }.joined(separator: "\t") + "\n"
  }

  private static func line(
    of property: PropertyLayout, _ metadata: Schema.PropertyMetadata, isChecked: Bool
  ) -> String? {
    switch property.storage {
    case .attribute(.ephemeral, _): nil
    case .attribute(let column, let isExternal):
      "value\t\(property.name)\t\(column.storedName)\t\(number(column, metadata))"
        + "\(ValueType(column, metadata).text)\t" + (isExternal ? "external" : "inline")
    case .toOne(let destination):
      (isChecked ? "one" : "unchecked")
        + "\t\(property.name)\t\(destination.entity)\t\(destination.inverse ?? "")"
    case .toManyByForeignKey(let destination, let column):
      "many\t\(property.name)\t\(destination.entity)\t\(column)"
    case .toManyByJoin(let destination, let table, let own, let other):
      "pairs\t\(property.name)\t\(destination.entity)\t\(destination.inverse ?? "")\t\(table)"
        + "\t\(own)\t\(other)"
    }
  }

  /// The Swift type of a number, or of an enumeration's raw value.
  private static func number(_ column: _ColumnType, _ metadata: Schema.PropertyMetadata) -> String {
    guard column == .integer || column == .real else { return "" }
    let valueType = type(of: metadata.keypath).valueType
    let type = (valueType as? any OptionalProtocol.Type)?.wrappedType ?? valueType
    if type is any _ColumnValue.Type { return "\(type)" }
    return (type as? any RawRepresentable.Type).map { rawTypeName($0) } ?? ""
  }

  private static func rawTypeName<T: RawRepresentable>(_ type: T.Type) -> String {
    "\(T.RawValue.self)"
  }

  /// Parses the output of ``text(of:)``; unknown lines are skipped.
  init(text: String, recordsOriginalNames: Bool = true) {
    self.recordsOriginalNames = recordsOriginalNames
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if fields[0] == "entity", fields.count > 1 {
        var entity = Entity(name: fields[1])
        if fields.count > 2, !fields[2].isEmpty { entity.parent = fields[2] }
        if fields.count > 3 { entity.originalName = fields[3] }
        entities.append(entity)
      } else if !entities.isEmpty {
        entities[entities.count - 1].read(fields)
      }
    }
  }
}

extension StoredSchema {
  /// The text without original names and value types, so that it describes only the tables.
  static func plain(_ text: String) -> String {
    // The index of the last field that is always present.
    let ends = ["entity": 1, "value": 5, "one": 4, "unchecked": 4, "many": 4, "pairs": 7]
    return text.split(separator: "\n").map { line in
      var fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let end = ends[String(fields[0])] else { return line + "\n" }
      fields = Array(fields.prefix(end + 2))
      if fields[0] == "value", fields.count > 3 { fields[3] = fields[3].prefix { $0 != " " } }
      if fields.count == end + 2, fields[end + 1].isEmpty { fields.removeLast() }
      return fields.joined(separator: "\t") + "\n"
    }.joined()
  }
}

extension StoredSchema {
  /// The text without the indexes that `#Index` and `#FullText` declare.
  static func withoutIndexes(_ text: String) -> String {
    let kinds: Set<Substring> = ["index", "boxes", "words", "substrings"]
    return text.split(separator: "\n").filter { line in
      !kinds.contains(line.prefix { $0 != "\t" })
    }.map { $0 + "\n" }.joined()
  }
}

extension StoredSchema.Entity {
  fileprivate mutating func read(_ fields: [String]) {
    func inverse(_ name: String) -> String? { name.isEmpty ? nil : name }
    switch (fields[0], fields.count) {
    case ("unique", 2...): unique.append(Array(fields[1...]))
    case ("index", 2...), ("boxes", 2...), ("words", 2...), ("substrings", 2...):
      indexes.append(fields)
    case ("value", 6...):
      // "Int", "Int Mood(0, 1)" or " Weather(wind Int)".
      let type = fields[3].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let value = StoredValue(
        kind: fields[2], number: String(type[0]), isExternal: fields[4] == "external",
        type: type.count > 1 ? String(type[1]) : "")
      add(fields, 5, .attribute(value))
    case ("one", 5...), ("unchecked", 5...):
      add(fields, 4, .toOne(entity: fields[2], inverse: inverse(fields[3])))
    case ("many", 5...):
      add(fields, 4, .toMany(entity: fields[2], inverse: fields[3]))
    case ("pairs", 8...):
      let pairs = StoredSchema.Pairs(table: fields[4], own: fields[5], other: fields[6])
      add(fields, 7, .pairs(entity: fields[2], inverse: inverse(fields[3]), pairs))
    default: break
    }
  }

  private mutating func add(_ fields: [String], _ end: Int, _ storage: StoredSchema.Storage) {
    properties.append(
      StoredSchema.Property(
        name: fields[1],
        column: EntityLayout.column(of: fields[1], in: name, isRoot: parent == nil),
        isOptional: fields[end] == "optional", storage: storage,
        modifier: fields.count > end + 1 ? fields[end + 1] : "",
        originalName: fields.count > end + 2 ? fields[end + 2] : ""))
  }
}

extension Schema.PropertyMetadata {
  fileprivate var hashModifier: String? {
    guard let metadata else { return nil }
    return (metadata as? Schema.Attribute)?.hashModifier
      ?? (metadata as? Schema.Relationship)?.hashModifier
  }
}

extension ModelDescription {
  /// False for a to-one relationship without a foreign key, whose target row may not exist.
  fileprivate func isChecked(_ property: PropertyLayout) -> Bool {
    guard let relationship = relationship(at: property.index) else { return true }
    return inverse(of: relationship)?.deleteRule != .noAction
  }
}

extension _ColumnType {
  var storedName: String {
    switch self {
    case .integer: "integer"
    case .boolean: "boolean"
    case .real: "real"
    case .text: "text"
    case .url: "url"
    case .date: "date"
    case .uuid: "uuid"
    case .data: "data"
    case .decimal: "decimal"
    case .json: "json"
    case .transformed: "transformed"
    case .ephemeral: "ephemeral"
    }
  }
}
