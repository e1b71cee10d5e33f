// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a ``JSONValue`` as canonical JSON text without white space.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// True if the value is nested too deeply to be decoded; the text is then incomplete.
  private(set) var isTooDeep = false
  private var depth = 0

  mutating func write(_ value: JSONValue) {
    depth += 1
    defer { depth -= 1 }
    if depth > JSONDocument.maximumDepth {
      isTooDeep = true
      return
    }
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .unsigned(let value): write(String(value))
    case .double(let value):
      if value.isFinite { write(value.description) } else { quote(JSONNumber.text(value)) }
    case .float(let value):
      if value.isFinite { write(value.description) } else { quote(JSONNumber.text(Double(value))) }
    case .number(let digits): write(digits)
    case .string(let text): quote(text)
    case .deferred(let encoder): write(encoder.result)
    case .array(let array):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in array.elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    let members =
      object.isSorted
      ? object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      : object.members
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      quote(member.key)
      bytes.append(UInt8(ascii: ":"))
      write(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if isPlain { bytes.append(contentsOf: utf8) } else { escape(utf8) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: write("\\n")
      case 0x0D: write("\\r")
      case 0x09: write("\\t")
      case ..<0x20: write("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
  }
}
