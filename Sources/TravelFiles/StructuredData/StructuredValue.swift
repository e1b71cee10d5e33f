// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONText

/// A value of JSON-LD or microdata.
package indirect enum StructuredValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number with the digits of the source, so that an amount stays exact.
  case number(String)
  case string(String)
  case array([StructuredValue])
  case object(StructuredObject)

  /// The text of a string or number.
  package var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .array(let values): values.lazy.compactMap(\.text).first
    case .bool(let value): value ? "true" : "false"
    case .null, .object: nil
    }
  }

  /// The object, or the first object of an array.
  package var object: StructuredObject? {
    switch self {
    case .object(let object): object
    case .array(let values): values.lazy.compactMap(\.object).first
    default: nil
    }
  }

  /// The values of an array, or the value itself.
  package var values: [StructuredValue] {
    switch self {
    case .array(let values): values
    case .null: []
    default: [self]
    }
  }
}

/// An object of JSON-LD or microdata; of equal keys the last one counts.
package struct StructuredObject: Hashable, Sendable {
  /// The members.
  package var members: [String: StructuredValue]

  /// Creates an object.
  package init(_ members: [String: StructuredValue] = [:]) {
    self.members = members
  }

  /// The value of a key.
  package subscript(key: String) -> StructuredValue? {
    get { members[key] }
    set { members[key] = newValue }
  }

  /// The value of the first key that is present.
  package subscript(first keys: String...) -> StructuredValue? {
    keys.lazy.compactMap { members[$0] }.first { $0 != .null }
  }

  /// The names of the object's types, without the address of the vocabulary.
  package var types: [String] {
    (members["@type"] ?? members["type"] ?? .null).values.compactMap(\.text).map {
      String($0.split(whereSeparator: { $0 == "/" || $0 == "#" }).last ?? "")
    }
  }

  /// The trimmed text of a key; nil if it is empty.
  package func text(_ keys: String...) -> String? {
    for key in keys {
      if let text = members[key]?.text?.trimmed, !text.isEmpty { return text }
    }
    return nil
  }
}

/// Parsing of JSON into structured values.
package enum StructuredJSON {
  /// The maximum nesting depth.
  package static let depthLimit = 64
  /// The maximum size of a text in bytes.
  package static let sizeLimit = 64 << 20

  /// Parses a JSON text.
  ///
  /// Generators of mail write JSON with missing and trailing commas and raw line ends in strings.
  /// Such a text is repaired, and parsed a second time.
  ///
  /// - Throws: An error with the line of the text.
  package static func parse(_ bytes: [UInt8]) throws(TravelFileError) -> StructuredValue {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard bytes.count <= sizeLimit else {
      throw TravelFileError(
        .tooLarge, reason: "The JSON text is larger than \(sizeLimit >> 20) MB",
        remedy: "Split the file")
    }
    do {
      return try parseStrictly(bytes)
    } catch {
      if error.reason == .depth { throw Self.error(error, bytes) }
      let repaired = repaired(bytes)
      do {
        return try parseStrictly(repaired)
      } catch {
        // Excess brackets after a complete value are dropped.
        let rest = repaired[min(error.position, repaired.count)...]
        if error.reason == .endOfText, rest.allSatisfy({ $0 <= 0x20 || $0 == 0x7D || $0 == 0x5D }),
          let value = try? parseStrictly(Array(repaired[..<error.position]))
        {
          return value
        }
        throw Self.error(error, bytes)
      }
    }
  }

  private static func error(_ error: JSONSyntaxError, _ bytes: [UInt8]) -> TravelFileError {
    let line = 1 + bytes.prefix(error.position).count { $0 == 0x0A }
    if error.reason == .depth {
      return TravelFileError(
        .nestingTooDeep, line: line,
        reason: "The JSON text is nested more than \(depthLimit) levels deep",
        remedy: "Export the file again; no booking needs that depth")
    }
    return TravelFileError(
      error.position >= bytes.count ? .truncated : .malformed, line: line,
      reason: "The JSON text violates the syntax", remedy: "Export the file again")
  }

  private static func parseStrictly(_ bytes: [UInt8]) throws(JSONSyntaxError) -> StructuredValue {
    var parsed = ParsedJSON(textCapacity: bytes.count, nodeCapacity: bytes.count / 12 + 8)
    defer { parsed.deallocate() }
    var failure: JSONSyntaxError?
    bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONSyntaxError) {
        try parsed.parse(buffer, as: .lenient(maximumDepth: depthLimit))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    var index = 0
    return value(parsed, &index)
  }

  /// Converts a node and its descendants; the parser has limited the depth.
  private static func value(_ parsed: borrowing ParsedJSON, _ index: inout Int) -> StructuredValue {
    let node = parsed.nodes[index]
    index += 1
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(text(parsed, node))
    case .string: return .string(text(parsed, node))
    case .array:
      var values: [StructuredValue] = []
      while index < Int(node.next) { values.append(value(parsed, &index)) }
      return .array(values)
    case .object:
      var object = StructuredObject()
      while index < Int(node.next) {
        let key = text(parsed, parsed.nodes[index])
        index += 1
        object[key] = value(parsed, &index)
      }
      return .object(object)
    }
  }

  private static func text(_ parsed: borrowing ParsedJSON, _ node: ParsedJSON.Node) -> String {
    if node.isEscaped {
      return String(
        decoding: JSONString.unescaped(parsed.text, from: Int(node.start), to: Int(node.end)),
        as: UTF8.self)
    }
    return String(
      decoding: UnsafeBufferPointer(start: parsed.text + Int(node.start), count: node.count),
      as: UTF8.self)
  }

  /// Removes trailing commas, adds missing commas between containers, and escapes control
  /// characters in strings.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var isInString = false
    var isEscaped = false
    /// The last byte outside of strings that is not white space, and its index in the output.
    var last: (byte: UInt8, index: Int) = (0, 0)
    for byte in bytes {
      if isInString {
        if byte < 0x20 {
          output.append(contentsOf: byte == 0x0A ? Array("\\n".utf8) : [0x20])
          continue
        }
        output.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          last = (byte, output.count - 1)
        }
        continue
      }
      if byte <= 0x20 {
        output.append(byte)
        continue
      }
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      let isOpening = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      if isClosing, last.byte == UInt8(ascii: ",") { output[last.index] = 0x20 }
      if isOpening, last.byte == UInt8(ascii: "}") || last.byte == UInt8(ascii: "]") {
        output.append(UInt8(ascii: ","))
      }
      if byte == UInt8(ascii: "\"") { isInString = true }
      output.append(byte)
      last = (byte, output.count - 1)
    }
    return output
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String { self[...].trimmed }
}

extension Substring {
  /// The text without white space at its ends.
  var trimmed: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    let text = self[first..<bytes.index(after: last)]
    // Foundation compares the character set of Unicode, by way of a bridged copy.
    return bytes[first] < 0x80 && bytes[last] < 0x80
      ? String(text) : text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
