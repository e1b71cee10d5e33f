// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Base64 with the standard alphabet and padding.
enum Base64 {
  private static let isDigit: [Bool] = (0...255).map {
    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      || $0 == 0x2B || $0 == 0x2F
  }

  /// True for the canonical encoding of some bytes.
  static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count % 4 == 0 else { return false }
    var end = text.count
    if end > 0, text[end - 1] == UInt8(ascii: "=") {
      end -= 1
      if text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    }
    let isAllDigits = isDigit.withUnsafeBufferPointer { isDigit in
      for index in 0..<end where !isDigit[Int(text[index])] { return false }
      return true
    }
    // The last digit's unused bits must be zero: each byte sequence has one encoding.
    return switch text.count - end {
    case 1: isAllDigits && StaticString("AEIMQUYcgkosw048").utf8.contains(text[end - 1])
    case 2: isAllDigits && StaticString("AQgw").utf8.contains(text[end - 1])
    default: isAllDigits
    }
  }
}

extension FieldCheck {
  /// Decodes a base64 string, which may contain the escape `\/`.
  static func bytes(_ value: JSONNode) throws(WireError) -> Data {
    guard value.kind == .string else { throw value.mismatch("a base64 string for BYTES") }
    let text = Array(value.unescaped.utf8)
    guard text.withUnsafeBufferPointer({ Base64.isValid($0) }),
      let data = Data(base64Encoded: Data(text))
    else { throw value.mismatch("base64 with padding for BYTES") }
    return data
  }

  /// Decodes a value of a type, and validates it.
  static func read(_ value: JSONNode, _ type: FieldType) throws(WireError) -> FieldValue {
    switch type {
    case .string: return .string(try value.string("a string for STRING"))
    case .int64: return .int64(try integer(value, type))
    case .timestamp: return .timestamp(try integer(value, type))
    case .double: return .double(try double(value))
    case .bytes: return .bytes(try bytes(value))
    case .reference: return .reference(try Reference(json: value))
    case .asset: return .asset(try Asset(json: value))
    case .location: return .location(try Location(json: value))
    case .stringList:
      return .stringList(
        try list(value, type) { (node) throws(WireError) in
          try node.string("a string for STRING")
        })
    case .int64List:
      return .int64List(
        try list(value, type) { (node) throws(WireError) in try integer(node, .int64) })
    case .timestampList:
      return .timestampList(
        try list(value, type) { (node) throws(WireError) in try integer(node, .timestamp) })
    case .doubleList:
      return .doubleList(try list(value, type) { (node) throws(WireError) in try double(node) })
    case .bytesList:
      return .bytesList(try list(value, type) { (node) throws(WireError) in try bytes(node) })
    case .referenceList:
      return .referenceList(
        try list(value, type) { (node) throws(WireError) in try Reference(json: node) })
    case .assetList:
      return .assetList(
        try list(value, type) { (node) throws(WireError) in try Asset(json: node) })
    case .locationList:
      return .locationList(
        try list(value, type) { (node) throws(WireError) in try Location(json: node) })
    case .unknownList:
      _ = try isCanonical(value, type)
      return .unknownList
    }
  }

  private static func list<Element>(
    _ value: JSONNode, _ type: FieldType, _ read: (JSONNode) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    var elements: [Element] = []
    let elementType = type.element ?? type
    for node in try value.array("an array for \(type.rawValue)") {
      elements.append(try read(try TypedElement.value(of: node, elementType) ?? node))
    }
    return elements
  }
}
