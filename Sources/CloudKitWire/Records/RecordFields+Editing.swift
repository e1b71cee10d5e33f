// Cairn
// SPDX-License-Identifier: Apache-2.0

// What a server does with fields without reading their values.

extension RecordFields {
  /// The documented form of every field.
  ///
  /// What has it is copied byte for byte, the rest is written anew with its type. A value that says no
  /// type has the one that is declared for its name, as by a schema. Fields to be cleared stay so.
  package func canonical(declared: (String) -> FieldType? = { _ in nil }) throws(WireError)
    -> RecordFields
  {
    if isCanonical { return self }
    return try edited { (name, node) throws(WireError) in
      let shape = try FieldShape(checking: node)
      if shape.isCanonical { return .copy }
      let type = shape.isTyped ? nil : declared(name)
      return .replace(try Field(json: node, declared: type)?.withActions)
    }
  }

  /// These fields with changes: a changed field takes the place of the one that was there, a cleared
  /// one leaves, a new one comes last.
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

  /// The fields that are not to be cleared: what a new record has.
  package func withoutCleared() throws(WireError) -> RecordFields {
    hasCleared ? try RecordFields.empty.merging(self) : self
  }

  /// Only the fields that are named; nil stands for all.
  package func selecting(_ names: [String]?) throws(WireError) -> RecordFields {
    guard let names else { return self }
    let wanted = Set(names.map { Array($0.utf8) })
    return try edited { (name, _) in wanted.contains(Array(name.utf8)) ? .copy : .leaveOut }
  }

  /// The fields with their integers and other numbers as strings.
  package func withNumbersAsStrings() throws(WireError) -> RecordFields {
    var writer = JSONWriter(capacity: json.count + 64)
    writer.beginObject()
    for (key, node) in Members(try object()) {
      writer.splice(key)
      writer.appendColon()
      let shape = try FieldShape(checking: node)
      let element = shape.type?.element
      if element == .int64 || element == .double, let field = try Field(json: node) {
        field.write(to: &writer, numbersAsStrings: true)
      } else {
        writer.splice(node)
      }
    }
    writer.endObject()
    return RecordFields(stored: writer.bytes, hasAssets: hasAssets)
  }

  /// The fields with each asset, also those in lists, as `change` makes it from its name.
  package func mappingAssets(_ change: (String, Asset) -> Asset) throws(WireError) -> RecordFields {
    guard hasAssets else { return self }
    return try edited { (name, node) throws(WireError) in
      guard try FieldShape(checking: node).type?.element == .asset else { return .copy }
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
    // Read again, so that what is known of the fields stays true.
    return try RecordFields(json: JSONDocument(writer.bytes, from: .server).root)
  }

  private static let cleared = Array(#"{"value":null}"#.utf8)

  private static func write(
    _ key: JSONNode, _ node: JSONNode, unlessClearedTo writer: inout JSONWriter
  ) throws(WireError) {
    if JSONObject(node: node).value("value") == nil { return }
    writer.splice(key)
    writer.appendColon()
    writer.splice(node)
  }
}

extension Field {
  /// The field with an action in each reference, as the documented form has it.
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

extension JSONWriter {
  /// Between a key that was spliced and its value.
  mutating func appendColon() { append(UInt8(ascii: ":")) }
}

extension RecordFields {
  /// Refuses names that no field can have, and more fields than a record can have.
  func checkNames() throws(WireError) {
    var count = 0
    for (key, value) in Members(try object()) {
      count += 1
      let isPlain = !key.node.isMarked && key.withBytes { NameRules.isSchemaName($0) }
      guard isPlain || NameRules.isFieldName(key.unescaped) else {
        throw WireError(
          path: value.path, found: "this name of a field",
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
