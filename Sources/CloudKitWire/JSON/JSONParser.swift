// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Parses a text into nodes.
///
/// The parser is iterative: the nodes themselves link the open containers.
struct JSONParser {
  private let text: UnsafeBufferPointer<UInt8>
  /// The parsed nodes, which the caller deallocates.
  private(set) var nodes: UnsafeMutablePointer<JSONDocument.Node>
  private(set) var nodeCount = 0
  private var capacity: Int
  private var position = 0
  private var depth = 0
  /// The innermost open array or object.
  private var open = JSONDocument.Node.none

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    capacity = text.count / 16 + 8
    nodes = .allocate(capacity: capacity)
  }

  mutating func parse() throws(WireError) {
    skipSpace()
    while true {
      let opened = try value()
      if opened { continue }
      // A value is complete: close finished containers, then continue after the next comma.
      repeat {
        skipSpace()
        guard open != JSONDocument.Node.none else {
          if position != text.count { throw unexpected("the end of the body") }
          return
        }
      } while try !goesOn()
    }
  }

  @inline(__always)
  private mutating func append(_ node: JSONDocument.Node) {
    if nodeCount == capacity { grow() }
    (nodes + nodeCount).initialize(to: node)
    nodeCount += 1
  }

  private mutating func grow() {
    let grown = UnsafeMutablePointer<JSONDocument.Node>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: nodes, count: nodeCount)
    nodes.deallocate()
    nodes = grown
    capacity *= 2
  }

  /// Reads a comma (and in an object the next key) and returns true, or closes the container.
  @inline(__always)
  private mutating func goesOn() throws(WireError) -> Bool {
    let isArray = nodes[Int(open)].kind == .array
    guard position < text.count else { throw unexpected(isArray ? ", or ]" : ", or }") }
    let byte = text[position]
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      if !isArray { try key() }
      return true
    }
    if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
      try close()
      return false
    }
    throw unexpected(isArray ? ", or ]" : ", or }")
  }

  /// Reads a scalar or the start of a container; true if a nonempty container was opened.
  @inline(__always)
  private mutating func value() throws(WireError) -> Bool {
    guard position < text.count else { throw unexpected("a value") }
    switch text[position] {
    case UInt8(ascii: "\""): try string("a value")
    case UInt8(ascii: "{"):
      try begin(.object)
      if position < text.count, text[position] == UInt8(ascii: "}") {
        try close()
        return false
      }
      try key()
      return true
    case UInt8(ascii: "["):
      try begin(.array)
      if position < text.count, text[position] == UInt8(ascii: "]") {
        try close()
        return false
      }
      return true
    case UInt8(ascii: "-"), 0x30...0x39: try number()
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    case UInt8(ascii: "n"): try word("null", .null)
    default: throw unexpected("a value")
    }
    return false
  }

  private mutating func begin(_ kind: JSONDocument.Kind) throws(WireError) {
    depth += 1
    if depth > JSONDocument.maximumDepth {
      throw WireError(
        path: WireError.path(to: open, in: allNodes, of: text, next: true),
        found: "more than \(JSONDocument.maximumDepth) levels",
        expected: "at most \(JSONDocument.maximumDepth) levels of arrays and objects")
    }
    let index = UInt32(truncatingIfNeeded: nodeCount)
    append(.init(kind: kind, start: UInt32(truncatingIfNeeded: position), parent: open))
    open = index
    position += 1
    skipSpace()
  }

  private mutating func close() throws(WireError) {
    let index = Int(open)
    position += 1
    depth -= 1
    let next = UInt32(truncatingIfNeeded: nodeCount)
    nodes[index].end = UInt32(truncatingIfNeeded: position)
    nodes[index].next = next
    if nodes[index].kind == .object { try checkForDuplicateKeys(of: index) }
    open = nodes[index].parent
  }

  private mutating func key() throws(WireError) {
    try string("a key in quotes")
    skipSpace()
    guard position < text.count, text[position] == UInt8(ascii: ":") else {
      throw unexpected("a colon")
    }
    position += 1
    skipSpace()
  }

  // MARK: Scalars

  private mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
    let next = UInt32(truncatingIfNeeded: nodeCount + 1)
    append(
      .init(
        kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: next, parent: open))
  }

  private mutating func word(_ word: StaticString, _ kind: JSONDocument.Kind)
    throws(WireError)
  {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard position < text.count, text[position] == word.utf8Start[index] else {
        position = start
        throw unexpected("a value")
      }
      position += 1
    }
    append(kind, from: start, to: position)
  }

  @inline(__always)
  private mutating func number() throws(WireError) {
    let start = position
    var isInteger = true
    if text[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    try digits()
    if text[first] == UInt8(ascii: "0"), position > first + 1 {
      position = first
      throw unexpected("a number without leading zeros")
    }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < text.count,
        text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+")
      {
        position += 1
      }
      try digits()
    }
    append(.number, from: start, to: position)
    nodes[nodeCount - 1].isMarked = isInteger
  }

  @inline(__always)
  private mutating func digits() throws(WireError) {
    let start = position
    while position < text.count, text[position] &- 0x30 <= 9 { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  @inline(__always)
  private mutating func string(_ expected: String) throws(WireError) {
    guard position < text.count, text[position] == UInt8(ascii: "\"") else {
      throw unexpected(expected)
    }
    position += 1
    let start = position
    var (hasBackslash, isASCII) = (false, true)
    while true {
      position = JSONString.plainEnd(text, from: position)
      guard position < text.count else { throw unexpected("the end of a string") }
      let byte = text[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte >= 0x80 {
        isASCII = false
        position += 1
      } else if byte == UInt8(ascii: "\\") {
        hasBackslash = true
        try escape()
      } else {
        throw unexpected("no control character in a string")
      }
    }
    if !isASCII, let invalid = JSONString.firstInvalid(text, from: start, to: position) {
      position = invalid
      throw unexpected("UTF-8")
    }
    append(.string, from: start, to: position)
    nodes[nodeCount - 1].isMarked = hasBackslash
    if position > start {
      let sum = UInt16(text[start]) &+ UInt16(text[(start + position) / 2]) &* 31
      nodes[nodeCount - 1].hash = sum &+ UInt16(text[position - 1]) &* 523
    }
    position += 1
  }

  private mutating func escape() throws(WireError) {
    let start = position
    position += 1
    guard position < text.count else { throw unexpected("the end of a string") }
    switch text[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      let unit = try unit()
      if UTF16.isTrailSurrogate(unit) { throw loneSurrogate(at: start) }
      guard UTF16.isLeadSurrogate(unit) else { return }
      guard position + 1 < text.count, text[position] == UInt8(ascii: "\\"),
        text[position + 1] == UInt8(ascii: "u")
      else { throw loneSurrogate(at: start) }
      position += 1
      if try !UTF16.isTrailSurrogate(self.unit()) { throw loneSurrogate(at: start) }
    default:
      throw unexpected("one of \" \\ / b f n r t u after a backslash")
    }
  }

  private mutating func unit() throws(WireError) -> UInt16 {
    position += 1
    guard let unit = JSONString.hexadecimal(text, at: position) else {
      throw unexpected("four hexadecimal digits")
    }
    position += 4
    return unit
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < text.count {
      let byte = text[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  // MARK: Keys

  private func checkForDuplicateKeys(of object: Int) throws(WireError) {
    var keys: [Int] = []
    var index = object + 1
    var count = 0
    var isPlain = true
    let end = nodeCount
    while index < end {
      isPlain = isPlain && !nodes[index].isMarked
      count += 1
      index = Int(nodes[index + 1].next)
    }
    if count < 2 { return }
    if count <= 12, isPlain {
      if !hasEqualKeys(object) { return }
    }
    index = object + 1
    while index < end {
      keys.append(index)
      index = Int(nodes[index + 1].next)
    }
    var seen = Set<[UInt8]>(minimumCapacity: count)
    for key in keys {
      let node = nodes[key]
      let name = JSONString.unescaped(text, from: Int(node.start), to: Int(node.end))
      guard seen.insert(name).inserted else {
        throw WireError(
          path: WireError.path(to: UInt32(key + 1), in: allNodes, of: text),
          found: "a duplicate key", expected: "each key once")
      }
    }
  }

  /// Compares all pairs of keys, which is fast for few keys.
  private func hasEqualKeys(_ object: Int) -> Bool {
    let end = nodeCount
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

  // MARK: Errors

  private var allNodes: UnsafeBufferPointer<JSONDocument.Node> {
    UnsafeBufferPointer(start: nodes, count: nodeCount)
  }

  private func unexpected(_ expected: String) -> WireError {
    let found =
      position >= text.count
      ? "the end of the body" : "\(WireError.quoted(text, at: position)) at byte \(position)"
    return WireError(
      path: WireError.path(to: open, in: allNodes, of: text, next: true), found: found,
      expected: expected)
  }

  private func loneSurrogate(at start: Int) -> WireError {
    WireError(
      path: WireError.path(to: open, in: allNodes, of: text, next: true),
      found: "a lone surrogate at byte \(start)", expected: "Unicode text")
  }
}
