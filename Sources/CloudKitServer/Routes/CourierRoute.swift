// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The notifications of a device, at the URL that `tokens/create` has given: the next one, or a stream.
///
/// The URL is the permission. An answer's last byte is sent when the storage knows that the rest was: an
/// answer that a client has whole is told, one that broke off comes again.
struct CourierRoute {
  /// Notifications that are sent in one piece, and those after which a stream ends.
  private static let batch = 100
  private static let streamLimit = 1_000

  let site: CloudSite

  func answer(
    _ token: String, _ request: Request, _ context: ServerContext, _ target: RequestTarget
  ) async throws -> Response {
    let service = site.notifications
    let after = request.headers[.lastEventID] ?? target.after
    let session = try service.open(token, after: after)
    if let seconds = site.limiter.take("courier \(session.device)") {
      service.close(session)
      site.metrics.throttle()
      throw ServerFailure(.throttled, "too many requests", retryAfter: seconds)
    }
    service.attach(session, to: ObjectIdentifier(context.channel))
    let wantsStream =
      request.headers[.accept]?.contains("text/event-stream") == true
      && site.configuration.courier.stream > .zero
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

  /// The next notification, or an empty body when there is none for a while.
  private func next(_ opened: NotificationService.Session) async throws -> Response {
    let service = site.notifications
    var session = opened
    let delivery = try await service.next(
      &session, atMost: 1, waiting: site.configuration.courier.poll, at: site.now)
    guard case .notifications(let notifications) = delivery, let first = notifications.first else {
      service.close(session)
      return Response(status: .ok, headers: [.contentLength: "0"])
    }
    let told = session
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody { writer in
        defer { service.close(told) }
        try await writer.write(ByteBuffer(bytes: first.body))
        try await service.sent(told)
        try await writer.finish(nil)
      })
  }

  // MARK: A stream

  /// Server-sent events, each with its id.
  private func stream(_ opened: NotificationService.Session) async throws -> Response {
    let service = site.notifications
    var session = opened
    // Where the URL is no longer good, that is the answer.
    let first = try await service.next(
      &session, atMost: Self.batch, waiting: .zero, at: site.now)
    let begun = session
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .accelBuffering: "no"],
      body: ResponseBody { [site] writer in
        defer { service.close(begun) }
        var (session, delivery, count) = (begun, first, 0)
        let times = site.configuration.courier
        let end = ContinuousClock.now + times.stream
        // A client that has lost a stream opens the next one after a second.
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
            &session, atMost: Self.batch, waiting: times.heartbeat, at: site.now)
        }
        try await writer.finish(nil)
      })
  }
}
