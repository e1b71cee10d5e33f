// Cairn
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Reads the body of a multipart/form-data form as it comes, in memory that does not grow with it.
///
/// The parser is a value that is fed with buffers, cut anywhere, and answers with events. It keeps
/// less than one delimiter, or one header block, between buffers.
///
/// ```swift
/// var parser = try MultipartParser(contentType: "multipart/form-data; boundary=x", limits: limits)
/// for try await buffer in body { for event in try parser.feed(buffer) { handle(event) } }
/// try parser.finish()
/// ```
///
/// Sources: RFC 7578 (form-data), RFC 2046 section 5.1 (delimiters, preamble, epilogue).
package struct MultipartParser: Sendable {
  private enum State {
    case preamble
    /// After a delimiter: a line end begins a part, two hyphens end the form.
    case afterDelimiter
    case header
    /// Before the line end that ended the header block: a delimiter's if the part has no body.
    case bodyStart
    case body
    case epilogue
  }

  private let delimiter: [UInt8]
  private let limits: MultipartLimits
  private var state = State.preamble
  private var buffer: ByteBuffer
  private var part: MultipartPart?
  private var partBytes = 0
  private var parts = 0
  private var total = 0

  /// A parser for a body of that content type.
  package init(contentType: String?, limits: MultipartLimits) throws(MultipartError) {
    let parameters = HeaderParameters(contentType ?? "")
    guard parameters.value.lowercased() == "multipart/form-data",
      let boundary = parameters["boundary"], (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), boundary.last != " "
    else { throw .noBoundary }
    delimiter = Array("\r\n--\(boundary)".utf8)
    self.limits = limits
    // The first delimiter may stand at the very start: a line end before it makes it like the rest.
    buffer = ByteBuffer(string: "\r\n")
  }

  /// Takes the next bytes of the body.
  ///
  /// - Parameter bytes: Any number of bytes.
  /// - Returns: What they tell.
  /// - Throws: MultipartError; the parser must not be used after that.
  package mutating func feed(_ bytes: ByteBuffer) throws(MultipartError) -> [MultipartEvent] {
    var bytes = bytes
    total += bytes.readableBytes
    guard total <= limits.totalBytes else { throw .bodyTooLarge(limit: limits.totalBytes) }
    guard state != .epilogue else { return [] }
    if buffer.readableBytes == 0 {
      buffer = bytes
    } else {
      buffer.writeBuffer(&bytes)
    }
    var events: [MultipartEvent] = []
    while try step(&events) {}
    buffer.discardReadBytes()
    return events
  }

  /// Says that the body has ended.
  ///
  /// - Throws: MultipartError.incomplete if it should not have.
  package func finish() throws(MultipartError) {
    guard state == .epilogue else { throw .incomplete }
  }

  /// Does what the buffer allows; false if more bytes are needed.
  private mutating func step(_ events: inout [MultipartEvent]) throws(MultipartError) -> Bool {
    switch state {
    case .preamble: skipPreamble()
    case .afterDelimiter: try passDelimiter(&events)
    case .header: try readHeader(&events)
    case .bodyStart: beginBody(&events)
    case .body: try readBody(&events)
    case .epilogue: false
    }
  }

  private mutating func skipPreamble() -> Bool {
    guard let index = buffer.firstIndex(of: delimiter) else {
      buffer.moveReaderIndex(forwardBy: max(0, buffer.readableBytes - delimiter.count + 1))
      return false
    }
    buffer.moveReaderIndex(forwardBy: index + delimiter.count)
    state = .afterDelimiter
    return true
  }

  private mutating func passDelimiter(
    _ events: inout [MultipartEvent]
  ) throws(MultipartError) -> Bool {
    let view = buffer.readableBytesView
    // White space may stand between a delimiter and its line end.
    let padding = view.prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard padding <= limits.headerBytes else { throw .badDelimiter }
    let next = Array(view.dropFirst(padding).prefix(2))
    guard next.count == 2 else { return false }
    if padding == 0, next == Array("--".utf8) {
      state = .epilogue
      buffer.clear()
      events.append(.end)
      return false
    }
    guard next == Array("\r\n".utf8) else { throw .badDelimiter }
    // The line end stays: a header block that is empty begins with the line end that ends it.
    buffer.moveReaderIndex(forwardBy: padding)
    parts += 1
    guard parts <= limits.parts else { throw .tooManyParts(limit: limits.parts) }
    state = .header
    return true
  }

  private mutating func readHeader(
    _ events: inout [MultipartEvent]
  ) throws(MultipartError) -> Bool {
    let blockEnd = Array("\r\n\r\n".utf8)
    guard let index = buffer.firstIndex(of: blockEnd) else {
      guard buffer.readableBytes <= limits.headerBytes + blockEnd.count else {
        throw .headerTooLarge(limit: limits.headerBytes)
      }
      return false
    }
    guard index <= limits.headerBytes else { throw .headerTooLarge(limit: limits.headerBytes) }
    let block = buffer.readBytes(length: index) ?? []
    let part = try MultipartPart(headerBlock: block)
    buffer.moveReaderIndex(forwardBy: 2)
    (self.part, partBytes, state) = (part, 0, .bodyStart)
    events.append(.part(part))
    return true
  }

  private mutating func beginBody(_ events: inout [MultipartEvent]) -> Bool {
    guard buffer.readableBytes >= delimiter.count else { return false }
    if buffer.readableBytesView.starts(with: delimiter) { return endPart(&events) }
    buffer.moveReaderIndex(forwardBy: 2)
    state = .body
    return true
  }

  private mutating func readBody(_ events: inout [MultipartEvent]) throws(MultipartError) -> Bool {
    let index = buffer.firstIndex(of: delimiter)
    let count = index ?? max(0, buffer.readableBytes - delimiter.count + 1)
    if count > 0, let bytes = buffer.readSlice(length: count) {
      partBytes += count
      try checkSize()
      events.append(.body(bytes))
    }
    return index == nil ? false : endPart(&events)
  }

  private mutating func endPart(_ events: inout [MultipartEvent]) -> Bool {
    buffer.moveReaderIndex(forwardBy: delimiter.count)
    part = nil
    state = .afterDelimiter
    events.append(.partEnd)
    return true
  }

  private func checkSize() throws(MultipartError) {
    guard let part else { return }
    if let filename = part.filename {
      guard partBytes <= limits.fileBytes else {
        throw .fileTooLarge(filename, limit: limits.fileBytes)
      }
    } else if partBytes > limits.fieldBytes {
      throw .fieldTooLarge(part.name, limit: limits.fieldBytes)
    }
  }
}

extension ByteBuffer {
  /// The place of the first occurrence of a pattern, counted from the reader index.
  fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first, readableBytes >= pattern.count else { return nil }
    return withUnsafeReadableBytes { bytes in
      let last = bytes.count - pattern.count
      var index = 0
      while index <= last {
        guard let found = bytes[index...last].firstIndex(of: first) else { return nil }
        if bytes[found..<found + pattern.count].elementsEqual(pattern) { return found }
        index = found + 1
      }
      return nil
    }
  }
}
