// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import NIOCore
import ServiceLifecycle
import Testing

/// Notifications over HTTP, by long polling and as an event stream.
@Suite(.serialized) struct NotificationRouteTests {
  private static let stream = [("Accept", "text/event-stream")]

  // MARK: Long polling

  @Test(.timeLimit(.minutes(15)))
  func `a poll returns a pending notification at once and otherwise waits for the next`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      try await cloud.note("a", as: web)
      try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(cloud.request("GET", path))
        let first = try await connection.answer()
        #expect(first.status == 200 && first.brief == "notes create a")
        #expect(first.headers["content-type"] == "application/json")
        #expect(first.headers["access-control-allow-origin"] == "*")
        // The next poll waits on the same connection.
        try await connection.send(cloud.request("GET", path))
        try await cloud.isWaited(1)
        try await cloud.note("b", as: web)
        #expect(try await connection.answer().brief == "notes create b")
      }
      try await cloud.isWaited(0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a poll without notifications ends with an empty response`() async throws {
    try await CloudUnderTest.run {
      $0.notifications.poll = .milliseconds(20)
      $0.notifications.tick = .milliseconds(10)
      // The server's deadline for a body is shorter than a poll.
      $0.deadlines.body = .milliseconds(1)
    } _: { cloud in
      let path = try await cloud.courier(as: try await cloud.webToken())
      for _ in 0..<3 {
        let answer = try await cloud.send("GET", path)
        #expect(answer.status == 200 && answer.body == "")
        #expect(answer.headers["content-length"] == "0")
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `every notification is delivered although connections break during writes`() async throws {
    try await CloudUnderTest.run(configure: { $0.requestsPerSecond = 0 }) { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      let (writers, each) = (16, 4)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<writers {
          group.addTask {
            for number in 0..<each { try await cloud.note("n\(writer)-\(number)", as: web) }
          }
        }
        var (heard, last, asked) = ([String](), "", 0)
        while heard.count < writers * each {
          asked += 1
          let request = cloud.request("GET", path + "?after=\(last)")
          let isBroken = asked.isMultiple(of: 4)
          let answer = try await WireConnection.open(port: cloud.port) { connection in
            try await connection.send(request)
            // Every fourth response is not read.
            return isBroken ? nil : try await connection.answer()
          }
          guard let answer else { continue }
          let push = try PushNotification(body: Array(answer.body.utf8))
          heard.append(push.brief)
          last = push.notificationID
        }
        try await group.waitForAll()
        #expect(Set(heard).count == writers * each)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a client that sends no event IDs receives each notification once`() async throws {
    try await CloudUnderTest.run(configure: { $0.notifications.poll = .milliseconds(50) }) {
      cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      for number in 0..<5 { try await cloud.note("\(number)", as: web) }
      var heard: [String?] = []
      for _ in 0..<5 { heard.append(try await cloud.send("GET", path).brief) }
      #expect(heard == (0..<5).map { "notes create \($0)" })
      #expect(try await cloud.send("GET", path).body == "")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the oldest poll of a device is rejected when the device opens too many`() async throws {
    try await CloudUnderTest.run { cloud in
      let path = try await cloud.courier(as: try await cloud.webToken())
      try await WireConnection.open(port: cloud.port) { oldest in
        try await oldest.send(cloud.request("GET", path))
        try await cloud.isWaited(1)
        let others = Task {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try? await cloud.send("GET", path) } }
          }
        }
        let answer = try await oldest.answer()
        #expect(answer.status == 429 && answer.failure?.code == .throttled)
        #expect(answer.headers["retry-after"] == "5")
        try await cloud.isWaited(4)
        await cloud.group.triggerGracefulShutdown()
        await others.value
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a disconnect is detected, and later notifications are delivered on the next poll`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      for headers in [[], Self.stream] {
        try await WireConnection.open(port: cloud.port) { connection in
          try await connection.send(cloud.request("GET", path, headers: headers))
          try await cloud.isWaited(1)
        }
        try await cloud.isWaited(0)
      }
      try await cloud.note("a", as: web)
      #expect(try await cloud.send("GET", path).brief == "notes create a")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a shutdown completes waiting polls and streams at once`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      try await WireConnection.open(port: cloud.port) { poll in
        try await WireConnection.open(port: cloud.port) { stream in
          try await poll.send(cloud.request("GET", path))
          try await stream.send(cloud.request("GET", path, headers: Self.stream))
          try await cloud.isWaited(2)
          await cloud.group.triggerGracefulShutdown()
          let answer = try await poll.answer()
          #expect(answer.status == 200 && answer.body == "")
          #expect(try await stream.answer().status == 200)
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `changes written by another server process are delivered`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      try await cloud.withSecondServer { port in
        try await WireConnection.open(port: cloud.port) { connection in
          try await connection.send(cloud.request("GET", path))
          try await cloud.isWaited(1)
          try await cloud.note("a", as: web, port: port)
          #expect(try await connection.answer().brief == "notes create a")
        }
        // The client continues at the other server.
        try await cloud.note("b", as: web)
        try await WireConnection.open(port: port) { connection in
          try await connection.send(cloud.request("GET", path))
          #expect(try await connection.answer().brief == "notes create b")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15))) func `a poll omits the client's own changes`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let phone = try await cloud.courier(as: web, client: "phone")
      let page = try await cloud.courier(as: web, client: "page")
      try await cloud.note("a", as: web, client: "phone")
      try await cloud.note("b", as: web, client: "page")
      #expect(try await cloud.send("GET", phone).brief == "notes create b")
      #expect(try await cloud.send("GET", page).brief == "notes create a")
    }
  }

  // MARK: Streams

  /// The event IDs and notifications of one chunk.
  private func events(_ piece: String?) throws -> [(id: String, brief: String)] {
    try (piece ?? "").split(separator: "\n\n").compactMap { event in
      let lines = event.split(separator: "\n")
      guard lines.count == 2, lines[0].hasPrefix("id: "), lines[1].hasPrefix("data: ") else {
        return nil
      }
      let push = try PushNotification(body: Array(lines[1].dropFirst(6).utf8))
      #expect(push.notificationID == lines[0].dropFirst(4))
      return (push.notificationID, push.brief)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stream resumes after the event that the client names`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      try await cloud.subscribe(as: web)
      let path = try await cloud.courier(as: web)
      try await cloud.note("a", as: web)
      let last = try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(cloud.request("GET", path, headers: Self.stream))
        let head = try await connection.head()
        #expect(head.status == 200 && head.headers["content-type"] == "text/event-stream")
        #expect(head.headers["cache-control"] == "no-store")
        #expect(try await connection.piece() == "retry: 1000\n\n")
        let first = try events(try await connection.piece())
        #expect(first.map(\.brief) == ["notes create a"])
        try await cloud.note("b", as: web)
        #expect(try events(try await connection.piece()).map(\.brief) == ["notes create b"])
        return first[0].id
      }
      // The client reports that it did not receive the second event.
      for headers in [[("Last-Event-ID", last)], []] {
        let query = headers.isEmpty ? "?after=\(last)" : ""
        try await WireConnection.open(port: cloud.port) { connection in
          try await connection.send(
            cloud.request("GET", path + query, headers: Self.stream + headers))
          _ = try await connection.head()
          _ = try await connection.piece()
          #expect(try events(try await connection.piece()).map(\.brief) == ["notes create b"])
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stream sends heartbeats and ends at its maximum duration`() async throws {
    try await CloudUnderTest.run {
      $0.notifications.heartbeat = .milliseconds(10)
      $0.notifications.tick = .milliseconds(5)
      $0.notifications.stream = .milliseconds(100)
    } _: { cloud in
      let path = try await cloud.courier(as: try await cloud.webToken())
      let answer = try await cloud.send("GET", path, headers: Self.stream)
      #expect(answer.body.hasPrefix("retry: 1000\n\n:\n\n:\n\n"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stream ends when its user's password changes`() async throws {
    try await CloudUnderTest.run {
      $0.notifications.heartbeat = .milliseconds(10)
      $0.notifications.tick = .milliseconds(5)
    } _: { cloud in
      let web = try await cloud.webToken()
      let path = try await cloud.courier(as: web)
      try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(cloud.request("GET", path, headers: Self.stream))
        _ = try await connection.head()
        _ = try await connection.piece()
        try await cloud.accounts.setPassword("battery staple", ofUser: "ann")
        // The stream ends without a final chunk.
        let rest = await connection.rest()
        #expect(!rest.hasSuffix("0\r\n\r\n"))
      }
      #expect(try await cloud.send("GET", path).failure?.code == .notFound)
    }
  }
}
