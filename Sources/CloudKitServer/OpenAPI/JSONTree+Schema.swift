// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// JSON Schema 2020-12 fragments.
extension JSONTree {
  static let text: JSONTree = ["type": "string"]
  static let flag: JSONTree = ["type": "boolean"]
  /// A Boolean in requests.
  static let requestFlag: JSONTree = ["enum": [true, false, 0, 1]]
  static let number: JSONTree = ["type": "number"]
  static let int64: JSONTree = [
    "type": "integer", "format": "int64", "minimum": .integer(.min), "maximum": .integer(.max),
  ]
  /// A 64-bit integer as a string.
  static let digits: JSONTree = ["type": "string", "pattern": "^-?[0-9]{1,18}$"]
  /// The name of a zone, record or user.
  static let name: JSONTree = [
    "type": "string", "minLength": 1, "maxLength": .integer(Int64(Limits.nameLength)),
    "pattern": "^[ -~]*$",
  ]
  /// A name chosen by a client.
  static let clientName = name.adding(["not": ["pattern": "^_"]])
  /// The name of a record type or field.
  static let schemaName: JSONTree = [
    "type": "string", "maxLength": .integer(Int64(Limits.nameLength)),
    "pattern": #"^([A-Za-z][A-Za-z0-9_]*|cloudkit\.(share|title|type|thumbnailImageData))$"#,
  ]
  static let names: JSONTree = .list(of: .text)
  /// Milliseconds since 1970.
  static let moment: JSONTree = int64

  /// A reference to a component schema.
  static func reference(_ name: String) -> JSONTree {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  static func word(_ words: [String]) -> JSONTree {
    ["type": "string", "enum": .array(words.map { .string($0) })]
  }

  static func constant(_ word: String) -> JSONTree { ["const": .string(word)] }

  static func list(of element: JSONTree, atMost limit: Int? = nil) -> JSONTree {
    let list: JSONTree = ["type": "array", "items": element]
    return limit.map { list.adding(["maxItems": .integer(Int64($0))]) } ?? list
  }

  static func any(_ schemas: JSONTree...) -> JSONTree { ["anyOf": .array(schemas)] }

  /// An object in a request: optional members may be null, and unknown members are ignored.
  static func request(
    _ required: KeyValuePairs<String, JSONTree>, optional: KeyValuePairs<String, JSONTree> = [:]
  ) -> JSONTree {
    request(required, optional: optional.map { ($0.key, $0.value) })
  }

  static func request(
    _ required: KeyValuePairs<String, JSONTree>, optional: [(String, JSONTree)]
  ) -> JSONTree {
    object(
      required.map { ($0.key, $0.value) },
      optional.map { ($0.0, .any($0.1, ["type": "null"])) })
  }

  /// An object in a response: members without a value are omitted.
  static func response(
    _ required: KeyValuePairs<String, JSONTree>, optional: KeyValuePairs<String, JSONTree> = [:]
  ) -> JSONTree {
    object(required.map { ($0.key, $0.value) }, optional.map { ($0.key, $0.value) })
      .adding(["additionalProperties": false])
  }

  private static func object(
    _ required: [(String, JSONTree)], _ optional: [(String, JSONTree)]
  ) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [("type", "object")]
    if !required.isEmpty {
      members.append(("required", .array(required.map { .string($0.0) })))
    }
    members.append(("properties", .object((required + optional).map { (key: $0.0, value: $0.1) })))
    return .object(members)
  }
}
