// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Splits a CSV file (RFC 4180) into records, in bounded memory.
///
/// Lines end with LF, CR or CRLF, in any mixture; a byte order mark is skipped. A quote that is not
/// closed within ``recordLimit`` bytes damages only its own line.
final class CSVTokenizer {
  /// The maximum size of one record, in bytes.
  static let recordLimit = 1 << 17

  /// The maximum number of fields in one record; the rest is dropped.
  static let fieldLimit = 1024

  /// The number of bytes that are read from a file at once.
  static let chunkSize = 1 << 16

  /// The byte between two fields.
  @exclusivity(unchecked) var delimiter = UInt8(ascii: ",")

  /// The line on which the current record starts, counted from 1.
  @exclusivity(unchecked) private(set) var line = 1

  /// Whether the current record is too long or has a quote that is not closed.
  @exclusivity(unchecked) private(set) var isDamaged = false

  /// The number of fields in the current record.
  @exclusivity(unchecked) private(set) var count = 0

  /// The number of bytes of the file that the records so far have.
  var consumed: Int { discarded + start }

  private struct Field {
    var start: Int
    var end: Int
    var hasEscapes: Bool
  }

  private enum Scan {
    case complete
    case incomplete
    case openQuote
    case misplacedQuote
  }

  // The state that each byte uses is exempt from run-time exclusivity checks. A tokenizer is used by
  // one caller at a time and never calls back into itself.
  private let name: String?
  private let source: () throws -> Data?
  @exclusivity(unchecked) private var buffer: UnsafeMutableBufferPointer<UInt8>
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var end = 0
  @exclusivity(unchecked) private var scanned = 0
  private var isAtEnd = false
  private var hasStarted = false
  /// The fields of the current record, ``count`` of them, in ``fieldLimit`` places.
  private let fields: UnsafeMutableBufferPointer<Field>
  /// The bytes that were removed from the start of the buffer.
  private var discarded = 0
  @exclusivity(unchecked) private var nextLine = 1
  /// Up to this position, quotes must be closed on their own line.
  @exclusivity(unchecked) private var singleLineEnd = 0

  init(name: String?, source: @escaping () throws -> Data?) {
    self.name = name
    self.source = source
    buffer = .allocate(capacity: 0)
    fields = .allocate(capacity: Self.fieldLimit)
  }

  deinit {
    buffer.deallocate()
    fields.deallocate()
  }

  /// The bytes of a field, unescaped; valid until the next record.
  ///
  /// A missing field is empty.
  subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
    guard index >= 0, index < count else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    if fields[index].hasEscapes { unescape(index) }
    return UnsafeBufferPointer(rebasing: buffer[fields[index].start..<fields[index].end])
  }

  /// Returns the text of a field.
  func string(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

  /// Returns the first bytes of the file, up to 64 KB; valid until the next record.
  func prefix() throws(ActivityFileError) -> UnsafeBufferPointer<UInt8> {
    try begin()
    return UnsafeBufferPointer(rebasing: buffer[start..<end])
  }

  /// Reads the next record that is not an empty line.
  ///
  /// - Returns: False at the end of the file.
  func next() throws(ActivityFileError) -> Bool {
    try begin()
    line = nextLine
    while true {
      isDamaged = false
      count = 0
      guard start < end || !isAtEnd else { return false }
      switch scan() {
      case .complete:
        start = scanned
        if count == 1, fields[0].start == fields[0].end, !isDamaged {
          line = nextLine
          continue
        }
        return true
      case .openQuote where isAtEnd || end - start >= Self.recordLimit:
        // Reading the lines again as single lines makes the cost linear in the file's size.
        singleLineEnd = end
      case .misplacedQuote:
        singleLineEnd = scanned
      case .incomplete where isAtEnd:
        return false
      case .incomplete where end - start >= Self.recordLimit:
        try skipLine()
        isDamaged = true
        return true
      case .incomplete, .openQuote:
        try fill()
      }
    }
  }

  private func begin() throws(ActivityFileError) {
    guard !hasStarted else { return }
    hasStarted = true
    while end < Self.chunkSize, !isAtEnd { try fill() }
    if end - start >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
  }

  /// Appends the next chunk to the buffer.
  private func fill() throws(ActivityFileError) {
    if start > 0 {
      let rest = end - start
      if let base = buffer.baseAddress { memmove(base, base + start, rest) }
      singleLineEnd = max(0, singleLineEnd - start)
      discarded += start
      start = 0
      end = rest
    }
    // Small chunks are joined, because an incomplete record is scanned again after each call.
    let goal = end + Self.chunkSize / 4
    while end < goal, !isAtEnd { try appendChunk() }
  }

  private func appendChunk() throws(ActivityFileError) {
    guard let chunk = try nextChunk() else {
      isAtEnd = true
      return
    }
    if end + chunk.count > buffer.count {
      // Most files fit into one chunk: a larger buffer costs more than the file's tokens.
      let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: end == 0 ? chunk.count : max(end + chunk.count, 2 * Self.recordLimit))
      _ = larger.initialize(fromContentsOf: buffer[..<end])
      buffer.deallocate()
      buffer = larger
    }
    if let base = buffer.baseAddress {
      chunk.withUnsafeBytes { bytes in
        if let from = bytes.baseAddress { memcpy(base + end, from, bytes.count) }
      }
    }
    end += chunk.count
  }

  private func nextChunk() throws(ActivityFileError) -> Data? {
    do {
      while let chunk = try source() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    } catch let error as ActivityFileError {
      throw error
    } catch {
      throw ActivityFileSource.unreadable(error, name: name)
    }
  }
}

