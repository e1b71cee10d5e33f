// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Parses a text into nodes.
///
/// The parser is iterative: the nodes themselves link the open containers. It reads no length: the
/// zeros after the text are valid nowhere in JSON, so every loop ends there.
struct JSONParser {
  private typealias Node = ParsedJSON.Node

  private let text: UnsafePointer<UInt8>
  private let count: Int
  private let dialect: JSONDialect
  private(set) var nodes: UnsafeMutablePointer<ParsedJSON.Node>
  private(set) var capacity: Int
  private(set) var nodeCount = 0
  private var position = 0
  private var depth = 0
  /// The innermost open array or object.
  private var open = Node.none

  init(
    _ text: UnsafePointer<UInt8>, count: Int, dialect: JSONDialect,
    nodes: UnsafeMutablePointer<ParsedJSON.Node>, capacity: Int
  ) {
    self.text = text
    self.count = count
    self.dialect = dialect
    self.nodes = nodes
    self.capacity = capacity
  }

  mutating func parse() throws(JSONSyntaxError) {
    skipSpace()
    while true {
      let opened = try value()
      if opened { continue }
      // A value is complete: close finished containers, then continue after the next comma.
      repeat {
        skipSpace()
        guard open != Node.none else {
          if position != count { throw expected(.endOfText) }
          return
        }
      } while try !goesOn()
    }
  }

  private var byte: UInt8 {
    @inline(__always)
    get { text[position] }
  }

  @inline(__always)
  private mutating func append(_ node: Node) {
    if nodeCount == capacity { grow() }
    (nodes + nodeCount).initialize(to: node)
    nodeCount += 1
  }

