// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Validates values against types, and decodes them.
enum FieldCheck {
  /// Infers the type of a value without a tag.
  static func guess(_ value: JSONNode) throws(WireError) -> FieldType {
    switch value.kind {
    case .string: return .string
    case .true, .false: return .int64
    case .number: return value.node.isInteger ? .int64 : .double
    case .object:
      let object = JSONObject(node: value)
      if object.find("recordName") != nil { return .reference }
      if object.find("latitude") != nil { return .location }
      if object.find("receipt") != nil || object.find("fileChecksum") != nil { return .asset }
      throw value.mismatch(
        "a reference with recordName, a location with latitude, or an asset with fileChecksum")
    case .array:
      let types = try elementTypes(value)
      guard var type = types.first else { return .unknownList }
      for other in types where other != type {
        // [1, 2.5] is a list of doubles.
        guard Set([type, other]) == [.int64, .double] else {
          throw value.mismatch("a list of values of one type")
        }
        type = .double
      }
      return type.list ?? .unknownList
    case .null: throw value.mismatch("a value")
    }
  }

  /// The types of an array's elements; throws for a nested array.
  private static func elementTypes(_ value: JSONNode) throws(WireError) -> [FieldType] {
    var types: [FieldType] = []
    for element in try value.array() {
      if element.kind == .array { throw element.mismatch("no nested list") }
      if let typed = try TypedElement(element) {
        types.append(typed.type)
      } else {
        types.append(try guess(element))
      }
    }
    return types
  }

  /// Validates a value against a type; false if its notation differs from the documented one.
  static func isCanonical(_ value: JSONNode, _ type: FieldType) throws(WireError) -> Bool {
    guard type.isList else { return try isCanonicalScalar(value, type) }
    let list = try value.array("an array for \(type.rawValue)")
    var isCanonical = true
    for element in list {
      guard let elementType = type.element else {
        throw value.mismatch("an empty array, or the type of the list")
      }
      if let value = try TypedElement.value(of: element, elementType) {
        _ = try isCanonicalScalar(value, elementType)
        isCanonical = false
      } else if try !isCanonicalScalar(element, elementType) {
        isCanonical = false
      }
    }
    return isCanonical
  }

  private static func isCanonicalScalar(_ value: JSONNode, _ type: FieldType) throws(WireError)
    -> Bool
  {
    switch type {
    case .string:
      guard value.kind == .string else { throw value.mismatch("a string for STRING") }
      return true
    case .int64, .timestamp:
      if value.kind == .number, value.node.isInteger, value.integer != nil { return true }
      _ = try integer(value, type)
      return false
    case .double:
      if value.kind == .number, value.double != nil { return true }
      _ = try double(value)
      return false
    case .bytes:
      guard value.kind == .string, !value.node.isEscaped, value.withBytes({ Base64.isValid($0) })
      else {
        _ = try bytes(value)
        return false
      }
      return true
    case .reference: return try Reference(json: value).isCanonical(value)
    case .asset:
      _ = try Asset(json: value)
      return true
    case .location:
      _ = try Location(json: value)
      return true
    default: throw value.mismatch("no nested list")
    }
  }

  // MARK: Reading

  /// Decodes an integer, including `5.0`, a string of digits, and a Boolean.
  static func integer(_ value: JSONNode, _ type: FieldType) throws(WireError) -> Int64 {
    if let integer = value.integer { return integer }
    switch value.kind {
    case .string:
      if let integer = value.withBytes({ JSONNumber.integer($0) }) { return integer }
    case .true where type == .int64: return 1
    case .false where type == .int64: return 0
    default: break
    }
    throw value.mismatch(
      type == .timestamp
        ? "whole milliseconds since 1970 for TIMESTAMP" : "an integer of 64 bits for INT64")
  }

  static func double(_ value: JSONNode) throws(WireError) -> Double {
    if let number = value.double { return number }
    if value.kind == .string, value.withBytes({ isNumber($0) }),
      let number = Double(value.unescaped), number.isFinite
    {
      return number
    }
    throw value.mismatch("a number for DOUBLE, at most 1.8e308")
  }

  /// False for "nan", "0x1p3" and other strings that only `Double` accepts.
  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !text.isEmpty
      && text.allSatisfy {
        (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
          || $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e")
      }
  }
}
