// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The fields of a record as the exact JSON that they came in.
///
/// They are checked when they are read from a body, and taken apart only where a field is asked for:
/// what is stored and what is sent are these bytes. Keys that we do not know are in them too.
package struct RecordFields: Sendable {
  private enum Source: Sendable {
    /// In a body that was read and checked.
    case node(JSONNode)
    /// From our storage.
    case bytes([UInt8])
  }

  private var source: Source
  /// True if every field is in the documented form, with its type, so that the bytes can be an answer.
  package private(set) var isCanonical = true
  /// True if a field is, or may be, an asset, whose URL changes.
  package private(set) var hasAssets = false
  /// True if a field is to be cleared.
  package private(set) var hasCleared = false
  package private(set) var hasEncrypted = false

  /// No fields.
  package static let empty = RecordFields(stored: Array("{}".utf8))

  /// Fields that were stored: they have been checked before.
  ///
  /// Where it is known that there are no assets among them, say so: it saves looking.
  package init(stored json: [UInt8], hasAssets: Bool = true) {
    source = .bytes(json)
    self.hasAssets = hasAssets
  }

  /// Checks every field.
  init(json: JSONNode) throws(WireError) {
    source = .node(json)
    let object = try json.object("an object of fields")
    for (_, field) in Members(object) {
      let shape = try FieldShape(checking: field)
      if !shape.isCanonical { isCanonical = false }
      if shape.isCleared { hasCleared = true }
      if shape.isEncrypted { hasEncrypted = true }
      if shape.type?.element == .asset { hasAssets = true }
    }
  }

  /// Writes values down.
  ///
  /// - throws: For a number that JSON lacks, and for a name that is there twice.
  package init(_ fields: [(name: String, field: Field?)]) throws(WireError) {
    var writer = JSONWriter(capacity: 64 * fields.count + 2)
    writer.beginObject()
    for (name, field) in fields {
      writer.key(name)
      if let field {
        field.write(to: &writer)
        if field.value.type.element == .asset { hasAssets = true }
        if field.isEncrypted { hasEncrypted = true }
      } else {
        writer.splice(Array(#"{"value":null}"#.utf8))
        hasCleared = true
      }
    }
    writer.endObject()
    if let path = writer.unwritable {
      throw WireError(path: path, found: "NaN or an infinite number", expected: "a finite number")
    }
    if let name = Self.repeatedName(fields) {
      throw WireError(
        path: WireError.quoted(name), found: "the field a second time", expected: "each once")
    }
    source = .bytes(writer.bytes)
  }

  private static func repeatedName(_ fields: [(name: String, field: Field?)]) -> String? {
    // Pairs are quicker than a set for the few fields that records have.
    if fields.count > 16 {
      var names = Set<String>(minimumCapacity: fields.count)
      return fields.first { !names.insert($0.name).inserted }?.name
    }
    for (index, first) in fields.enumerated() {
      for second in fields[(index + 1)...] where first.name == second.name { return second.name }
    }
    return nil
  }

  /// The bytes.
  package var json: [UInt8] {
    switch source {
    case .node(let node): node.json
    case .bytes(let bytes): bytes
    }
  }

  func write(to writer: inout JSONWriter) {
    switch source {
    case .node(let node): writer.splice(node)
    case .bytes(let bytes): writer.splice(bytes)
    }
  }

  /// The same fields taken apart, which those from a body are already: for many look-ups in a row.
  package func opened() throws(WireError) -> RecordFields {
    guard case .bytes = source else { return self }
    var opened = self
    opened.source = .node(try node())
    return opened
  }

  func node() throws(WireError) -> JSONNode {
    switch source {
    case .node(let node): node
    case .bytes(let bytes): try JSONDocument(bytes, from: .server).root
    }
  }

  func object() throws(WireError) -> JSONObject {
    try node().object("an object of fields")
  }

  // MARK: Fields

  /// A field by its name; nil if it is missing or cleared.
  ///
  /// A value that says no type has the declared one, or that which it looks like.
  package func field(_ name: String, declared: FieldType? = nil) throws(WireError) -> Field? {
    guard let node = try object().find(name) else { return nil }
    return try Field(json: node, declared: declared)
  }

  /// All names, in the order of the text.
  package func names() throws(WireError) -> [String] {
    Members(try object()).map { $0.key.unescaped }
  }

  /// All names with what is known of the fields without their values.
  package func shapes() throws(WireError) -> [(name: String, shape: FieldShape)] {
    var shapes: [(name: String, shape: FieldShape)] = []
    for (key, node) in Members(try object()) {
      shapes.append((key.unescaped, try FieldShape(checking: node)))
    }
    return shapes
  }

  /// All fields with their values, in the order of the text; nil for one to be cleared.
  package func all() throws(WireError) -> [(name: String, field: Field?)] {
    var fields: [(name: String, field: Field?)] = []
    fields.reserveCapacity(16)
    for (key, node) in Members(try object()) {
      fields.append((key.unescaped, try Field(json: node)))
    }
    return fields
  }

  /// The keys and values of an object.
  struct Members: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    init(_ object: JSONObject) {
      document = object.node.document
      index = object.node.index + 1
      end = Int(object.node.node.next)
    }

    mutating func next() -> (key: JSONNode, value: JSONNode)? {
      guard index < end else { return nil }
      let key = JSONNode(document: document, index: index)
      let value = JSONNode(document: document, index: index + 1)
      index = Int(value.node.next)
      return (key, value)
    }
  }
}

extension RecordFields: Hashable {
  /// Equal bytes.
  package static func == (left: RecordFields, right: RecordFields) -> Bool {
    left.json == right.json
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
