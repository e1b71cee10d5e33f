// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A part of an HTML text; ranges are byte offsets.
enum HTMLToken {
  case startTag(name: String, attributes: [HTMLAttribute], isSelfClosing: Bool)
  case endTag(name: String)
  case text(Range<Int>)
}

/// An attribute with the byte range of its value.
struct HTMLAttribute {
  var name: String
  var value: Range<Int>
}

/// Splits HTML into tags and text, in linear time and without a copy of the text.
///
/// Any bytes are accepted: the tokenizer never fails. Comments, declarations, and the contents of
/// style elements are skipped. The content of a script element is one text.
struct HTMLTokenizer {
  /// The maximum number of attributes of a tag that are reported.
  private static let attributeLimit = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The element with raw text whose start tag was the last token.
  private var rawText: String?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> HTMLToken? {
    while position < bytes.count {
      if let element = rawText {
        rawText = nil
        return .text(rawTextRange(of: element))
      }
      if bytes[position] != UInt8(ascii: "<") { return text() }
      if starts(with: "<!--") {
        skipComment()
      } else if position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?")
      {
        position = index(of: UInt8(ascii: ">"), from: position) + 1
      } else if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") {
        return endTag()
      } else if position + 1 < bytes.count, isLetter(bytes[position + 1]) {
        return startTag()
      } else {
        return text()
      }
    }
    return nil
  }

  private mutating func text() -> HTMLToken {
    let start = position
    position = min(index(of: UInt8(ascii: "<"), from: position + 1), bytes.count)
    return .text(start..<position)
  }

  private mutating func skipComment() {
    var end = position + 4
    while true {
      end = index(of: UInt8(ascii: ">"), from: end)
      if end >= bytes.count { break }
      if bytes[end - 1] == UInt8(ascii: "-"), bytes[end - 2] == UInt8(ascii: "-") { break }
      end += 1
    }
    position = min(end + 1, bytes.count)
  }

  private mutating func rawTextRange(of element: String) -> Range<Int> {
    let start = position
    let name = Array(element.utf8)
    while position < bytes.count {
      position = index(of: UInt8(ascii: "<"), from: position)
      if position + 2 + name.count <= bytes.count, bytes[position + 1] == UInt8(ascii: "/"),
        name.indices.allSatisfy({ bytes[position + 2 + $0] | 0x20 == name[$0] })
      {
        break
      }
      position += 1
    }
    position = min(position, bytes.count)
    return start..<position
  }

  private mutating func endTag() -> HTMLToken {
    position += 2
    let name = self.name()
    position = min(index(of: UInt8(ascii: ">"), from: position) + 1, bytes.count)
    return .endTag(name: name)
  }

  private mutating func startTag() -> HTMLToken {
    position += 1
    let name = self.name()
    var attributes: [HTMLAttribute] = []
    var isSelfClosing = false
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      let byte = bytes[position]
      if isSpace(byte) {
        position += 1
      } else if byte == UInt8(ascii: "/") {
        position += 1
        isSelfClosing = position < bytes.count && bytes[position] == UInt8(ascii: ">")
      } else {
        let attribute = self.attribute()
        if attributes.count < Self.attributeLimit { attributes.append(attribute) }
      }
    }
    position = min(position + 1, bytes.count)
    if name == "script" || name == "style", !isSelfClosing { rawText = name }
    return .startTag(name: name, attributes: attributes, isSelfClosing: isSelfClosing)
  }

  private mutating func attribute() -> HTMLAttribute {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "=") && position > start || byte == UInt8(ascii: ">")
        || byte == UInt8(ascii: "/") || isSpace(byte)
      {
        break
      }
      position += 1
    }
    let name = lowercased(start..<position)
    skipSpaces()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      return HTMLAttribute(name: name, value: position..<position)
    }
    position += 1
    skipSpaces()
    guard position < bytes.count else {
      return HTMLAttribute(name: name, value: position..<position)
    }
    let quote = bytes[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = position + 1
      let end = min(index(of: quote, from: start), bytes.count)
      position = min(end + 1, bytes.count)
      return HTMLAttribute(name: name, value: min(start, end)..<end)
    }
    let valueStart = position
    while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">") {
      position += 1
    }
    return HTMLAttribute(name: name, value: valueStart..<position)
  }

  private mutating func name() -> String {
    let start = position
    while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">"),
      bytes[position] != UInt8(ascii: "/")
    {
      position += 1
    }
    return lowercased(start..<position)
  }

  private mutating func skipSpaces() {
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
  }

  private func lowercased(_ range: Range<Int>) -> String {
    String(
      decoding: bytes[range].prefix(128).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  private func starts(with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  /// The index of a byte from a start; the number of bytes if it does not occur.
  private func index(of byte: UInt8, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != byte { index += 1 }
    return index
  }

  private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
