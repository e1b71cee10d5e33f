// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The notifications of a device, at the URL that `tokens/create` returned: the next one, or a stream.
///
/// The URL is a capability. The last byte of a response is sent only after the storage has recorded the
/// delivery: a complete response is delivered for good, an interrupted one is delivered again.
struct NotificationRoute {
  /// The number of notifications per write, and the number after which a stream ends.
  private static let batch = 100
  private static let streamLimit = 1_000

  let dependencies: ServerDependencies

  func answer(
    _ token: String, _ request: Request, _ context: ServerContext, _ target: RequestTarget
  ) async throws -> Response {
    let service = dependencies.notifications
    let after = request.headers[.lastEventID] ?? target.after
    let session = try service.open(token, after: after)
    if let seconds = dependencies.limiter.consume("courier \(session.device)") {
      service.close(session)
      dependencies.metrics.throttle()
      throw ServerFailure(.throttled, "too many requests", retryAfter: seconds)
    }
    service.attach(session, to: ObjectIdentifier(context.channel))
    let wantsStream =
      request.headers[.accept]?.contains("text/event-stream") == true
      && dependencies.configuration.notifications.stream > .zero
    do {
      var response = try await wantsStream ? stream(session) : next(session)
      CrossOrigin.allow("*", in: &response)
      return response
    } catch {
      service.close(session)
      throw error
    }
  }

  // MARK: One notification

  /// Returns the next notification, or an empty body when the poll times out.
  private func next(_ opened: NotificationService.Session) async throws -> Response {
    let service = dependencies.notifications
    var session = opened
    let delivery = try await service.next(
      &session, atMost: 1, waiting: dependencies.configuration.notifications.poll,
      at: dependencies.now)
    guard case .notifications(let notifications) = delivery, let first = notifications.first else {
      service.close(session)
      return Response(status: .ok, headers: [.contentLength: "0"])
    }
    let delivered = session
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody { writer in
        defer { service.close(delivered) }
        try await writer.write(ByteBuffer(bytes: first.body))
        try await service.sent(delivered)
        try await writer.finish(nil)
      })
  }

  // MARK: A stream

  /// Server-sent events, each with its id.
  private func stream(_ opened: NotificationService.Session) async throws -> Response {
    let service = dependencies.notifications
    var session = opened
    // An expired URL must fail before the response's head is sent.
    let first = try await service.next(
      &session, atMost: Self.batch, waiting: .zero, at: dependencies.now)
    let begun = session
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .accelBuffering: "no"],
      body: ResponseBody { [dependencies] writer in
        defer { service.close(begun) }
        var (session, delivery, count) = (begun, first, 0)
        let times = dependencies.configuration.notifications
        let end = ContinuousClock.now + times.stream
        // A client whose stream broke reconnects after a second.
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        stream: while true {
          switch delivery {
          case .notifications(let notifications):
            var buffer = ByteBuffer()
            for (id, body) in notifications {
              buffer.writeString("id: \(id)\ndata: ")
              buffer.writeBytes(body)
              buffer.writeString("\n\n")
            }
            try await writer.write(buffer)
            try await service.sent(session)
            count += notifications.count
          case .nothing: try await writer.write(ByteBuffer(string: ":\n\n"))
          case .ended: break stream
          }
          guard count < Self.streamLimit, ContinuousClock.now < end else { break }
          delivery = try await service.next(
            &session, atMost: Self.batch, waiting: times.heartbeat, at: dependencies.now)
        }
        try await writer.finish(nil)
      })
  }
}
