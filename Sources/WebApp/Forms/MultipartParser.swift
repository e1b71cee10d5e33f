// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import NIOCore

/// Parses the body of a multipart/form-data form incrementally, in constant memory.
///
/// The caller feeds buffers of any size to the parser, which returns events. Between buffers, it
/// retains less than one delimiter or one header block.
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
    /// Before the line end of the header block, which begins a delimiter if the part has no body.
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

  /// Creates a parser for a body with the given content type.
  package init(contentType: String?, limits: MultipartLimits) throws(MultipartError) {
    let parameters = HeaderParameters(contentType ?? "")
    guard parameters.value.lowercased() == "multipart/form-data",
      let boundary = parameters["boundary"], (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), boundary.last != " "
    else { throw .noBoundary }
    delimiter = Array("\r\n--\(boundary)".utf8)
    self.limits = limits
    // The first delimiter may be at the very start: a line end before it makes it like the others.
    buffer = ByteBuffer(string: "\r\n")
  }

  /// Parses the next bytes of the body.
  ///
  /// - Parameter bytes: Any number of bytes.
  /// - Returns: The events in these bytes.
  /// - Throws: MultipartError; the parser must not be used afterwards.
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
    // White space is allowed between a delimiter and its line end.
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
    // Leave the line end: an empty header block starts with the line end that ends it.
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
  /// The offset of the first occurrence of a pattern from the reader index.
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

/// An element of a form's body.
package enum MultipartEvent: Sendable, Equatable {
  /// A part begins.
  case part(MultipartPart)
  /// Bytes of the current part.
  case body(ByteBuffer)
  /// The part has ended.
  case partEnd
  /// The form has ended; any further bytes are ignored.
  case end
}

/// The limits of a form.
package struct MultipartLimits: Sendable, Equatable {
  /// The maximum size of a part's header block in bytes.
  package var headerBytes: Int
  /// The maximum number of parts.
  package var parts: Int
  /// The maximum size of a part that is not a file, in bytes.
  package var fieldBytes: Int
  /// The maximum size of one file in bytes.
  package var fileBytes: Int
  /// The maximum size of the whole body in bytes, including delimiters.
  package var totalBytes: Int

  /// Creates limits.
  package init(
    headerBytes: Int = 8 << 10, parts: Int = 1000, fieldBytes: Int = 64 << 10,
    fileBytes: Int = 1 << 30, totalBytes: Int = 1 << 30
  ) {
    self.headerBytes = headerBytes
    self.parts = parts
    self.fieldBytes = fieldBytes
    self.fileBytes = fileBytes
    self.totalBytes = totalBytes
  }
}

/// A reason that a form's body can't be read.
package enum MultipartError: Error, Equatable, LocalizedError {
  /// The Content-Type is not multipart/form-data with a boundary of 1 to 70 characters.
  case noBoundary
  /// The body ends before its last delimiter.
  case incomplete
  /// A delimiter is not followed by a line end.
  case badDelimiter
  /// A part's header block is not lines of name and value.
  case badHeader
  /// A part doesn't name its field.
  case noName
  /// A part's header block has more bytes than allowed.
  case headerTooLarge(limit: Int)
  /// The form has more parts than allowed.
  case tooManyParts(limit: Int)
  /// A field that is not a file has more bytes than allowed.
  case fieldTooLarge(String, limit: Int)
  /// A file has more bytes than allowed.
  case fileTooLarge(String, limit: Int)
  /// The body has more bytes than allowed.
  case bodyTooLarge(limit: Int)

  /// The error as a sentence for the user.
  package var errorDescription: String? {
    switch self {
    case .noBoundary: "It was not sent as multipart/form-data with a boundary."
    case .incomplete: "It is incomplete: the connection may have been interrupted."
    case .badDelimiter: "A delimiter between its parts is damaged."
    case .badHeader: "The header of one of its parts is damaged."
    case .noName: "One of its parts has no name."
    case .headerTooLarge(let limit): "The header of a part has more than \(limit) bytes."
    case .tooManyParts(let limit): "It has more than \(limit) parts."
    case .fieldTooLarge(let name, let limit): "Its field \"\(name)\" has more than \(limit) bytes."
    case .fileTooLarge(let name, let limit): "Its file \"\(name)\" has more than \(limit) bytes."
    case .bodyTooLarge(let limit): "It has more than \(limit) bytes."
    }
  }
}
