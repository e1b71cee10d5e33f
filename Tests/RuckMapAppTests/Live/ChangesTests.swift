// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import Testing

/// Live updates of open pages.
struct ChangesTests {
  @Test(.timeLimit(.minutes(15)))
  func `a save by another connection sends a change event`() async throws {
    try await TestServer.run { server in
      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "GET /changes HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        let head = try await connection.text(until: "\r\n\r\n")
        #expect(head.contains("text/event-stream"))
        _ = try await connection.text(until: "retry: 2000\n\n")
        let report = try await server.importElsewhere(
          SampleTrack.gpx(1, name: "Elsewhere"), named: "elsewhere.gpx")
        #expect(report.imported.count == 1, "\(report.failed)")
        _ = try await connection.text(until: "event: changed\ndata: {}\n\n")
      }
      let fragment = try await server.send("GET", "/fragments/rucks")
      #expect(fragment.body.contains("Elsewhere"))
      #expect(fragment.body.contains("data-count=\"1 ruck\""))
      #expect(!fragment.body.contains("<html"))
    }
  }

  @Test(arguments: [
    (LiveEvent.open(retry: 2000), "retry: 2000\n\n"),
    (.changed, "event: changed\ndata: {}\n\n"), (.heartbeat, ": still here\n\n"),
  ])
  func `an event ends with an empty line`(event: LiveEvent, text: String) {
    #expect(event.text == text)
  }
}
