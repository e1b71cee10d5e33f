// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// The parser and the backoff of the notification stream.
@Suite struct EventStreamTests {
  private let text =
    "retry: 1500\n\n: a comment\r\nid: 1\r\ndata: {\"a\":\r\ndata:  1}\r\n\r\n"
    + "event: x\rdata\rdata: z\r\rid: 2\ndata: last\n\n:\n\ndata: unfinished"

  @Test func `server-sent events are parsed from chunks of any length`() throws {
    let bytes = Array(text.utf8)
    for length in 1...bytes.count {
      var parser = EventStreamParser()
      var events: [ServerSentEvent] = []
      for start in stride(from: 0, to: bytes.count, by: length) {
        events += try parser.read(bytes[start..<min(start + length, bytes.count)])
      }
      #expect(
        events == [
          ServerSentEvent(id: "1", data: Array("{\"a\":\n 1}".utf8)),
          ServerSentEvent(id: "1", data: Array("\nz".utf8)),
          ServerSentEvent(id: "2", data: Array("last".utf8)),
        ])
      #expect(parser.retry == 1500)
    }
  }

  @Test func `an endless line is an error`() {
    var parser = EventStreamParser()
    #expect(throws: EventStreamParser.TooLong.self) {
      for _ in 0..<20 {
        _ = try parser.read([UInt8](repeating: UInt8(ascii: "x"), count: 100_000))
      }
    }
  }

  @Test func `the reconnect delay grows with failures and resets after a long stream`() {
    var backoff = ReconnectBackoff()
    let grown = (0..<12).map { _ in
      backoff.delay(after: .failed(seconds: 0, retry: nil), jitter: 1)
    }
    #expect(grown == [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    #expect(backoff.delay(after: .failed(seconds: 0, retry: nil), jitter: 0) == 30)
    #expect(backoff.delay(after: .failed(seconds: 0, retry: 120), jitter: 1) == 150)
    #expect(backoff.delay(after: .failed(seconds: 60, retry: nil), jitter: 1) == 0.25)
    #expect(backoff.delay(after: .closed(seconds: 3_600, events: 0, retry: 1), jitter: 1) == 1)
    #expect(backoff.delay(after: .closed(seconds: 0, events: 3, retry: 0), jitter: 1) == 0.02)
  }

  @Test func `the reconnect delay grows if the server closes each stream at once`() {
    var backoff = ReconnectBackoff()
    let waits = (0..<4).map { _ in
      backoff.delay(after: .closed(seconds: 0.01, events: 0, retry: nil), jitter: 1)
    }
    #expect(waits == [0.25, 0.5, 1, 2])
    var forgetful = ReconnectBackoff()
    let again = (0..<3).map { _ in forgetful.delay(after: .expired, jitter: 1) }
    #expect(again == [0, 0.5, 1])
  }
}
