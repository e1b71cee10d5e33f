// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text in memory, or a long one that is decoded from the bytes of its file at each access.
///
/// The descriptions of a large calendar thus take no memory beside the file, which may be mapped.
struct DeferredText: Sendable {
  /// The length in UTF-8 up to which texts are decoded at once.
  static let minimumLength = 1_024

  private enum Storage {
    case text(String)
    /// A folded content line of iCalendar.
    case contentLine(Data)
  }

  private let storage: Storage

  /// Creates a text in memory.
  init(_ text: String) { storage = .text(text) }

  /// Creates the text of a folded content line.
  init(contentLine: Data) { storage = .contentLine(contentLine) }

  /// The decoded text.
  var text: String {
    switch storage {
    case .text(let text): text
    case .contentLine(let data): Self.decoded(data)
    }
  }

  private static func decoded(_ data: Data) -> String {
    var text = ""
    var reader = ContentLineReader()
    func decode(_ bytes: [UInt8], _ line: Int, _ range: Range<Int>?) {
      text = ContentLine(bytes, line: line)?.text ?? ""
    }
    data.withUnsafeBytes { reader.read($0, decode) }
    reader.finish(decode)
    return text
  }
}

extension DeferredText: Hashable {
  static func == (left: DeferredText, right: DeferredText) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension DeferredText: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
