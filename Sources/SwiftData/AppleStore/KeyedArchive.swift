// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An archive that Apple's `NSKeyedArchiver` wrote: a graph of objects with classes and members.
struct KeyedArchive {
  private static let maximumDepth = 64
  private static let maximumValues = 1 << 20

  private let list: BinaryPropertyList
  /// The indexes of the archived objects in the list.
  private let objects: [Int]
  /// The top object.
  let root: Int

  /// Decodes an archive; nil for a property list that is not one.
  init?(_ list: BinaryPropertyList) {
    self.list = list
    guard case .dictionary(let keys, let values)? = try? list.object(list.root) else { return nil }
    func value(_ name: String) -> BinaryPropertyList.Object? {
      for (key, value) in zip(keys, values) {
        guard case .text(name)? = try? list.object(key) else { continue }
        return try? list.object(value)
      }
      return nil
    }
    guard case .array(let objects)? = value("$objects"),
      case .dictionary(let tops, let topValues)? = value("$top"), !topValues.isEmpty
    else { return nil }
    self.objects = objects
    var top = topValues[0]
    for (key, value) in zip(tops, topValues) {
      if case .text("root")? = try? list.object(key) { top = value }
    }
    guard case .reference(let number)? = try? list.object(top), objects.indices.contains(number)
    else { return nil }
    root = objects[number]
  }

  // MARK: Members

  /// The object to which a reference points, or the object itself.
  private func resolved(_ index: Int) throws -> (index: Int, object: BinaryPropertyList.Object) {
    let object = try list.object(index)
    guard case .reference(let number) = object else { return (index, object) }
    guard objects.indices.contains(number) else { throw BinaryPropertyList.Malformed() }
    let target = objects[number]
    let value = try list.object(target)
    if case .reference = value { throw BinaryPropertyList.Malformed() }
    return (target, value)
  }

  /// The members of an object by name; empty for other values.
  private func members(of index: Int) throws -> [String: Int] {
    guard case .dictionary(let keys, let values) = try resolved(index).object else { return [:] }
    var members: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      guard case .text(let name) = try list.object(key) else { continue }
      members[name] = value
    }
    return members
  }

  /// A member of an object; nil for an absent or null member.
  func member(_ name: String, of index: Int) throws -> Int? {
    guard let member = try members(of: index)[name] else { return nil }
    let (index, object) = try resolved(member)
    if case .text("$null") = object { return nil }
    return index
  }

  func text(_ name: String, of index: Int) throws -> String? {
    guard let member = try member(name, of: index),
      case .text(let text) = try value(of: member)
    else { return nil }
    return text
  }

  func integer(_ name: String, of index: Int) throws -> Int64? {
    guard let member = try member(name, of: index) else { return nil }
    switch try resolved(member).object {
    case .integer(let value): return value
    case .boolean(let value): return value ? 1 : 0
    default: return nil
    }
  }

  /// The name of an object's class; nil for plain values.
  func className(of index: Int) throws -> String? {
    guard let type = try members(of: index)["$class"],
      let name = try members(of: resolved(type).index)["$classname"],
      case .text(let text) = try resolved(name).object
    else { return nil }
    return text
  }

  /// The elements of an array or a set.
  func elements(of index: Int) throws -> [Int] {
    if case .array(let elements) = try resolved(index).object {
      return try elements.map { try resolved($0).index }
    }
    guard let content = try members(of: index)["NS.objects"] else { return [] }
    return try elements(of: content)
  }

  /// The keys and values of a dictionary.
  func entries(of index: Int) throws -> [(key: Int, value: Int)] {
    let members = try members(of: index)
    if let keys = members["NS.keys"], let values = members["NS.objects"] {
      return Array(zip(try elements(of: keys), try elements(of: values))).map { ($0, $1) }
    }
    // Core Data's dictionary with a fixed set of keys.
    if let mapping = members["searchMapping"], let values = members["values"],
      let keys = try self.members(of: mapping)["keys"]
    {
      return Array(zip(try elements(of: keys), try elements(of: values))).map { ($0, $1) }
    }
    return []
  }

  // MARK: Values

  /// Converts an object to a value.
  ///
  /// Foundation's classes become the values that they represent, other objects dictionaries of their
  /// members. Throws for cycles, which no value has.
  func value(of index: Int) throws -> ArchivedValue {
    var remaining = Self.maximumValues
    return try value(of: index, 0, &remaining)
  }

  private func value(of index: Int, _ depth: Int, _ remaining: inout Int) throws -> ArchivedValue {
    remaining -= 1
    guard depth < Self.maximumDepth, remaining > 0 else { throw BinaryPropertyList.Malformed() }
    let (index, object) = try resolved(index)
    switch object {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .date(let value): return .date(value)
    case .data(let value): return .data(value)
    case .text(let value): return value == "$null" ? .null : .text(value)
    case .reference: throw BinaryPropertyList.Malformed()
    case .array(let elements):
      return .array(try elements.map { try value(of: $0, depth + 1, &remaining) })
    case .dictionary:
      return try instance(index, depth, &remaining)
    }
  }

  private func instance(_ index: Int, _ depth: Int, _ remaining: inout Int) throws -> ArchivedValue
  {
    let members = try members(of: index)
    func plain(_ name: String) throws -> ArchivedValue? {
      try members[name].map { try value(of: $0, depth + 1, &remaining) }
    }
    switch try className(of: index)?.replacing("Mutable", with: "") {
    case "NSNull": return .null
    case "NSString": return try plain("NS.string") ?? plain("NS.bytes") ?? .text("")
    case "NSData": return try plain("NS.data") ?? .data(Data())
    case "NSDate":
      if case .real(let seconds)? = try plain("NS.time") { return .date(seconds) }
      throw BinaryPropertyList.Malformed()
    case "NSUUID":
      guard case .data(let bytes)? = try plain("NS.uuidbytes"), let uuid = UUID(bytes: bytes) else {
        throw BinaryPropertyList.Malformed()
      }
      return .text(uuid.uuidString)
    case "NSURL":
      guard case .text(let relative)? = try plain("NS.relative") else {
        throw BinaryPropertyList.Malformed()
      }
      guard case .text(let base)? = try plain("NS.base") else { return .text(relative) }
      return .text(URL(string: relative, relativeTo: URL(string: base))?.absoluteString ?? relative)
    case "NSArray", "NSSet", "NSOrderedSet":
      return .array(try elements(of: index).map { try value(of: $0, depth + 1, &remaining) })
    case "NSDictionary":
      return .dictionary(
        try entries(of: index).map { entry in
          (
            try value(of: entry.key, depth + 1, &remaining).key,
            try value(of: entry.value, depth + 1, &remaining)
          )
        })
    default:
      return .dictionary(
        try members.filter { $0.key != "$class" }.sorted { $0.key < $1.key }.map { name, member in
          (name, try value(of: member, depth + 1, &remaining))
        })
    }
  }
}

extension UUID {
  /// Creates a UUID from 16 bytes; nil for another number.
  init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
