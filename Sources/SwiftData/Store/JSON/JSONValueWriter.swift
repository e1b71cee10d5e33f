// Cairn
// SPDX-License-Identifier: Apache-2.0

import JSONText

/// Writes a ``JSONValue`` as canonical JSON text without white space.
struct JSONValueWriter {
  private var writer = JSONWriter(capacity: 128, hasShortEscapes: false)
  /// True if the value is nested too deeply to be decoded; the text is then incomplete.
  private(set) var isTooDeep = false
  private var depth = 0

  var bytes: [UInt8] { writer.bytes }

  mutating func write(_ value: JSONValue) {
    depth += 1
    defer { depth -= 1 }
    if depth > JSONDocument.maximumDepth {
      isTooDeep = true
      return
    }
    switch value {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .unsigned(let value): writer.integer(value)
    case .double(let value):
      if value.isFinite { writer.double(value) } else { writer.string(NonFiniteNumber.text(value)) }
    case .float(let value):
      if value.isFinite {
        writer.number(value.description)
      } else {
        writer.string(NonFiniteNumber.text(Double(value)))
      }
    case .number(let digits): writer.number(digits)
    case .string(let text): writer.string(text)
    case .deferred(let encoder): write(encoder.result)
    case .array(let array):
      writer.beginArray()
      for element in array.elements { write(element) }
      writer.endArray()
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ object: JSONObject) {
    let members =
      object.isSorted
      ? object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      : object.members
    writer.beginObject()
    for member in members {
      writer.key(member.key)
      write(member.value)
    }
    writer.endObject()
  }
}
