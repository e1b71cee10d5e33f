// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The fields of a record in their original JSON encoding.
///
/// Fields from a body are validated at once, and decoded only on access. The server stores and
/// sends the original bytes, including unknown keys.
package struct RecordFields: Sendable {
  private enum Source: Sendable {
    /// A node of a validated body.
    case node(JSONNode)
    /// Bytes from the storage.
    case bytes([UInt8])
  }

  private var source: Source
  /// True if all fields have the documented form with a type, so that the bytes suit a response.
  package private(set) var isCanonical = true
  /// True if a field is, or may be, an asset, whose download URL varies.
  package private(set) var hasAssets = false
  /// True if any field is cleared.
  package private(set) var hasCleared = false
  package private(set) var hasEncrypted = false

  /// An empty set of fields.
  package static let empty = RecordFields(stored: Array("{}".utf8))

  /// Creates fields from stored JSON, which is already validated.
  ///
  /// Pass `hasAssets: false` for fields without assets to skip searching for them.
  package init(stored json: [UInt8], hasAssets: Bool = true) {
    source = .bytes(json)
    self.hasAssets = hasAssets
  }

  /// Validates every field.
  init(json: JSONNode) throws(WireError) {
    source = .node(json)
    let object = try json.object("an object of fields")
    for (_, field) in Members(object) {
      let inference = try FieldTypeInference(checking: field)
      if !inference.isCanonical { isCanonical = false }
      if inference.isCleared { hasCleared = true }
      if inference.isEncrypted { hasEncrypted = true }
      if inference.type?.element == .asset { hasAssets = true }
    }
  }

  /// Encodes fields; a nil field is a cleared one.
  ///
  /// - throws: If a number is not finite, or a name is duplicated.
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
        path: WireError.quoted(name), found: "a duplicate field", expected: "each field once")
    }
    source = .bytes(writer.bytes)
  }

  private static func repeatedName(_ fields: [(name: String, field: Field?)]) -> String? {
    // For few fields, comparing pairs is faster than building a set.
    if fields.count > 16 {
      var names = Set<String>(minimumCapacity: fields.count)
      return fields.first { !names.insert($0.name).inserted }?.name
    }
    for (index, first) in fields.enumerated() {
      for second in fields[(index + 1)...] where first.name == second.name { return second.name }
    }
    return nil
  }

  /// The JSON encoding.
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

  /// Parses stored bytes once, for repeated lookups; fields from a body are already parsed.
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

  /// Decodes a field; nil if it is missing or cleared.
  ///
  /// A value without a type tag has the declared type, or else the type inferred from the value.
  package func field(_ name: String, declared: FieldType? = nil) throws(WireError) -> Field? {
    guard let node = try object().find(name) else { return nil }
    return try Field(json: node, declared: declared)
  }

  /// All names, in document order.
  package func names() throws(WireError) -> [String] {
    Members(try object()).map { $0.key.unescaped }
  }

  /// All names with the types and flags of the fields.
  package func typeInferences() throws(WireError)
    -> [(name: String, inference: FieldTypeInference)]
  {
    var typeInferences: [(name: String, inference: FieldTypeInference)] = []
    for (key, node) in Members(try object()) {
      typeInferences.append((key.unescaped, try FieldTypeInference(checking: node)))
    }
    return typeInferences
  }

  /// All fields with their values, in document order; nil for a cleared field.
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
  /// Compares the JSON bytes.
  package static func == (left: RecordFields, right: RecordFields) -> Bool {
    left.json == right.json
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension RecordFields {
  /// The size of names and values in bytes.
  ///
  /// Strings count as UTF-8, data as raw bytes, and all other values as JSON.
  package var dataBytes: Int {
    get throws(WireError) {
      var count = 0
      for (name, field) in try all() {
        count += name.utf8.count
        if let field { count += Self.dataBytes(field) }
      }
      return count
    }
  }

  private static func dataBytes(_ field: Field) -> Int {
    switch field.value {
    case .string(let text): return text.utf8.count
    case .stringList(let texts): return texts.reduce(0) { $0 + $1.utf8.count }
    case .bytes(let data): return data.count
    case .bytesList(let list): return list.reduce(0) { $0 + $1.count }
    default:
      var writer = JSONWriter(capacity: 64)
      field.write(to: &writer)
      return writer.bytes.count
    }
  }
}
