// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Which bytes of a file a request is about.
enum ByteRange: Equatable {
  case all
  case part(Range<Int>)
  /// Bytes that the file does not have.
  case none

  /// The range of a request; several ranges, or what is not understood, are the whole file.
  static func requested(_ request: Request, size: Int, tag: String?) -> ByteRange {
    if let condition = request.headers[.ifRange], condition != tag { return .all }
    guard let text = request.headers[.range], text.hasPrefix("bytes=") else { return .all }
    let parts = text.dropFirst(6).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .all }
    if parts[0].isEmpty {
      guard let count = Int(parts[1]), count >= 0 else { return .all }
      return count == 0 || size == 0 ? .none : .part(max(0, size - count)..<size)
    }
    guard let start = Int(parts[0]), start >= 0 else { return .all }
    guard start < size else { return .none }
    if parts[1].isEmpty { return .part(start..<size) }
    guard let last = Int(parts[1]), last >= start else { return .all }
    return .part(start..<(last >= size ? size : last + 1))
  }
}
