// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A server-sent event.
package struct ServerSentEvent: Sendable, Hashable {
  /// The `Last-Event-ID` for reopening the stream; nil if the server sent none.
  package var id: String?
  package var data: [UInt8]

  package init(id: String?, data: [UInt8]) {
    self.id = id
    self.data = data
  }
}

/// Parses server-sent events from chunks of any size.
///
/// Lines end with LF, CR or CRLF; an empty line ends an event. An incomplete event at the end of a
/// stream is dropped.
package struct EventStreamParser: Sendable {
  /// A line or an event exceeds the size limit.
  package struct TooLong: Error {}

  /// The maximum size of an event in bytes.
  private static let maximumSize = 1 << 20

  /// The reconnection time in milliseconds, if the server sent one.
  package private(set) var retry: Int?
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var id: String?
  private var endedWithCR = false

  package init() {}

  /// Parses more bytes and returns the events that they complete.
  package mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      defer { endedWithCR = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where endedWithCR: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = endLine() { events.append(event) }
      default:
        guard line.count + data.count < Self.maximumSize else { throw TooLong() }
        line.append(byte)
      }
    }
    return events
  }

  /// Processes a line; returns the event that an empty line completes.
  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      defer {
        data = []
        hasData = false
      }
      return hasData ? ServerSentEvent(id: id, data: data) : nil
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      apply(line[...], [])
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    apply(line[..<colon], value)
    return nil
  }

  private mutating func apply(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry": retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
    // A comment or an unknown field.
    default: break
    }
  }
}