// MARK: - Scanning

extension CSVTokenizer {
  /// Finds the fields of the record at `start`, and sets `scanned` to its end.
  private func scan() -> Scan {
    count = 0
    nextLine = line
    var position = start
    while true {
      let fieldStart = position
      if position < end, buffer[position] == UInt8(ascii: "\"") {
        if let close = closingQuote(after: position) {
          append(Field(start: position + 1, end: close, hasEscapes: false))
          position = close + 1
        } else {
          switch scanQuoted(from: &position) {
          case .complete: break
          case let other: return other
          }
        }
      } else {
        position = boundary(from: position)
        append(Field(start: fieldStart, end: position, hasEscapes: false))
      }
      guard position < end else {
        scanned = end
        return isAtEnd && end > start ? .complete : .incomplete
      }
      if buffer[position] == delimiter {
        position += 1
        continue
      }
      return scanLineEnd(position)
    }
  }

  /// Returns the closing quote of a field without escapes on one line, as nearly all quoted fields
  /// are; nil for another field, or one near the end of the buffer.
  ///
  /// Eight bytes are compared at once.
  @inline(__always)
  private func closingQuote(after open: Int) -> Int? {
    guard let base = UnsafeRawPointer(buffer.baseAddress) else { return nil }
    var position = open + 1
    // The position after an empty field is known before its bytes are compared.
    if position + 1 < end, buffer[position] == UInt8(ascii: "\""),
      isBoundary(buffer[position + 1])
    {
      return position
    }
    // The byte after the quote is read as well.
    while position + 9 <= end {
      let word = UInt64(
        littleEndian: (base + position).loadUnaligned(as: UInt64.self))
      let quotes = Self.zeroBytes(word ^ 0x2222_2222_2222_2222)
      let lines = Self.zeroBytes(word ^ 0x0A0A_0A0A_0A0A_0A0A)
      guard quotes != 0 else {
        if lines != 0 { return nil }
        position += 8
        continue
      }
      let offset = quotes.trailingZeroBitCount
      guard lines & ((1 << UInt64(offset)) &- 1) == 0 else { return nil }
      let close = position + offset / 8
      return isBoundary(buffer[close + 1]) ? close : nil
    }
    return nil
  }

  /// The highest bit of the lowest byte that is zero, if there is one; bits of higher bytes have no
  /// meaning.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Returns the position of the next delimiter or line end, or the end of the buffer.
  @inline(__always)
  private func boundary(from start: Int) -> Int {
    let bytes = UnsafeBufferPointer(rebasing: buffer[..<end])
    let delimiter = delimiter
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
      position += 1
    }
    return position
  }

  @inline(__always)
  private func isBoundary(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }

  @inline(__always)
  private func append(_ field: Field) {
    guard count < Self.fieldLimit else {
      isDamaged = true
      return
    }
    fields.initializeElement(at: count, to: field)
    count += 1
  }

  /// Consumes the end of a line: any number of CR, and one LF.
  private func scanLineEnd(_ position: Int) -> Scan {
    var position = position
    var returns = 0
    while position < end, buffer[position] == 0x0D {
      returns += 1
      position += 1
    }
    if position == end, !isAtEnd { return .incomplete }
    if position < end, buffer[position] == 0x0A {
      position += 1
      nextLine += 1
    } else {
      nextLine += max(returns, 1)
    }
    scanned = position
    return .complete
  }

  /// Scans a quoted field at `position` to the next boundary.
  private func scanQuoted(from position: inout Int) -> Scan {
    let open = position
    let isSingleLine = open < singleLineEnd
    var index = open + 1
    var hasEscapes = false
    var spansLines = false
    let bytes = UnsafeBufferPointer(rebasing: buffer[..<end])
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        if index + 1 < end, buffer[index + 1] == UInt8(ascii: "\"") {
          hasEscapes = true
          index += 2
          continue
        }
        if index + 1 == end, !isAtEnd { return .incomplete }
        append(Field(start: open + 1, end: index, hasEscapes: hasEscapes))
        position = index + 1
        // Text after the closing quote is not allowed; the record is damaged.
        while position < end, !isBoundary(buffer[position]) {
          if buffer[position] != 0x20 { isDamaged = true }
          position += 1
        }
        if isDamaged, spansLines {
          scanned = position
          return .misplacedQuote
        }
        return .complete
      }
      if byte == 0x0A {
        if isSingleLine { break }
        spansLines = true
        nextLine += 1
      }
      index += 1
    }
    guard isSingleLine else { return .openQuote }
    isDamaged = true
    position = open
    while position < end, buffer[position] != 0x0A { position += 1 }
    append(Field(start: open, end: position, hasEscapes: false))
    return .complete
  }

  /// Replaces each pair of quotes in a field by one.
  private func unescape(_ index: Int) {
    var target = fields[index].start
    var position = target
    while position < fields[index].end {
      let byte = buffer[position]
      buffer[target] = byte
      target += 1
      position += byte == UInt8(ascii: "\"") ? 2 : 1
    }
    fields[index].end = target
    fields[index].hasEscapes = false
  }

  /// Skips the rest of a line that exceeds the limit.
  private func skipLine() throws(ActivityFileError) {
    count = 0
    while true {
      while start < end {
        let byte = buffer[start]
        start += 1
        if byte == 0x0A {
          nextLine = line + 1
          return
        }
      }
      if isAtEnd { return }
      try fill()
    }
  }
}
