// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Makes the nodes of a text.
///
/// It keeps the open containers in the nodes themselves, not on the stack.
struct JSONParser {
  private(set) var nodes: [JSONDocument.Node] = []
  private var position = 0
  private var depth = 0
  /// The innermost open array or object.
  private var open = JSONDocument.Node.none

  init(capacity: Int) {
    nodes.reserveCapacity(capacity)
  }

  mutating func parse(_ text: [UInt8]) throws(WireError) {
    guard text.count < Int(Int32.max) else {
      throw WireError(path: "", found: "\(text.count) bytes", expected: "less than 2 GiB")
    }
    var failure: WireError?
    text.withUnsafeBufferPointer { bytes in
      do throws(WireError) {
        try parse(bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private mutating func parse(_ text: Bytes) throws(WireError) {
    skipSpace(text)
    while true {
      let opened = try value(text)
      if opened { continue }
      // A value is complete: close what ends here, then go on behind the next comma.
      repeat {
        skipSpace(text)
        guard open != JSONDocument.Node.none else {
          if position != text.count { throw unexpected(text, "the end of the body") }
          return
        }
      } while try !goesOn(text)
    }
  }

  /// True if a comma (and in an object the next key) was read; false if the container was closed.
  @inline(__always)
  private mutating func goesOn(_ text: Bytes) throws(WireError) -> Bool {
    let isArray = nodes[Int(open)].kind == .array
    guard position < text.count else { throw unexpected(text, isArray ? ", or ]" : ", or }") }
    let byte = text[position]
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace(text)
      if !isArray { try key(text) }
      return true
    }
    if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
      try close(text)
      return false
    }
    throw unexpected(text, isArray ? ", or ]" : ", or }")
  }

  /// Reads a scalar, or the opening of a container and, if it is not empty, up to its first value:
  /// then true is returned.
  @inline(__always)
  private mutating func value(_ text: Bytes) throws(WireError) -> Bool {
    guard position < text.count else { throw unexpected(text, "a value") }
    switch text[position] {
    case UInt8(ascii: "\""): try string(text, "a value")
    case UInt8(ascii: "{"):
      try begin(.object, text)
      if position < text.count, text[position] == UInt8(ascii: "}") {
        try close(text)
        return false
      }
      try key(text)
      return true
    case UInt8(ascii: "["):
      try begin(.array, text)
      if position < text.count, text[position] == UInt8(ascii: "]") {
        try close(text)
        return false
      }
      return true
    case UInt8(ascii: "-"), 0x30...0x39: try number(text)
    case UInt8(ascii: "t"): try word("true", .true, text)
    case UInt8(ascii: "f"): try word("false", .false, text)
    case UInt8(ascii: "n"): try word("null", .null, text)
    default: throw unexpected(text, "a value")
    }
    return false
  }

  private mutating func begin(_ kind: JSONDocument.Kind, _ text: Bytes) throws(WireError) {
    depth += 1
    if depth > JSONDocument.maximumDepth {
      throw WireError(
        path: WireError.path(to: open, in: nodes, of: text, next: true),
        found: "more than \(JSONDocument.maximumDepth) levels",
        expected: "at most \(JSONDocument.maximumDepth) levels of arrays and objects")
    }
    let index = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(.init(kind: kind, start: UInt32(truncatingIfNeeded: position), parent: open))
    open = index
    position += 1
    skipSpace(text)
  }

  private mutating func close(_ text: Bytes) throws(WireError) {
    let index = Int(open)
    position += 1
    depth -= 1
    let next = UInt32(truncatingIfNeeded: nodes.count)
    nodes[index].end = UInt32(truncatingIfNeeded: position)
    nodes[index].next = next
    if nodes[index].kind == .object { try refuseRepeatedKeys(of: index, text) }
    open = nodes[index].parent
  }

  private mutating func key(_ text: Bytes) throws(WireError) {
    try string(text, "a key in quotes")
    skipSpace(text)
    guard position < text.count, text[position] == UInt8(ascii: ":") else {
      throw unexpected(text, "a colon")
    }
    position += 1
    skipSpace(text)
  }

  // MARK: Scalars

  private mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
    let next = UInt32(truncatingIfNeeded: nodes.count + 1)
    nodes.append(
      .init(
        kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: next, parent: open))
  }

  private mutating func word(_ word: StaticString, _ kind: JSONDocument.Kind, _ text: Bytes)
    throws(WireError)
  {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard position < text.count, text[position] == word.utf8Start[index] else {
        position = start
        throw unexpected(text, "a value")
      }
      position += 1
    }
    append(kind, from: start, to: position)
  }

  @inline(__always)
  private mutating func number(_ text: Bytes) throws(WireError) {
    let start = position
    var isInteger = true
    if text[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    try digits(text)
    if text[first] == UInt8(ascii: "0"), position > first + 1 {
      position = first
      throw unexpected(text, "a number without leading zeros")
    }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits(text)
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < text.count,
        text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+")
      {
        position += 1
      }
      try digits(text)
    }
    append(.number, from: start, to: position)
    nodes[nodes.count - 1].isMarked = isInteger
  }