  private mutating func grow() {
    let grown = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: nodes, count: nodeCount)
    nodes.deallocate()
    nodes = grown
    capacity *= 2
  }

  // MARK: Containers

  /// Reads a comma (and in an object the next key) and returns true, or closes the container.
  @inline(__always)
  private mutating func goesOn() throws(JSONSyntaxError) -> Bool {
    let isArray = nodes[Int(open)].kind == .array
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
    throw expected(.comma)
  }

  /// Reads a scalar or the start of a container; true if a nonempty container was opened.
  @inline(__always)
  private mutating func value() throws(JSONSyntaxError) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"):
      try begin(.object)
      if byte == UInt8(ascii: "}") {
        try close()
        return false
      }
      try key()
      return true
    case UInt8(ascii: "["):
      try begin(.array)
      if byte == UInt8(ascii: "]") {
        try close()
        return false
      }
      return true
    case UInt8(ascii: "-"), 0x30...0x39: try number()
    case UInt8(ascii: "t"): try word("true", .true)
    case UInt8(ascii: "f"): try word("false", .false)
    case UInt8(ascii: "n"): try word("null", .null)
    default: throw expected(.value)
    }
    return false
  }

  private mutating func begin(_ kind: ParsedJSON.Kind) throws(JSONSyntaxError) {
    depth += 1
    if depth > dialect.maximumDepth { throw expected(.depth) }
    let index = UInt32(truncatingIfNeeded: nodeCount)
    append(Node(kind: kind, start: position, end: 0, next: 0, parent: open))
    open = index
    position += 1
    skipSpace()
  }

  private mutating func close() throws(JSONSyntaxError) {
    let index = Int(open)
    position += 1
    depth -= 1
    if dialect.recordsContainerEnds { nodes[index].end = UInt32(truncatingIfNeeded: position) }
    nodes[index].next = UInt32(truncatingIfNeeded: nodeCount)
    if !dialect.allowsDuplicateKeys, nodes[index].kind == .object {
      try checkForDuplicateKeys(of: index)
    }
    open = nodes[index].parent
  }

  private mutating func key() throws(JSONSyntaxError) {
    guard byte == UInt8(ascii: "\"") else { throw expected(.key) }
    try string()
    skipSpace()
    guard byte == UInt8(ascii: ":") else { throw expected(.colon) }
    position += 1
    skipSpace()
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func append(
    _ kind: ParsedJSON.Kind, from start: Int, flag: Bool = false, hash: UInt16 = 0
  ) {
    append(
      Node(
        kind: kind, flag: flag, hash: hash, start: start, end: position, next: nodeCount + 1,
        parent: open))
  }

  private mutating func word(_ word: StaticString, _ kind: ParsedJSON.Kind)
    throws(JSONSyntaxError)
  {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[index] else {
        if dialect.isStrict { position = start }
        throw expected(.literal)
      }
      position += 1
    }
    append(kind, from: start)
  }

  @inline(__always)
  private mutating func number() throws(JSONSyntaxError) {
    let start = position
    var isInteger = true
    if byte == UInt8(ascii: "-") { position += 1 }
    let first = position
    try digits()
    if text[first] == UInt8(ascii: "0"), position > first + 1, dialect.isStrict {
      position = first
      throw expected(.noLeadingZero)
    }
    if byte == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { position += 1 }
      try digits()
    }
    append(.number, from: start, flag: isInteger)
  }

  @inline(__always)
  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while byte &- 0x30 <= 9 { position += 1 }
    if position == start { throw expected(.digit) }
  }

  /// Reads a string from its opening quote.
  @inline(__always)
  private mutating func string() throws(JSONSyntaxError) {
    position += 1
    let start = position
    var isEscaped = false
    var bits: UInt64 = 0
    while true {
      position = JSONString.end(text, from: position, bits: &bits)
      if byte == UInt8(ascii: "\"") { break }
      guard byte == UInt8(ascii: "\\") else {
        throw expected(position >= count ? .endOfString : .noControlCharacter)
      }
      isEscaped = true
      if dialect.isStrict { try escape() } else { try skipEscape() }
    }
    if dialect.isStrict, bits & JSONString.highBits != 0 { try checkUTF8(from: start) }
    var hash: UInt16 = 0
    if !dialect.allowsDuplicateKeys, position > start {
      let sum = UInt16(text[start]) &+ UInt16(text[(start + position) / 2]) &* 31
      hash = sum &+ UInt16(text[position - 1]) &* 523
    }
    append(.string, from: start, flag: isEscaped, hash: hash)
    position += 1
  }

  private mutating func checkUTF8(from start: Int) throws(JSONSyntaxError) {
    guard let invalid = JSONString.firstInvalid(text, from: start, to: position) else { return }
    position = invalid
    throw expected(.validUTF8)
  }

  private mutating func skipEscape() throws(JSONSyntaxError) {
    position += 1
    guard byte >= 0x20 else {
      throw expected(position >= count ? .endOfString : .noControlCharacter)
    }
    position += 1
  }

  private mutating func escape() throws(JSONSyntaxError) {
    let start = position
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      let unit = try unit()
      if UTF16.isTrailSurrogate(unit) { throw loneSurrogate(at: start) }
      guard UTF16.isLeadSurrogate(unit) else { return }
      guard byte == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
      else { throw loneSurrogate(at: start) }
      position += 1
      if try !UTF16.isTrailSurrogate(self.unit()) { throw loneSurrogate(at: start) }
    default:
      throw expected(position >= count ? .endOfString : .escapedCharacter)
    }
  }

  private mutating func unit() throws(JSONSyntaxError) -> UInt16 {
    position += 1
    guard let unit = JSONString.hexadecimal(text, at: position, end: count) else {
      throw expected(.hexadecimalDigits)
    }
    position += 4
    return unit
  }

  @inline(__always)
  private mutating func skipSpace() {
    while byte <= 0x20 {
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case 0x0B where !dialect.isStrict, 0x0C where !dialect.isStrict: position += 1
      default: return
      }
    }
  }

  // MARK: Errors

  private func expected(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, position: position, container: open)
  }

  private func loneSurrogate(at start: Int) -> JSONSyntaxError {
    JSONSyntaxError(reason: .loneSurrogate, position: start, container: open)
  }
}

extension JSONParser {
  private func checkForDuplicateKeys(of object: Int) throws(JSONSyntaxError) {
    var index = object + 1
    var keyCount = 0
    var isPlain = true
    while index < nodeCount {
      isPlain = isPlain && !nodes[index].isEscaped
      keyCount += 1
      index = Int(nodes[index + 1].next)
    }
    if keyCount < 2 { return }
    if keyCount <= 12, isPlain, !hasEqualKeys(object) { return }
    var seen = Set<[UInt8]>(minimumCapacity: keyCount)
    index = object + 1
    while index < nodeCount {
      let key = nodes[index]
      let name = JSONString.unescaped(text, from: Int(key.start), to: Int(key.end))
      guard seen.insert(name).inserted else { throw expected(.duplicateKey(index + 1)) }
      index = Int(nodes[index + 1].next)
    }
  }

  /// Compares all pairs of keys, which is fast for few keys.
  private func hasEqualKeys(_ object: Int) -> Bool {
    var first = object + 1
    while first < nodeCount {
      let node = nodes[first]
      var other = Int(nodes[first + 1].next)
      while other < nodeCount {
        let rival = nodes[other]
        if rival.hash == node.hash, rival.count == node.count,
          UnsafeBufferPointer(start: text + Int(node.start), count: node.count)
            .isEqual(to: UnsafeBufferPointer(start: text + Int(rival.start), count: rival.count))
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
