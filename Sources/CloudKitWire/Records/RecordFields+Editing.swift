// Cairn
// SPDX-License-Identifier: Apache-2.0

// Server-side edits of fields without decoding their values.

extension RecordFields {
  /// The fields in their documented form.
  ///
  /// Fields in that form are copied byte for byte; other fields are encoded again with their type.
  /// A value without a type tag has the type declared for its name, as by a schema. Cleared fields
  /// remain cleared.
  package func canonical(declared: (String) -> FieldType? = { _ in nil }) throws(WireError)
    -> RecordFields
  {
    if isCanonical { return self }
    return try edited { (name, node) throws(WireError) in
      let inference = try FieldTypeInference(checking: node)
      if inference.isCanonical { return .copy }
      let type = inference.isTyped ? nil : declared(name)
      return .replace(try Field(json: node, declared: type)?.withActions)
    }
  }

  /// Applies changes: replaces changed fields, removes cleared fields, and appends new fields.
  package func merging(_ changes: RecordFields) throws(WireError) -> RecordFields {
    let changes = try changes.opened()
    let changed = try changes.object()
    let before = try object()
    var writer = JSONWriter(capacity: json.count + changes.json.count)
    writer.beginObject()
    var present = Set<String>()
    for (key, node) in Members(before) {
      let name = key.unescaped
      present.insert(name)
      let node = changed.find(name) ?? node
      try Self.write(key, node, unlessClearedTo: &writer)
    }
    for (key, node) in Members(changed) where !present.contains(key.unescaped) {
      try Self.write(key, node, unlessClearedTo: &writer)
    }
    writer.endObject()
    return RecordFields(
      stored: writer.bytes, hasAssets: hasAssets || changes.hasAssets)
  }

  /// The fields without cleared ones, as stored for a new record.
  package func withoutCleared() throws(WireError) -> RecordFields {
    hasCleared ? try RecordFields.empty.merging(self) : self
  }

  /// Selects the named fields; nil selects all.
  package func selecting(_ names: [String]?) throws(WireError) -> RecordFields {
    guard let names else { return self }
    let wanted = Set(names.map { Array($0.utf8) })
    return try edited { (name, _) in wanted.contains(Array(name.utf8)) ? .copy : .leaveOut }
  }

  /// Encodes integers and doubles as strings.
  package func withNumbersAsStrings() throws(WireError) -> RecordFields {
    var writer = JSONWriter(capacity: json.count + 64)
    writer.beginObject()
    for (key, node) in Members(try object()) {
      writer.splice(key)
      writer.appendColon()
      let inference = try FieldTypeInference(checking: node)
      let element = inference.type?.element
      if element == .int64 || element == .double, let field = try Field(json: node) {
        field.write(to: &writer, numbersAsStrings: true)
      } else {
        writer.splice(node)
      }
    }
    writer.endObject()
    return RecordFields(stored: writer.bytes, hasAssets: hasAssets)
  }

  /// Transforms each asset, including assets in lists; `change` gets the field's name.
  package func mappingAssets(_ change: (String, Asset) -> Asset) throws(WireError) -> RecordFields {
    guard hasAssets else { return self }
    return try edited { (name, node) throws(WireError) in
      guard try FieldTypeInference(checking: node).type?.element == .asset else { return .copy }
      guard var field = try Field(json: node) else { return .copy }
      switch field.value {
      case .asset(let asset): field.value = .asset(change(name, asset))
      case .assetList(let assets): field.value = .assetList(assets.map { change(name, $0) })
      default: return .copy
      }
      return .replace(field)
    }
  }

  // MARK: Splicing

  private enum Edit {
    case copy, leaveOut
    case replace(Field?)
  }

  private func edited(_ edit: (String, JSONNode) throws(WireError) -> Edit) throws(WireError)
    -> RecordFields
  {
    var writer = JSONWriter(capacity: json.count + 64)
    writer.beginObject()
    for (key, node) in Members(try object()) {
      let edit = try edit(key.unescaped, node)
      if case .leaveOut = edit { continue }
      writer.splice(key)
      writer.appendColon()
      switch edit {
      case .copy: writer.splice(node)
      case .replace(let field?): field.write(to: &writer)
      case .replace(nil): writer.splice(Self.cleared)
      case .leaveOut: break
      }
    }
    writer.endObject()
    // Validates again, which updates the flags.
    return try RecordFields(json: JSONDocument(writer.bytes, from: .server).root)
  }

  private static let cleared = Array(#"{"value":null}"#.utf8)

  private static func write(
    _ key: JSONNode, _ node: JSONNode, unlessClearedTo writer: inout JSONWriter
  ) throws(WireError) {
    if node.kind == .null || JSONObject(node: node).value("value") == nil { return }
    writer.splice(key)
    writer.appendColon()
    writer.splice(node)
  }
}

extension Field {
  /// The field with an explicit action in each reference, as in the documented form.
  fileprivate var withActions: Field {
    var field = self
    func complete(_ reference: Reference) -> Reference {
      var reference = reference
      reference.action = reference.action ?? Reference.Action.none
      return reference
    }
    switch value {
    case .reference(let reference): field.value = .reference(complete(reference))
    case .referenceList(let references): field.value = .referenceList(references.map(complete))
    default: break
    }
    return field
  }
}

extension RecordFields {
  /// Throws for an invalid field name or too many fields.
  func checkNames() throws(WireError) {
    var count = 0
    for (key, value) in Members(try object()) {
      count += 1
      let isPlain = !key.node.isEscaped && key.withBytes { NameRules.isSchemaName($0) }
      guard isPlain || NameRules.isFieldName(key.unescaped) else {
        throw WireError(
          path: value.path, found: "an invalid field name",
          expected: "a letter, then letters, digits and underscores, at most \(Limits.nameLength)")
      }
    }
    guard count <= Limits.fields else {
      throw WireError(
        path: try node().path, found: "\(count) fields",
        expected: "at most \(Limits.fields) in one record")
    }
  }
}
