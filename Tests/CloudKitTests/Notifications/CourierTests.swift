// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// The parts of the stream of notifications that need no server.
@Suite struct CourierTests {
  private let text =
    "retry: 1500\n\n: a comment\r\nid: 1\r\ndata: {\"a\":\r\ndata:  1}\r\n\r\n"
    + "event: x\rdata\rdata: z\r\rid: 2\ndata: last\n\n:\n\ndata: unfinished"

  @Test func `events are read from pieces of any length`() throws {
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

  @Test func `a line without an end is an error`() {
    var parser = EventStreamParser()
    #expect(throws: EventStreamParser.TooLong.self) {
      for _ in 0..<20 {
        _ = try parser.read([UInt8](repeating: UInt8(ascii: "x"), count: 100_000))
      }
    }
  }

  @Test func `waits grow with failures and begin anew after a stream that lasted`() {
    var pacing = CourierPacing()
    let grown = (0..<12).map { _ in
      pacing.wait(after: .failed(seconds: 0, retry: nil), lot: 1)
    }
    #expect(grown == [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    #expect(pacing.wait(after: .failed(seconds: 0, retry: nil), lot: 0) == 30)
    #expect(pacing.wait(after: .failed(seconds: 0, retry: 120), lot: 1) == 150)
    #expect(pacing.wait(after: .failed(seconds: 60, retry: nil), lot: 1) == 0.25)
    #expect(pacing.wait(after: .inOrder(seconds: 3_600, events: 0, retry: 1), lot: 1) == 1)
    #expect(pacing.wait(after: .inOrder(seconds: 0, events: 3, retry: 0), lot: 1) == 0.02)
  }

  @Test func `a server that ends each stream at once is not asked ever faster`() {
    var pacing = CourierPacing()
    let waits = (0..<4).map { _ in
      pacing.wait(after: .inOrder(seconds: 0.01, events: 0, retry: nil), lot: 1)
    }
    #expect(waits == [0.25, 0.5, 1, 2])
    var forgetful = CourierPacing()
    let again = (0..<3).map { _ in forgetful.wait(after: .forgotten, lot: 1) }
    #expect(again == [0, 0.5, 1])
  }
}
