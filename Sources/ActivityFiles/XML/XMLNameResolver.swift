// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Resolves element names to numbers, and tracks the namespaces of prefixes.
///
/// The XML library does not resolve prefixes, because files with undeclared prefixes are common and
/// must be readable.
struct XMLNameResolver {
  private var words: ByteStringTable
  private var names = ByteStringTable(limit: 512)
  private var resolved: [(word: Int?, prefix: Int?)] = []
  private var prefixes = ByteStringTable(limit: 256)
  private var current: [XMLNamespace] = []
  private var uris: ByteStringTable
  private var replaced: [(depth: Int, prefix: Int, namespace: XMLNamespace)] = []

  init(words list: [String], namespaces: [String]) {
    words = ByteStringTable(limit: max(list.count, 1))
    for word in list { _ = words.intern(word) }
    uris = ByteStringTable(limit: namespaces.count + 256)
    for namespace in namespaces { _ = uris.intern(namespace) }
    _ = prefixes.intern("")
    current.append(.none)
  }

  /// Resolves a name as written in the file, with or without a prefix.
  @inline(__always)
  mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) -> XMLName {
    if let index = names.find(bytes) {
      let entry = resolved[index]
      return XMLName(
        word: entry.word, namespace: entry.prefix.map { current[$0] } ?? .undeclared)
    }
    return resolve(bytes)
  }

  private mutating func resolve(_ bytes: UnsafeBufferPointer<UInt8>) -> XMLName {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    let local = UnsafeBufferPointer(rebasing: bytes[(colon.map { $0 + 1 } ?? 0)...])
    let prefix = UnsafeBufferPointer(rebasing: bytes[..<(colon ?? 0)])
    let entry = (word: words.find(local), prefix: number(ofPrefix: prefix))
    if names.intern(bytes) == resolved.count { resolved.append(entry) }
    return XMLName(word: entry.word, namespace: entry.prefix.map { current[$0] } ?? .undeclared)
  }

  private mutating func number(ofPrefix prefix: UnsafeBufferPointer<UInt8>) -> Int? {
    let number = prefixes.intern(prefix)
    if number == current.count { current.append(.undeclared) }
    return number
  }

  /// Applies the namespace declarations among an element's attributes.
  @inline(__always)
  mutating func declare(_ attributes: XMLAttributes, depth: Int) {
    var index = 0
    while let key = attributes.list[index], let value = attributes.list[index + 1] {
      if key[0] == 0x78, strncmp(key, "xmlns", 5) == 0, key[5] == 0 || key[5] == 0x3A {
        declare(prefix: key + (key[5] == 0 ? 5 : 6), uri: value, depth: depth)
      }
      index += 2
    }
  }

  private mutating func declare(
    prefix: UnsafePointer<CChar>, uri: UnsafePointer<CChar>, depth: Int
  ) {
    guard let number = number(ofPrefix: Self.buffer(prefix)) else { return }
    let text = Self.buffer(uri)
    let namespace: XMLNamespace =
      text.isEmpty ? .none : uris.intern(text).map { .known($0) } ?? .other
    replaced.append((depth, number, current[number]))
    current[number] = namespace
  }

  /// Removes the declarations of the element that ends at a depth.
  @inline(__always)
  mutating func end(depth: Int) {
    while let last = replaced.last, last.depth >= depth {
      current[last.prefix] = last.namespace
      replaced.removeLast()
    }
  }

  @inline(__always)
  static func buffer(_ string: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(string).assumingMemoryBound(to: UInt8.self), count: strlen(string))
  }
}

/// The resolved name of an element.
package struct XMLName: Equatable {
  /// The index of the local name in the stream's vocabulary; nil if it is unknown.
  package var word: Int?

  /// The namespace of the element.
  package var namespace: XMLNamespace
}

/// The namespace of an element, as a number.
package struct XMLNamespace: Equatable {
  let number: Int

  /// The element has no prefix, and there is no default namespace.
  static let none = XMLNamespace(number: -1)

  /// The element's prefix is not declared.
  static let undeclared = XMLNamespace(number: -2)

  /// Any namespace after the limit of known namespaces.
  static let other = XMLNamespace(number: -3)

  /// Returns the namespace at an index of the stream's list; further namespaces follow.
  static func known(_ index: Int) -> XMLNamespace { XMLNamespace(number: index) }
}
