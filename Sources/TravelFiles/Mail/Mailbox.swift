// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A mailbox file with several messages (RFC 4155), as mail programs export folders.
///
/// ```swift
/// if let mailbox = Mailbox(data) {
///   for index in mailbox.indices { print(mailbox.message(at: index).count, "bytes") }
/// }
/// ```
public struct Mailbox: Sendable {
  /// The maximum number of messages.
  public static let limit = 50_000

  private static let mark = Array("From ".utf8)

  private struct Message: Sendable {
    var range: Range<Int>
    var date: Date?
  }

  private let data: Data
  private let messages: [Message]
  /// True if the file has more messages than the limit.
  public let isTruncated: Bool

  /// The indexes of the messages, the oldest first.
  public var indices: Range<Int> { messages.indices }

  /// Finds the messages of a file; nil if the file is no mailbox.
  public init?(_ data: Data) {
    guard data.starts(with: Self.mark) else { return nil }
    let starts = data.withUnsafeBytes { Self.starts($0) }
    guard let first = starts.first, first.line == 0 else { return nil }
    self.data = data
    isTruncated = starts.count > Self.limit
    let ends = starts.dropFirst().map(\.line) + [data.count]
    let messages = zip(starts, ends).prefix(Self.limit).map { start, end in
      let range = start.text..<max(start.text, end)
      return Message(range: range, date: Self.date(data, range))
    }
    // Exports are often in another order, and a booking comes before its update and its cancellation.
    self.messages = messages.enumerated().sorted {
      let (first, second) = ($0.element.date, $1.element.date)
      return first == second
        ? $0.offset < $1.offset : (first ?? .distantPast) < (second ?? .distantPast)
    }.map(\.element)
  }

  /// Returns the text of a message, without the marks before lines that begin with `From `.
  public func message(at index: Int) -> Data {
    let range = messages[index].range
    let bytes = data[(data.startIndex + range.lowerBound)..<(data.startIndex + range.upperBound)]
    var output = Data(capacity: bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let end = bytes[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.endIndex
      let line = bytes[position..<end]
      let isMarked =
        line.first == UInt8(ascii: ">")
        && line.drop { $0 == UInt8(ascii: ">") }.starts(with: Self.mark)
      output.append(isMarked ? line.dropFirst() : line)
      position = end
    }
    return output
  }

  // MARK: Lines

  /// The offsets of the lines that begin with `From ` between messages, and of the texts after them.
  ///
  /// The line follows a blank one, and a header follows it: other lines are a part of a text.
  private static func starts(_ bytes: UnsafeRawBufferPointer) -> [(line: Int, text: Int)] {
    var starts: [(line: Int, text: Int)] = []
    var isAfterBlank = true
    var position = 0
    while position < bytes.count, starts.count <= limit {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let text = min(end + 1, bytes.count)
      if isAfterBlank, bytes[position..<end].starts(with: mark), isHeader(bytes[text...]) {
        starts.append((position, text))
      }
      isAfterBlank = end == position || end == position + 1 && bytes[position] == 0x0D
      position = text
    }
    return starts
  }

  /// True if bytes begin with the name of a header.
  private static func isHeader(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    let name = bytes.prefix(80).prefix { byte in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte &- 0x30 <= 9 || byte == UInt8(ascii: "-")
    }
    return !name.isEmpty && bytes.dropFirst(name.count).first == UInt8(ascii: ":")
  }

  /// The date of the headers of a message.
  private static func date(_ data: Data, _ range: Range<Int>) -> Date? {
    var rest = data[(data.startIndex + range.lowerBound)..<(data.startIndex + range.upperBound)]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty || line.elementsEqual([0x0D]) { return nil }
      let name = line.prefix(5).map { $0 | 0x20 }
      guard name.elementsEqual("date:".utf8) else { continue }
      return MailDate.parse(String(decoding: line.dropFirst(5).prefix(100), as: UTF8.self))?.instant
    }
    return nil
  }
}