  @inline(__always)
  private mutating func digits(_ text: Bytes) throws(WireError) {
    let start = position
    while position < text.count, text[position] &- 0x30 <= 9 { position += 1 }
    if position == start { throw unexpected(text, "a digit") }
  }

  @inline(__always)
  private mutating func string(_ text: Bytes, _ expected: String) throws(WireError) {
    guard position < text.count, text[position] == UInt8(ascii: "\"") else {
      throw unexpected(text, expected)
    }
    position += 1
    let start = position
    var (hasBackslash, isASCII) = (false, true)
    while true {
      position = JSONText.plainEnd(text, from: position)
      guard position < text.count else { throw unexpected(text, "the end of a string") }
      let byte = text[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte >= 0x80 {
        isASCII = false
        position += 1
      } else if byte == UInt8(ascii: "\\") {
        hasBackslash = true
        try escape(text)
      } else {
        throw unexpected(text, "no control character in a string")
      }
    }
    if !isASCII, let invalid = JSONText.firstInvalid(text, from: start, to: position) {
      position = invalid
      throw unexpected(text, "UTF-8")
    }
    append(.string, from: start, to: position)
    nodes[nodes.count - 1].isMarked = hasBackslash
    if position > start {
      let sum = UInt16(text[start]) &+ UInt16(text[(start + position) / 2]) &* 31
      nodes[nodes.count - 1].hash = sum &+ UInt16(text[position - 1]) &* 523
    }
    position += 1
  }

  private mutating func escape(_ text: Bytes) throws(WireError) {
    let start = position
    position += 1
    guard position < text.count else { throw unexpected(text, "the end of a string") }
    switch text[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      let unit = try unit(text)
      if UTF16.isTrailSurrogate(unit) { throw loneSurrogate(text, at: start) }
      guard UTF16.isLeadSurrogate(unit) else { return }
      guard position + 1 < text.count, text[position] == UInt8(ascii: "\\"),
        text[position + 1] == UInt8(ascii: "u")
      else { throw loneSurrogate(text, at: start) }
      position += 1
      if try !UTF16.isTrailSurrogate(self.unit(text)) { throw loneSurrogate(text, at: start) }
    default:
      throw unexpected(text, "one of \" \\ / b f n r t u behind a backslash")
    }
  }

  private mutating func unit(_ text: Bytes) throws(WireError) -> UInt16 {
    position += 1
    guard let unit = JSONText.hexadecimal(text, at: position) else {
      throw unexpected(text, "four hexadecimal digits")
    }
    position += 4
    return unit
  }

  @inline(__always)
  private mutating func skipSpace(_ text: Bytes) {
    while position < text.count {
      let byte = text[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  // MARK: Keys

  private func refuseRepeatedKeys(of object: Int, _ text: Bytes) throws(WireError) {
    var keys: [Int] = []
    var index = object + 1
    var count = 0
    var isPlain = true
    let end = nodes.count
    while index < end {
      isPlain = isPlain && !nodes[index].isMarked
      count += 1
      index = Int(nodes[index + 1].next)
    }
    if count < 2 { return }
    if count <= 12, isPlain {
      if !hasEqualKeys(object, text) { return }
    }
    index = object + 1
    while index < end {
      keys.append(index)
      index = Int(nodes[index + 1].next)
    }
    var seen = Set<[UInt8]>(minimumCapacity: count)
    for key in keys {
      let node = nodes[key]
      let name = JSONText.unescaped(text, from: Int(node.start), to: Int(node.end))
      guard seen.insert(name).inserted else {
        throw WireError(
          path: WireError.path(to: UInt32(key + 1), in: nodes, of: text),
          found: "the key a second time", expected: "each key once")
      }
    }
  }

  /// Compares each pair: quick for the few keys that objects have.
  private func hasEqualKeys(_ object: Int, _ text: Bytes) -> Bool {
    let end = nodes.count
    return nodes.withUnsafeBufferPointer { nodes in
      var first = object + 1
      while first < end {
        let node = nodes[first]
        var other = Int(nodes[first + 1].next)
        while other < end {
          let rival = nodes[other]
          if rival.hash == node.hash, rival.end - rival.start == node.end - node.start,
            text[Int(node.start)..<Int(node.end)]
              .elementsEqual(text[Int(rival.start)..<Int(rival.end)])
          {
            return true
          }
          other = Int(nodes[other + 1].next)
        }
        first = Int(nodes[first + 1].next)
      }
      return false
    }
  }

  // MARK: Errors

  private func unexpected(_ text: Bytes, _ expected: String) -> WireError {
    let found =
      position >= text.count
      ? "the end of the body" : "\(WireError.quoted(text, at: position)) at byte \(position)"
    return WireError(
      path: WireError.path(to: open, in: nodes, of: text, next: true), found: found,
      expected: expected)
  }

  private func loneSurrogate(_ text: Bytes, at start: Int) -> WireError {
    WireError(
      path: WireError.path(to: open, in: nodes, of: text, next: true),
      found: "half of a surrogate pair at byte \(start)", expected: "Unicode text")
  }
}
