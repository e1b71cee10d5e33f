// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The parser of one template.
struct TemplateParser {
  private let bytes: [UInt8]
  private let name: String
  private var position = 0

  /// The end of a text.
  private enum TextEnd {
    case line, tag, template
  }

  init(_ text: String, named name: String) {
    bytes = Array(text.utf8)
    self.name = name
  }

  /// Parses the whole template.
  mutating func template() throws(TemplateError) -> [Template.Part] {
    // The first line is the rest of a line: its tags are replaced where they are, and its end remains.
    let isLineStart = finishesLine()
    return try parts(of: nil, isLineStart: isLineStart)
  }

  /// Parses the parts up to the end of a section, or of the template.
  ///
  /// - Parameters:
  ///   - section: The section; nil for the template.
  ///   - isLineStart: Whether only spaces precede the position in its line.
  /// - Returns: The parts.
  /// - Throws: ``TemplateError``.
  private mutating func parts(
    of section: Template.Name?, isLineStart: Bool
  ) throws(TemplateError) -> [Template.Part] {
    var parts: [Template.Part] = []
    var isLineStart = isLineStart
    // The spaces at the start of the line, which a tag that is alone in its line removes.
    var spaces: [UInt8] = []
    while position < bytes.count {
      if isLineStart { spaces = readSpaces() }
      let (text, end) = readText()
      if end == .line {
        Self.append(spaces + text + [Self.newline], to: &parts)
        isLineStart = true
        continue
      }
      if !text.isEmpty {
        Self.append(spaces + text, to: &parts)
        spaces = []
        isLineStart = false
      }
      guard end == .tag, position < bytes.count else { break }
      if bytes[position] == UInt8(ascii: "/") {
        position += 1
        let name = try readName()
        guard let section, name == section else {
          throw error("a tag ends a section that is not the innermost open one")
        }
        if !(isLineStart && finishesLine()) { Self.append(spaces, to: &parts) }
        return parts
      }
      isLineStart = try readTag(after: spaces, isLineStart: isLineStart, into: &parts)
      spaces = []
    }
    if let section {
      throw error("the section \(section.path.joined(separator: ".")) does not end")
    }
    return parts
  }

  /// Reads a tag that ends no section, and a section whole.
  ///
  /// - Parameters:
  ///   - spaces: The spaces before the tag, which are removed if it is alone in its line.
  ///   - isLineStart: Whether only these spaces precede the tag in its line.
  ///   - parts: The parts before the tag, to which its parts are added.
  /// - Returns: Whether the tag is alone in its line.
  /// - Throws: ``TemplateError``.
  private mutating func readTag(
    after spaces: [UInt8], isLineStart: Bool, into parts: inout [Template.Part]
  ) throws(TemplateError) -> Bool {
    switch bytes[position] {
    case UInt8(ascii: "#"), UInt8(ascii: "^"):
      let isInverted = bytes[position] == UInt8(ascii: "^")
      position += 1
      let name = try readName()
      let isAlone = isLineStart && finishesLine()
      if !isAlone { Self.append(spaces, to: &parts) }
      let content = try self.parts(of: name, isLineStart: isAlone)
      parts.append(.section(name, isInverted: isInverted, content))
      return isAlone
    case UInt8(ascii: "!"):
      while position < bytes.count, !isAt("}}") { position += 1 }
      try read("}}")
      let isAlone = isLineStart && finishesLine()
      if !isAlone { Self.append(spaces, to: &parts) }
      return isAlone
    case UInt8(ascii: ">"):
      position += 1
      let name = try readText(of: Self.isPartOfTemplateName)
      Self.append(spaces, to: &parts)
      let isAlone = isLineStart && finishesLine()
      parts.append(.template(name, indentation: isAlone ? spaces : nil))
      return isAlone
    case UInt8(ascii: "{"):
      position += 1
      Self.append(spaces, to: &parts)
      parts.append(.value(try readName(), isEscaped: false))
      try read("}")
      return false
    default:
      Self.append(spaces, to: &parts)
      parts.append(.value(try readName(), isEscaped: true))
      return false
    }
  }

  /// Appends a text, unless it is empty; adjacent texts become one.
  private static func append(_ text: [UInt8], to parts: inout [Template.Part]) {
    if text.isEmpty { return }
    if case .text(let last) = parts.last {
      parts[parts.count - 1] = .text(last + text)
    } else {
      parts.append(.text(text))
    }
  }

  // MARK: Names

  /// Reads the name of a value and the end of the tag.
  private mutating func readName() throws(TemplateError) -> Template.Name {
    var text = try readText(of: Self.isPartOfName)
    var testsEmptiness = false
    if let open = text.firstIndex(of: "(") {
      guard text[..<open] == "empty", text.last == ")" else {
        throw error("\(text) is not supported; only empty() is")
      }
      text = String(text[text.index(after: open)...].dropLast())
      testsEmptiness = true
    }
    let path = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false)
    guard !path.contains(where: { $0.isEmpty || $0.contains("(") || $0.contains(")") }) else {
      throw error("\"\(text)\" is not the name of a value")
    }
    return Template.Name(path: path.map(String.init), testsEmptiness: testsEmptiness)
  }

  /// Reads a name between spaces and the end of the tag.
  private mutating func readText(
    of isPart: (UInt8) -> Bool
  ) throws(TemplateError) -> String {
    skipSpaces()
    let start = position
    while position < bytes.count, isPart(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    skipSpaces()
    try read("}}")
    guard !text.isEmpty else { throw error("a tag has no name") }
    return text
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "("), UInt8(ascii: ")"):
      true
    default: false
    }
  }

  private static func isPartOfTemplateName(_ byte: UInt8) -> Bool {
    isPartOfName(byte) || byte == UInt8(ascii: "/")
  }

  // MARK: Text

  private static let newline = UInt8(ascii: "\n")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private mutating func skipSpaces() {
    while position < bytes.count, Self.isSpace(bytes[position]) || bytes[position] == Self.newline {
      position += 1
    }
  }

  /// Reads spaces and tabs.
  private mutating func readSpaces() -> [UInt8] {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return Array(bytes[start..<position])
  }

  /// Reads the text before the next tag or the end of the line, and the opening of the tag or the line feed.
  private mutating func readText() -> (text: [UInt8], end: TextEnd) {
    let start = position
    while position < bytes.count {
      if bytes[position] == Self.newline {
        position += 1
        return (Array(bytes[start..<position - 1]), .line)
      }
      if isAt("{{") {
        position += 2
        return (Array(bytes[start..<position - 2]), .tag)
      }
      position += 1
    }
    return (Array(bytes[start...]), .template)
  }

  /// Moves to the next line if only spaces are left in this one; true at the end of the template, too.
  private mutating func finishesLine() -> Bool {
    if position >= bytes.count { return true }
    var end = position
    while end < bytes.count, Self.isSpace(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == Self.newline else { return false }
    position = end + 1
    return true
  }

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func read(_ text: StaticString) throws(TemplateError) {
    guard isAt(text) else { throw error("a tag does not end with \(text)") }
    position += text.utf8CodeUnitCount
  }

  private func error(_ reason: String) -> TemplateError {
    let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == Self.newline }
    return TemplateError(template: name, line: line, reason: reason)
  }
}
