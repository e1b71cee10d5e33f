// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

extension HTTPService {
  /// The maximum size of an error response, in bytes.
  private static let maximumErrorSize = 64 << 10

  func listen(
    _ url: String, after id: String?, silence: Duration,
    _ onSignal: @escaping @Sendable (StreamSignal) -> Bool
  ) async throws -> ServiceResponse {
    var message = HTTPClientRequest(url: try checked(url, "notifications"))
    message.headers.add(name: "Accept", value: "text/event-stream")
    message.headers.add(name: "Cache-Control", value: "no-store")
    if let id { message.headers.add(name: "Last-Event-ID", value: id) }
    let request = message
    let lastActivity = LastActivity()
    return try await withThrowingTaskGroup(of: ServiceResponse.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await self.read(request) {
          lastActivity.record()
          return onSignal($0)
        }
      }
      group.addTask {
        while true {
          let left = silence - (ContinuousClock.now - lastActivity.time)
          guard left > .zero else {
            throw CKError(
              .networkFailure, "The notification stream was silent for \(silence).")
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
  ) async throws -> ServiceResponse {
    do {
      // The caller enforces the idle timeout: a server without streams delays its response (long
      // polling).
      let response = try await client.execute(request, timeout: .hours(1))
      let retryAfter = response.headers.first(name: "Retry-After").flatMap(Double.init)
      guard response.status == .ok else {
        let body = try await response.body.collect(upTo: Self.maximumErrorSize)
        return ServiceResponse(
          status: Int(response.status.code), body: Array(buffer: body), retryAfter: retryAfter)
      }
      guard onSignal(.opened) else { return ServiceResponse(status: 200, body: []) }
      guard response.headers.first(name: "Content-Type")?.contains("text/event-stream") == true
      else {
        // A server without streams responds with one notification, or with nothing after a timeout.
        let body = Array(buffer: try await response.body.collect(upTo: Self.maximumErrorSize))
        if !body.isEmpty { _ = onSignal(.event(ServerSentEvent(id: nil, data: body))) }
        return ServiceResponse(status: 200, body: [], retryAfter: retryAfter ?? 0)
      }
      var parser = EventStreamParser()
      for try await buffer in response.body {
        for event in try parser.read(buffer.readableBytesView) {
          guard onSignal(.event(event)) else { return ServiceResponse(status: 200, body: []) }
        }
        guard onSignal(.alive) else { return ServiceResponse(status: 200, body: []) }
      }
      try Task.checkCancellation()
      return ServiceResponse(
        status: 200, body: [], retryAfter: parser.retry.map { Double($0) / 1000 } ?? retryAfter)
    } catch {
      throw failure(error, hasResponse: true)
    }
  }
}

/// The time of the last activity of a stream.
private final class LastActivity: Sendable {
  private let state = Mutex(ContinuousClock.now)

  var time: ContinuousClock.Instant { state.withLock { $0 } }

  func record() { state.withLock { $0 = .now } }
}
