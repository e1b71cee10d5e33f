// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

extension HTTPService {
  /// The longest answer that says why there is no stream, in bytes.
  private static let longestReason = 64 << 10

  func listen(
    _ url: String, after id: String?, silence: Duration,
    _ onSignal: @escaping @Sendable (StreamSignal) -> Bool
  ) async throws -> ServiceAnswer {
    var message = HTTPClientRequest(url: try checked(url, "notifications"))
    message.headers.add(name: "Accept", value: "text/event-stream")
    message.headers.add(name: "Cache-Control", value: "no-store")
    if let id { message.headers.add(name: "Last-Event-ID", value: id) }
    let request = message
    let heard = LastHeard()
    return try await withThrowingTaskGroup(of: ServiceAnswer.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await self.read(request) {
          heard.note()
          return onSignal($0)
        }
      }
      group.addTask {
        while true {
          let left = silence - (ContinuousClock.now - heard.moment)
          guard left > .zero else {
            throw CKError(
              .networkFailure, "The stream of notifications has said nothing for \(silence).")
          }
          try await Task.sleep(for: left)
        }
      }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private func read(
    _ request: HTTPClientRequest, _ onSignal: (StreamSignal) -> Bool
  ) async throws -> ServiceAnswer {
    do {
      // How long nothing may come is watched by the caller: a server without streams keeps its answer back.
      let response = try await client.execute(request, timeout: .hours(1))
      let retryAfter = response.headers.first(name: "Retry-After").flatMap(Double.init)
      guard response.status == .ok else {
        let body = try await response.body.collect(upTo: Self.longestReason)
        return ServiceAnswer(
          status: Int(response.status.code), body: Array(buffer: body), retryAfter: retryAfter)
      }
      guard onSignal(.opened) else { return ServiceAnswer(status: 200, body: []) }
      guard response.headers.first(name: "Content-Type")?.contains("text/event-stream") == true
      else {
        // A server that knows no streams gives one notification, or nothing for a while.
        let body = Array(buffer: try await response.body.collect(upTo: Self.longestReason))
        if !body.isEmpty { _ = onSignal(.event(ServerSentEvent(id: nil, data: body))) }
        return ServiceAnswer(status: 200, body: [], retryAfter: retryAfter ?? 0)
      }
      var parser = EventStreamParser()
      for try await buffer in response.body {
        for event in try parser.read(buffer.readableBytesView) {
          guard onSignal(.event(event)) else { return ServiceAnswer(status: 200, body: []) }
        }
        guard onSignal(.alive) else { return ServiceAnswer(status: 200, body: []) }
      }
      try Task.checkCancellation()
      return ServiceAnswer(
        status: 200, body: [], retryAfter: parser.retry.map { Double($0) / 1000 } ?? retryAfter)
    } catch {
      throw failure(error, hasAnswer: true)
    }
  }
}

/// When a stream has said something last.
private final class LastHeard: Sendable {
  private let state = Mutex(ContinuousClock.now)

  var moment: ContinuousClock.Instant { state.withLock { $0 } }

  func note() { state.withLock { $0 = .now } }
}
