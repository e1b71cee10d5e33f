// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A streaming parser for a `multipart/form-data` body (RFC 7578) that contains one file.
package struct MultipartFileParser {
  private enum State {
    /// Before the first boundary, or in a part that is not a file.
    case skipping
    case boundaryEnd
    case head
    case file
    case end
  }

  /// The maximum size of a part's head in bytes.
  private static let headLimit = 16 << 10

  private let delimiter: [UInt8]
  private var state = State.skipping
  // The first boundary may be at the start of the body, without a line break before it.
  private var pending: [UInt8] = [13, 10]
  private var hasFile = false
  private var isFileWhole = false
  /// True if the pending bytes begin with the line break that ends a head.
  private var skipsLineEnd = false
  /// The offset up to which the end of a head was searched, and the offset of its last line.
  private var headSearched = 0
  private var headLine = 0

  /// A parser for a body; nil if its content type is not `multipart`.
  ///
  /// - Throws: ``ServerFailure`` for a form without a valid boundary.
  package init?(contentType: String) throws {
    let parts = contentType.split(separator: ";", omittingEmptySubsequences: false)
    guard let type = parts.first, Self.trimmed(type).lowercased().hasPrefix("multipart/") else {
      return nil
    }
    guard Self.trimmed(type).lowercased() == "multipart/form-data",
      let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty,
      boundary.utf8.count <= 70
    else {
      throw ServerFailure(
        .badRequest,
        "Content-Type is \(WireError.quoted(contentType)): expected multipart/form-data with a "
          + "boundary of at most 70 characters, or the bytes of the asset alone")
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Parses the next bytes of the body, and passes the file's bytes to `body`.
  package mutating func append(
    _ bytes: some Sequence<UInt8>, _ body: ([UInt8]) async throws -> Void
  ) async throws {
    pending.append(contentsOf: bytes)
    while true {
      switch state {
      case .skipping, .file:
        let (found, isEnd) = nextContent()
        let content = skipsLineEnd && !found.isEmpty ? Array(found.dropFirst(2)) : found
        if !found.isEmpty || isEnd { skipsLineEnd = false }
        if state == .file, !content.isEmpty { try await body(content) }
        guard isEnd else { return }
        if state == .file { isFileWhole = true }
        state = .boundaryEnd
      case .boundaryEnd:
        guard pending.count >= 2 else { return }
        if pending.starts(with: [45, 45]) {
          state = .end
        } else if let index = pending.firstIndex(of: 10) {
          guard pending[..<index].allSatisfy({ [9, 13, 32].contains($0) }) else { throw Self.bad }
          pending.removeFirst(index + 1)
          state = .head
        } else {
          guard pending.count < 100 else { throw Self.bad }
          return
        }
      case .head:
        guard try readHead() else { return }
      case .end:
        pending = []
        return
      }
    }
  }

  /// Ends the parse.
  ///
  /// - Throws: ``ServerFailure`` if the body did not contain one complete file.
  package func finish() throws {
    guard state == .end, isFileWhole else { throw Self.bad }
  }

  // MARK: Parts

  /// Returns the received content before the next boundary, and whether the boundary was reached.
  private mutating func nextContent() -> ([UInt8], Bool) {
    var index = 0
    while let start = pending[index...].firstIndex(of: 13) {
      let rest = pending[start...]
      if rest.starts(with: delimiter) {
        let content = Array(pending[..<start])
        pending.removeFirst(start + delimiter.count)
        return (content, true)
      }
      if rest.count < delimiter.count, delimiter.starts(with: rest) {
        let content = Array(pending[..<start])
        pending.removeFirst(start)
        return (content, false)
      }
      index = start + 1
    }
    defer { pending = [] }
    return (pending, false)
  }

  /// Parses a part's head; false if it is incomplete.
  private mutating func readHead() throws -> Bool {
    guard let end = headEnd() else {
      guard pending.count <= Self.headLimit else { throw Self.bad }
      return false
    }
    guard end <= Self.headLimit else { throw Self.bad }
    let lines = pending[..<end].split(separator: 10).map {
      Self.trimmed(String(decoding: $0, as: UTF8.self)[...])
    }
    // The line break before the boundary of an empty part is the one that ends the head.
    pending.removeFirst(end)
    pending.insert(contentsOf: [13, 10], at: 0)
    skipsLineEnd = true
    headSearched = 0
    let isFile = lines.contains {
      $0.lowercased().hasPrefix("content-disposition:")
        && Self.parameter("filename", of: $0) != nil
    }
    if isFile {
      guard !hasFile else {
        throw ServerFailure(.badRequest, "the form has more than one file: send one")
      }
      hasFile = true
    }
    state = isFile ? .file : .skipping
    return true
  }

  /// The offset of the content after the empty line; bytes are not searched twice.
  private mutating func headEnd() -> Int? {
    var index = headSearched
    while let end = pending[index...].firstIndex(of: 10) {
      let line = pending[headLine..<end]
      if line.isEmpty || line.elementsEqual([13]) {
        headLine = 0
        return end + 1
      }
      headLine = end + 1
      index = end + 1
    }
    headSearched = pending.count
    return nil
  }

  private static let bad = ServerFailure(
    .badRequest, "the body is not a form with one file: expected that, or the bytes of the asset")

  // MARK: Headers

  private static func trimmed(_ text: Substring) -> String {
    let spaces: Set<Character> = [" ", "\t", "\r", "\r\n", "\n"]
    return String(
      text.drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed())
  }

  /// A parameter of a header's value, without its quotes.
  private static func parameter(_ name: String, of text: String) -> String? {
    for part in text.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, trimmed(pair[0]).lowercased() == name else { continue }
      let value = trimmed(pair[1])
      guard value.hasPrefix("\"") else { return value }
      return String(value.dropFirst().prefix { $0 != "\"" })
    }
    return nil
  }
}
