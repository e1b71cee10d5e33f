// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A logical line of iCalendar: name, parameters and value (RFC 5545, section 3.1).
struct ContentLine {
  /// The name in upper case.
  let name: String
  /// The parameters by their names in upper case.
  let parameters: [String: String]
  /// The value as in the file, with its escapes.
  let value: String
  /// The line of the file at which it begins, counted from 1.
  let line: Int

  /// Parses an unfolded line; nil if it has no name and value.
  init?(_ bytes: [UInt8], line: Int) {
    var position = 0
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > 0, position < bytes.count else { return nil }
    name = String(decoding: bytes[..<position], as: UTF8.self).uppercased()
    var parameters: [String: String] = [:]
    while position < bytes.count, bytes[position] == UInt8(ascii: ";") {
      position += 1
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "="),
        bytes[position] != UInt8(ascii: ":"), bytes[position] != UInt8(ascii: ";")
      {
        position += 1
      }
      let key = String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
      position += 1
      let valueStart = position
      var isQuoted = false
      while position < bytes.count {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if !isQuoted, byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") { break }
        position += 1
      }
      let value = bytes[valueStart..<position].filter { $0 != UInt8(ascii: "\"") }
      if parameters.count < 32 { parameters[key] = TextDecoding.text(value) }
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
    self.parameters = parameters
    value = TextDecoding.text(bytes[(position + 1)...])
    self.line = line
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte &- 0x30 <= 9 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// True if bytes begin as a content line does; a continuation with a lost space does not.
  static func isStart(_ bytes: some Collection<UInt8>) -> Bool {
    let name = bytes.prefix { isNameByte($0) }
    guard let first = name.first, first | 0x20 >= 0x61 else { return false }
    guard let next = bytes.dropFirst(name.count).first,
      next == UInt8(ascii: ":") || next == UInt8(ascii: ";")
    else { return false }
    let text = String(decoding: name, as: UTF8.self).uppercased()
    return text.hasPrefix("X-") || knownNames.contains(text)
  }

  private static let knownNames: Set<String> = [
    "BEGIN", "END", "VERSION", "PRODID", "CALSCALE", "METHOD", "ATTACH", "CATEGORIES", "CLASS",
    "COMMENT", "DESCRIPTION", "GEO", "LOCATION", "PERCENT-COMPLETE", "PRIORITY", "RESOURCES",
    "STATUS", "SUMMARY", "COMPLETED", "DTEND", "DUE", "DTSTART", "DURATION", "FREEBUSY", "TRANSP",
    "TZID", "TZNAME", "TZOFFSETFROM", "TZOFFSETTO", "TZURL", "ATTENDEE", "CONTACT", "ORGANIZER",
    "RECURRENCE-ID", "RELATED-TO", "URL", "UID", "EXDATE", "EXRULE", "RDATE", "RRULE", "ACTION",
    "REPEAT", "TRIGGER", "CREATED", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "REQUEST-STATUS",
    "NAME", "IMAGE", "COLOR", "CONFERENCE", "REFRESH-INTERVAL", "SOURCE", "FILENAME",
    "ACKNOWLEDGED",
    "STRUCTURED-DATA", "STYLED-DESCRIPTION", "PARTICIPANT-TYPE", "ESTIMATED-DURATION",
  ]

  /// The value without the escapes of a text.
  var text: String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var output: [UInt8] = []
    output.reserveCapacity(value.utf8.count)
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        isEscaped = false
        output.append(byte | 0x20 == UInt8(ascii: "n") ? 0x0A : byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// Unfolds the lines of iCalendar, from chunks of any size.
struct ContentLineReader {
  /// The maximum length of a logical line; the rest is dropped.
  static let limit = 4 << 20

  private var pending: [UInt8] = []
  private var pendingLine = 0
  /// The offsets of the pending line in the current chunk; nil if it began in an earlier one.
  private var pendingRange: Range<Int>?
  private var current: [UInt8] = []
  private var lineNumber = 1
  private var endedWithReturn = false

  /// Reads a chunk and passes each complete logical line with its line number.
  ///
  /// The third argument of `body` is the range of the folded line in the chunk; nil for a line that began in an
  /// earlier chunk, or that exceeds the limit.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ body: ([UInt8], Int, Range<Int>?) -> Void
  ) {
    pendingRange = nil
    // The offset of the line in this chunk; nil if it began in an earlier one.
    var lineStart: Int? = current.isEmpty ? 0 : nil
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0A, endedWithReturn, index == start {
          endedWithReturn = false
          index += 1
          start = index
          lineStart = start
          continue
        }
        append(bytes[start..<index])
        endLine(lineStart.map { $0..<index }, body)
        endedWithReturn = byte == 0x0D
        start = index + 1
        lineStart = start
      } else {
        endedWithReturn = false
      }
      index += 1
    }
    append(bytes[start...])
  }

  /// Passes the last line.
  mutating func finish(_ body: ([UInt8], Int, Range<Int>?) -> Void) {
    pendingRange = nil
    endLine(nil, body)
    flush(body)
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    current.append(contentsOf: bytes.prefix(max(0, Self.limit - current.count)))
  }

  private mutating func endLine(
    _ range: Range<Int>?, _ body: ([UInt8], Int, Range<Int>?) -> Void
  ) {
    defer {
      current.removeAll(keepingCapacity: true)
      lineNumber += 1
    }
    guard let first = current.first else { return }
    if first == 0x20 || first == 0x09 {
      pending.append(
        contentsOf: current.dropFirst().prefix(Self.limit - min(Self.limit, pending.count)))
      extendPending(to: range)
    } else if pending.isEmpty || ContentLine.isStart(current) {
      flush(body)
      swap(&pending, &current)
      pendingLine = lineNumber
      pendingRange = range
    } else {
      // A program has folded the line without the space that marks a continuation.
      pending.append(contentsOf: current.prefix(Self.limit - min(Self.limit, pending.count)))
      extendPending(to: range)
    }
  }

  private mutating func extendPending(to range: Range<Int>?) {
    guard let start = pendingRange?.lowerBound, let end = range?.upperBound else {
      pendingRange = nil
      return
    }
    pendingRange = start..<end
  }

  private mutating func flush(_ body: ([UInt8], Int, Range<Int>?) -> Void) {
    if !pending.isEmpty {
      let isWhole = pendingRange.map { $0.count <= Self.limit } ?? false
      body(pending, pendingLine, isWhole ? pendingRange : nil)
    }
    pending.removeAll(keepingCapacity: true)
    pendingRange = nil
  }
}
