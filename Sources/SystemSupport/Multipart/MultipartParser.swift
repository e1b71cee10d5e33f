// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Parses the body of a multipart/form-data form incrementally, in constant memory.
///
/// The caller feeds chunks of any size to the parser, which returns events. The bytes of a part are
/// slices of the chunks, mostly without a copy. Between chunks, the parser retains less than one
/// delimiter or one header block.
///
/// ```swift
/// var parser = try MultipartParser(contentType: "multipart/form-data; boundary=x", limits: limits)
/// for try await chunk in body { for event in try parser.feed(chunk) { handle(event) } }
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
    /// After a header block: a part without a body ends with a delimiter that lacks its line end.
    case bodyStart
    case body
    case epilogue
  }

  private let delimiter: [UInt8]
  private let limits: MultipartLimits
  private let isLenient: Bool
  private var state = State.preamble
  private var buffer: ArraySlice<UInt8>
  private var part: MultipartPart?
  private var partBytes = 0
  private var parts = 0
  private var total = 0
  /// The number of spaces after the current delimiter.
  private var padding = 0
  /// The number of buffered bytes of a header block without the line end of an empty line.
  private var searched = 0
  /// The offset of the header block's last line in the buffer.
  private var lineStart = 0

  /// Creates a parser for a body with the given content type.
  ///
  /// - Parameters:
  ///   - contentType: The value of the Content-Type header.
  ///   - limits: The limits of the form.
  ///   - isLenient: Whether headers may violate the standards: a line feed alone ends a line, and a
  ///     part needs no name.
  /// - Throws: MultipartError.noBoundary for another content type.
  package init(
    contentType: String?, limits: MultipartLimits, isLenient: Bool = false
  ) throws(MultipartError) {
    let parameters = HeaderParameters(contentType ?? "")
    guard parameters.value.lowercased() == "multipart/form-data",
      let boundary = parameters["boundary"], (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), boundary.last != " "
    else { throw .noBoundary }
    delimiter = Self.lineEnd + Array("--\(boundary)".utf8)
    self.limits = limits
    self.isLenient = isLenient
    // The first delimiter may be at the very start: a line end before it makes it like the others.
    buffer = Self.lineEnd[...]
  }

  /// Parses the next bytes of the body.
  ///
  /// - Parameter bytes: Any number of bytes.
  /// - Returns: The events in these bytes.
  /// - Throws: MultipartError; the parser must not be used afterwards.
  package mutating func feed(
    _ bytes: ArraySlice<UInt8>
  ) throws(MultipartError) -> [MultipartEvent] {
    total += bytes.count
    guard total <= limits.totalBytes else { throw .bodyTooLarge(limit: limits.totalBytes) }
    guard state != .epilogue else { return [] }
    if buffer.isEmpty {
      buffer = bytes
    } else {
      buffer += bytes
    }
    let count = buffer.count
    var events: [MultipartEvent] = []
    while try step(&events) {}
    // A copy of the rest releases the consumed bytes.
    if buffer.count < count { buffer = Array(buffer)[...] }
    return events
  }

  /// Parses the next bytes of the body.
  ///
  /// - Parameter bytes: Any number of bytes.
  /// - Returns: The events in these bytes.
  /// - Throws: MultipartError; the parser must not be used afterwards.
  package mutating func feed(_ bytes: [UInt8]) throws(MultipartError) -> [MultipartEvent] {
    try feed(bytes[...])
  }

  /// Ends the body.
  ///
  /// - Throws: MultipartError.incomplete if the last delimiter is missing.
  package func finish() throws(MultipartError) {
    guard state == .epilogue else { throw .incomplete }
  }

  /// Parses the next element in the buffer; false if more bytes are needed.
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

  // MARK: Delimiters

  private static let lineEnd: [UInt8] = [0x0D, 0x0A]
  private static let lineFeed: UInt8 = 0x0A

  private mutating func skipPreamble() -> Bool {
    let (offset, isComplete) = nextDelimiter()
    buffer.removeFirst(isComplete ? offset + delimiter.count : offset)
    if isComplete { (state, padding) = (.afterDelimiter, 0) }
    return isComplete
  }

  private mutating func passDelimiter(
    _ events: inout [MultipartEvent]
  ) throws(MultipartError) -> Bool {
    // White space is allowed between a delimiter and its line end.
    while let byte = buffer.first, byte == 0x20 || byte == 0x09 {
      buffer.removeFirst()
      padding += 1
    }
    guard padding <= limits.headerBytes else { throw .badDelimiter }
    if isLenient, buffer.first == Self.lineFeed {
      buffer.removeFirst()
    } else {
      let next = buffer.prefix(2)
      guard next.count == 2 else { return false }
      if padding == 0, next.elementsEqual("--".utf8) {
        (state, buffer) = (.epilogue, [])
        events.append(.end)
        return false
      }
      guard next.elementsEqual(Self.lineEnd) else { throw .badDelimiter }
      buffer.removeFirst(2)
    }
    parts += 1
    guard parts <= limits.parts else { throw .tooManyParts(limit: limits.parts) }
    (state, searched, lineStart) = (.header, 0, 0)
    return true
  }

  /// The offset of the first delimiter in the buffer, or of bytes at the end that may begin one.
  ///
  /// A delimiter contains one carriage return, its first byte, so that the search is linear.
  private func nextDelimiter() -> (offset: Int, isComplete: Bool) {
    buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return (0, false) }
      var offset = 0
      while let found = memchr(start + offset, 0x0D, bytes.count - offset) {
        offset = UnsafeRawPointer(found) - start
        let count = min(delimiter.count, bytes.count - offset)
        if memcmp(found, delimiter, count) == 0 { return (offset, count == delimiter.count) }
        offset += 1
      }
      return (bytes.count, false)
    }
  }

  // MARK: Parts

  private mutating func readHeader(
    _ events: inout [MultipartEvent]
  ) throws(MultipartError) -> Bool {
    guard let end = headerEnd() else {
      // The buffer may end within the line end of the empty line.
      guard buffer.count - Self.lineEnd.count <= limits.headerBytes else {
        throw .headerTooLarge(limit: limits.headerBytes)
      }
      return false
    }
    guard lineStart <= limits.headerBytes else {
      throw .headerTooLarge(limit: limits.headerBytes)
    }
    let part = try MultipartPart(headerBlock: buffer.prefix(lineStart), isLenient: isLenient)
    buffer.removeFirst(end)
    (self.part, partBytes, state) = (part, 0, .bodyStart)
    events.append(.part(part))
    return true
  }

  /// The offset after the empty line, which begins at `lineStart`; bytes are not searched twice.
  private mutating func headerEnd() -> Int? {
    let start = buffer.startIndex
    while let index = buffer[(start + searched)...].firstIndex(of: Self.lineFeed) {
      searched = index + 1 - start
      let line = buffer[(start + lineStart)...index]
      let hasLineEnd = line.dropLast().last == 0x0D
      guard hasLineEnd || isLenient else { continue }
      if line.count == (hasLineEnd ? 2 : 1) { return searched }
      lineStart = searched
    }
    searched = buffer.count
    return nil
  }

  private mutating func beginBody(_ events: inout [MultipartEvent]) -> Bool {
    let rest = delimiter.dropFirst(Self.lineEnd.count)
    if buffer.starts(with: rest) { return endPart(&events, delimiterBytes: rest.count) }
    guard !rest.starts(with: buffer) else { return false }
    state = .body
    return true
  }

  private mutating func readBody(_ events: inout [MultipartEvent]) throws(MultipartError) -> Bool {
    let (offset, isComplete) = nextDelimiter()
    if offset > 0 {
      partBytes += offset
      try checkSize()
      events.append(.body(buffer.prefix(offset)))
      buffer.removeFirst(offset)
    }
    return isComplete && endPart(&events, delimiterBytes: delimiter.count)
  }

  private mutating func endPart(_ events: inout [MultipartEvent], delimiterBytes: Int) -> Bool {
    buffer.removeFirst(delimiterBytes)
    part = nil
    (state, padding) = (.afterDelimiter, 0)
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

/// An element of a form's body.
package enum MultipartEvent: Sendable, Equatable {
  /// A part begins.
  case part(MultipartPart)
  /// Bytes of the current part.
  case body(ArraySlice<UInt8>)
  /// The part has ended.
  case partEnd
  /// The form has ended; any further bytes are ignored.
  case end
}
