// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Divides received bytes into lines, with bounded memory use.
struct LineBuffer {
  /// The maximum length of a line in bytes; a longer one is discarded.
  static let longestLine = 64 << 10

  private var partial: [UInt8] = []
  private var isDiscarding = false

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - bytes: The received bytes.
  ///   - line: Receives each completed line, without its end.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      complete(rest[..<end], line)
      rest = rest[(end + 1)...]
    }
    guard !isDiscarding else { return }
    if partial.count + rest.count > Self.longestLine {
      partial = []
      isDiscarding = true
    } else {
      partial += rest
    }
  }

  private mutating func complete(_ bytes: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
    defer {
      partial.removeAll(keepingCapacity: true)
      isDiscarding = false
    }
    guard !isDiscarding, partial.count + bytes.count <= Self.longestLine else { return }
    var whole = partial.isEmpty ? bytes : ArraySlice(partial + bytes)
    if whole.last == UInt8(ascii: "\r") { whole.removeLast() }
    if !whole.isEmpty { line(whole) }
  }
}
