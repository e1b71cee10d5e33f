// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The one file in a body of `multipart/form-data` (RFC 7578), piece by piece as it comes.
package struct FormFile {
  private enum State {
    /// Before the first boundary, or in a part that is no file.
    case skipping
    case boundaryEnd
    case head
    case file
    case end
  }

  /// Bytes of a part's head.
  private static let headLimit = 16 << 10

  private let delimiter: [UInt8]
  private var state = State.skipping
  // The first boundary may stand at the very beginning.
  private var pending: [UInt8] = [13, 10]
  private var hasFile = false
  private var isFileWhole = false
  /// True if what is pending begins with the end of a head's last line.
  private var skipsLineEnd = false
  /// Up to where a head's end was looked for, and where its last line begins.
  private var headSearched = 0
  private var headLine = 0

  /// Nil if the type of the content is no form.
  ///
  /// - throws: ``ServerFailure`` for a form without a boundary.
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

  /// Takes the next bytes of the body, and hands over those of the file.
  package mutating func take(_ bytes: some Sequence<UInt8>, _ body: ([UInt8]) async throws -> Void)
    async throws
  {
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

  /// - throws: ``ServerFailure`` if the body did not have one whole file.
  package func finish() throws {
    guard state == .end, isFileWhole else { throw Self.bad }
  }

  // MARK: Parts

  /// The content up to the next boundary, as far as it has come, and whether that is all of it.
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

  /// False if the head has not come whole.
  private mutating func readHead() throws -> Bool {
    guard let end = headEnd() else {
      guard pending.count <= Self.headLimit else { throw Self.bad }
      return false
    }
    guard end <= Self.headLimit else { throw Self.bad }
    let lines = pending[..<end].split(separator: 10).map {
      Self.trimmed(String(decoding: $0, as: UTF8.self)[...])
    }
    // The boundary of an empty part begins with the end of the head's last line.
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

  /// Where the content begins, behind an empty line; what was looked at is not looked at again.
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

  // MARK: Texts

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
