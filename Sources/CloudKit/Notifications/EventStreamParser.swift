// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One event of a stream.
package struct ServerSentEvent: Sendable, Hashable {
  /// What to name when the stream is opened again; nil if the server names nothing.
  package var id: String?
  package var data: [UInt8]

  package init(id: String?, data: [UInt8]) {
    self.id = id
    self.data = data
  }
}

/// Reads server-sent events from bytes that come in pieces of any length.
///
/// Lines end with LF, CR or both; an event ends with an empty line. What is left at the end of a stream is no
/// event.
package struct EventStreamParser: Sendable {
  /// A line or an event is longer than anything that a server tells.
  package struct TooLong: Error {}

  /// Bytes of one event.
  private static let longest = 1 << 20

  /// Milliseconds to wait before the next stream, if the server has said it.
  package private(set) var retry: Int?
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var id: String?
  private var endedWithCR = false

  package init() {}

  /// The events that end in some more bytes.
  package mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { endedWithCR = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where endedWithCR: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = end() { events.append(event) }
      default:
        guard line.count + data.count < Self.longest else { throw TooLong() }
        line.append(byte)
      }
    }
    return events
  }

  /// Takes a line; the event if it was an empty one that ends one.
  private mutating func end() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      defer {
        data = []
        hasData = false
      }
      return hasData ? ServerSentEvent(id: id, data: data) : nil
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      take(line[...], [])
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    take(line[..<colon], value)
    return nil
  }

  private mutating func take(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry": retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
    // A comment, or what we do not know.
    default: break
    }
  }
}
